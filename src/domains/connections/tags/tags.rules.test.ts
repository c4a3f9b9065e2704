import { describe, expect, test } from 'vitest'
import type { Draft } from '../drafts/drafts.contract.ts'
import {
  changeTags,
  countTags,
  isChanged,
  listTags,
  placesOf,
  planTagChange,
  readNewName,
  type TagChange,
  toDraftChange,
} from './tags.rules.ts'

const rename: TagChange = { from: 'Café', to: 'Kitchen' }
const remove: TagChange = { from: 'Café', to: null }

describe('A change of a tag', () => {
  test.each<[string, TagChange, string[], string[]]>([
    ['renames every spelling, in its place', rename, ['a', 'CAFE', 'b'], ['a', 'Kitchen', 'b']],
    ['does not double a tag that is there already', rename, ['kitchen', 'café'], ['kitchen']],
    ['takes the new spelling where the tag comes first', rename, ['café', 'KITCHEN'], ['Kitchen']],
    ['changes a spelling alone', { from: 'cafe', to: 'Café' }, ['CAFE', 'x'], ['Café', 'x']],
    ['removes', remove, ['a', 'cafe', 'b'], ['a', 'b']],
    ['removes the last', remove, ['cafe'], []],
    ['leaves others alone', rename, ['cafeteria', 'C a f e'], ['cafeteria', 'C a f e']],
    [
      'takes names of built-in properties',
      { from: '__proto__', to: 'constructor' },
      ['__proto__'],
      ['constructor'],
    ],
  ])('%s', (_what, change, tags, after) => {
    expect(changeTags(tags, change)).toEqual(after)
    expect(isChanged(tags, change)).toBe(tags.join() !== after.join())
    // Repeating it changes nothing.
    expect(changeTags(after, change)).toEqual(after)
    expect(isChanged(after, change)).toBe(false)
  })
})

describe('The new name of a tag', () => {
  const own = [{ tag: 'Café' }, { tag: 'Work' }]
  test.each([
    ['Kitchen', { to: 'Kitchen', merges: false }],
    ['  #kitchen  table ', { to: 'kitchen table', merges: false }],
    ['WORK', { to: 'Work', merges: true }],
    ['cafe', { to: 'cafe', merges: false }],
    ['k'.repeat(50), { to: 'k'.repeat(50), merges: false }],
  ])('may be %j', (typed, read) => expect(readNewName(typed, 'Café', own)).toEqual(read))

  test.each([
    ['', 'Please enter a name, or cancel.'],
    [' # ,', 'Please enter a name, or cancel.'],
    ['one, two', 'A tag can’t contain a comma. Please enter one name.'],
    ['one、two', 'A tag can’t contain a comma. Please enter one name.'],
    ['Café', 'That is its name already. Please enter another, or cancel.'],
    ['k'.repeat(51), 'A tag has at most 50 characters. Please make it shorter.'],
  ])('may not be %j', (typed, problem) => expect(readNewName(typed, 'Café', own)).toEqual({ problem }))
})

const entry = (id: string, tags: string[], revision = 1) => ({ id, revision, tags })
const draft = (id: string, tags: string[], change: Partial<Draft> = {}) =>
  ({
    id,
    tags,
    content: 'Text',
    revision: 7,
    entry_revision: 1,
    linked_term_ids: ['term'],
    ...change,
  }) as Draft

describe('What a change has to do', () => {
  test('is each Connection with the tag, its draft with it, and then other drafts with the tag', () => {
    const entries = [entry('a', ['cafe']), entry('b', ['work']), entry('c', ['CAFÉ', 'work'])]
    const drafts = [draft('c', []), draft('b', ['Café']), draft('new', ['café'], { entry_revision: null })]
    expect(planTagChange(entries, drafts, remove)).toEqual([
      { entry: entries[0] },
      { entry: entries[2], draft: drafts[0] },
      { draft: drafts[1] },
      { draft: drafts[2] },
    ])
  })

  test('is nothing where no tag looks alike, and no draft that cannot be opened', () => {
    const unopened = draft('x', ['Café'], { content: null })
    expect(planTagChange([entry('a', ['cafés']), entry('b', [])], [unopened], rename)).toEqual([])
  })

  test('finds its tasks among 10,000 Connections', () => {
    const entries = Array.from({ length: 10_000 }, (_, place) =>
      entry(String(place), ['work', 'Ünïque', 'cafe']),
    )
    expect(planTagChange(entries, [], rename)).toHaveLength(10_000)
    expect(countTags(entries)).toHaveLength(3)
  })
})

test('Tags are counted with the most used first, whatever their case and accents', () => {
  expect(countTags([{ tags: ['Work', 'Café'] }, { tags: ['cafe'] }, { tags: ['CAFÉ', 'Ally'] }])).toEqual([
    { tag: 'Café', count: 3 },
    { tag: 'Ally', count: 1 },
    { tag: 'Work', count: 1 },
  ])
})

describe('The request for a draft', () => {
  test('sends its text and all its terms again, which would be lost otherwise, and the revision it follows', () => {
    expect(toDraftChange(draft('a', ['cafe', 'x'], { entry_revision: null }), rename)).toEqual({
      content: 'Text',
      linked_term_ids: ['term'],
      tags: ['Kitchen', 'x'],
      revision: 7,
      entry_revision: null,
    })
  })

  test('follows its Connection to the next revision, also where the draft has no such tag', () => {
    const moved = { before: 1, after: 2 }
    expect(toDraftChange(draft('a', []), rename, moved)).toMatchObject({ tags: [], entry_revision: 2 })
  })

  test('stays with an older revision, so that a conflict is still found', () => {
    const moved = { before: 3, after: 4 }
    expect(toDraftChange(draft('a', ['cafe']), rename, moved)).toMatchObject({ entry_revision: 1 })
    expect(toDraftChange(draft('a', []), rename, moved)).toBeUndefined()
    expect(toDraftChange(draft('a', []), rename)).toBeUndefined()
  })

  test('is none for a draft that cannot be opened, whose text it would overwrite', () => {
    expect(toDraftChange(draft('a', ['cafe'], { content: null }), rename)).toBeUndefined()
  })
})

test('Tags are listed from A to Z with their Connections and drafts', () => {
  const entries = [{ tags: ['Work', 'café'] }, { tags: ['WORK'] }]
  expect(listTags(entries, [{ tags: ['work', 'Zoo'] }])).toEqual([
    { tag: 'café', count: 1, drafts: 0 },
    { tag: 'Work', count: 2, drafts: 1 },
    { tag: 'Zoo', count: 0, drafts: 1 },
  ])
  expect(placesOf({ connections: 0, drafts: 1 }).kind).toBe('drafts')
  expect(placesOf({ connections: 2, drafts: 0 }).kind).toBe('connections')
  expect(placesOf({ connections: 2, drafts: 1 }).kind).toBe('both')
})
