import { describe, expect, test } from 'vitest'
import {
  changeDocument,
  cleanTags,
  documentVersion,
  emptyDocument,
  isSameDocument,
  readDocument,
  splitTags,
  tagProblem,
  writeDocument,
} from './document.rules.ts'

const [a, b, c] = [
  '019d0000-0000-7000-8000-000000000001',
  '019d0000-0000-7000-8000-000000000002',
  '019d0000-0000-7000-8000-000000000003',
] as const

describe('A stored document', () => {
  test('of the first version is read with empty new fields', () => {
    expect(readDocument(JSON.stringify({ content: 'Old.', linked_term_id: a }))).toEqual({
      ...emptyDocument,
      content: 'Old.',
      linked_term_ids: [a],
    })
    expect(readDocument('{"content":"Old.","linked_term_id":null}').linked_term_ids).toEqual([])
  })

  test('is written in the present version, and keeps lone surrogates', () => {
    const written = writeDocument({ ...emptyDocument, content: '\ud83d' })
    expect(JSON.parse(written)).toMatchObject({ v: documentVersion, content: '\ud83d' })
    expect(readDocument(written).content).toBe('\ud83d')
  })

  test('of a newer version keeps its version and its unknown fields when it is changed', () => {
    const newer = {
      ...emptyDocument,
      v: 9,
      content: 'x',
      mood: 'calm',
      record: { place: 'here', weather: 'rain' },
    }
    const changed = changeDocument(readDocument(JSON.stringify(newer)), {
      content: 'y',
      record: { place: 'there', people: '', proof: '', disclosed_to: '' },
    })
    expect(JSON.parse(writeDocument(changed))).toMatchObject({
      v: 9,
      content: 'y',
      mood: 'calm',
      record: { place: 'there', weather: 'rain' },
    })
  })
})

describe('A change', () => {
  test('leaves out what it does not name', () => {
    const document = {
      ...emptyDocument,
      content: 'x',
      tags: ['one'],
      happened: { date: '2020', time: null, about: true, time_zone: null },
    }
    expect(changeDocument(document, { content: 'y' })).toEqual({ ...document, content: 'y' })
    expect(changeDocument(document, { happened: null, tags: [] })).toEqual({ ...emptyDocument, content: 'x' })
  })

  test.each([
    [[], a, [a]],
    [[a, b], a, [a, b]],
    [[a, b], c, [c, b]],
    [[a, b, c], b, [b, c]],
    [[a, b], null, []],
    [[a, b], undefined, [a, b]],
  ])('of the first term alone keeps the others: %j, %j', (before, first, after) => {
    const document = { ...emptyDocument, linked_term_ids: before }
    expect(changeDocument(document, { linked_term_id: first }).linked_term_ids).toEqual(after)
  })

  test('of all terms goes before the first', () => {
    expect(
      changeDocument(emptyDocument, { linked_term_id: a, linked_term_ids: [b, c] }).linked_term_ids,
    ).toEqual([b, c])
  })
})

test('Documents are the same only when every field is', () => {
  const one = { ...emptyDocument, content: 'x' }
  expect(isSameDocument(one, { ...one })).toBe(true)
  for (const other of [
    { content: 'y' },
    { content: null },
    { linked_term_ids: [a] },
    { tags: ['t'] },
    { happened: { date: '2020', time: null, about: false, time_zone: null } },
    { record: { ...one.record, disclosed_to: 'a friend' } },
  ])
    expect(isSameDocument(one, { ...one, ...other }), JSON.stringify(other)).toBe(false)
})

describe('Tags', () => {
  test('lose what repeats by case or accents, the # before them, and odd spaces', () => {
    expect(cleanTags(['Café', 'cafe', ' #CAFÉ', 'two   words', '#', '  ', 'Ünder'])).toEqual([
      'Café',
      'two words',
      'Ünder',
    ])
    expect(cleanTags(['💔', '💔', '🕯️'])).toHaveLength(2)
  })

  test('are split at commas of several scripts', () => {
    expect(splitTags('a, b،c、d，e\nf,,')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('that are too many or too long are a problem, in a sentence', () => {
    expect(tagProblem(Array.from({ length: 50 }, String))).toBeUndefined()
    expect(tagProblem(Array.from({ length: 51 }, String))).toBe(
      'A Connection has at most 50 tags. Please remove some.',
    )
    expect(tagProblem(['💔'.repeat(50)])).toBeUndefined()
    expect(tagProblem(['x'.repeat(10_000)])).toBe('A tag has at most 50 characters. Please make it shorter.')
  })
})
