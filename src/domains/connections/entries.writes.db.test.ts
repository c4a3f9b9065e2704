import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../test/support/user.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import { planRequired, readOnlyAccount } from '../../platform/messages.en.yaml'
import type { DecryptedEntry } from './entries.contract.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { limits } from './entries.rules.ts'
import { changeEntry, saveEntry } from './entries.writes.server.ts'
import * as messages from './messages.en.yaml'
import { deleteEntry } from './trash/trash.writes.server.ts'

const database = testDatabase()
const { journal, advance: later } = testJournal(database)
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
const unknownId = '019d0000-0000-7000-8000-000000000000'

let apple = ''
let loveBombing = ''
let ana: TestUser
let ben: TestUser

beforeAll(async () => {
  ;({ apple = '', 'love-bombing': loveBombing = '' } = await syncTerms(database, files))
})
beforeEach(async () => {
  ;[ana, ben] = [await createTestUser(database), await createTestUser(database)]
})

const record = { place: '', people: '', proof: '', disclosed_to: '' }
const save = (person: TestUser, content: string, linked_term_id: string | null = null) =>
  saveTestEntry(journal, person, { content, linked_term_id })
const change = (entry: DecryptedEntry, input: Parameters<typeof changeEntry>[3], person = ana) =>
  changeEntry(journal, person.owner, entry.id, input)
const readContent = async (id: string, person = ana) => {
  const result = await readEntry(journal, person.owner, id)
  return result.outcome === 'found' ? result.entry.content : result.outcome
}

describe('Saving a new Connection', () => {
  test('returns all its fields, and reading it returns the same', async () => {
    const entry = await save(ana, 'First.\n\nSecond.', apple)
    const term = {
      id: apple,
      term_name: 'Apple',
      slug: 'apple',
      tags: ['One', 'Two', 'Three'],
      retired: false,
    }
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      user_id: ana.user_id,
      content: 'First.\n\nSecond.',
      linked_term_id: apple,
      entry_type: 'term_linked',
      term,
      ...{ linked_term_ids: [apple], terms: [term], happened: null, tags: [], record },
      revision: 1,
      created_at: expect.stringMatching(/^2026-03-04T12:/),
      updated_at: entry.created_at,
    })
    expect(await readEntry(journal, ana.owner, entry.id)).toEqual({ outcome: 'found', entry })
    expect(await save(ana, 'Free')).toMatchObject({
      entry_type: 'freeform',
      linked_term_id: null,
      term: null,
    })
  })

  test.each([
    ['emoji', 'I 💔 you 👩‍👩‍👧 👍🏽'],
    ['right to left', 'قال لي \u200fإنني مجنونة\u200e'],
    ['a NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud83d b\udc94'],
    ['every kind of space and line end', ' \t\r\n\u2028\u00a0x\ufeff '],
    ['text that is not in a normal form', 'e\u0301 é'],
    ['quotes and markup', `"'\\ <script>alert(1)</script> \${x} -- ; drop table journal_entries`],
    ['a private use character and a noncharacter', '\ue000\uffff\u{10ffff}'],
    ['ten thousand characters', 'word '.repeat(2000)],
    ['the maximum length', '💔'.repeat(100_000)],
  ])('keeps %s unchanged', async (_what, content) => {
    const entry = await save(ana, content)
    expect(entry.content === content).toBe(true)
    expect((await readContent(entry.id)) === content).toBe(true)
  })

  test('rejects an unknown term', async () => {
    const result = await saveEntry(journal, ana.owner, { content: 'a', linked_term_id: unknownId })
    expect(result).toEqual({ outcome: 'no_such_term' })
    expect(await listEntries(journal, ana.owner, { limit: 20 })).toMatchObject({ total: 0 })
  })

  test('is idempotent by id, also for concurrent requests', async () => {
    const input = { id: uuidv7(), content: 'Once.', linked_term_id: apple }
    const all = await Promise.all(Array.from({ length: 10 }, () => saveEntry(journal, ana.owner, input)))
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(9).fill('already'), 'saved'])
    later(5000)
    expect(await saveEntry(journal, ana.owner, input)).toMatchObject({
      outcome: 'already',
      entry: { id: input.id, revision: 1 },
    })
    expect(await listEntries(journal, ana.owner, { limit: 20 })).toMatchObject({ total: 1 })
  })

  test('is a conflict if the id is used for a different text', async () => {
    const entry = await save(ana, 'First.')
    const other = { id: entry.id, content: 'Other.', linked_term_id: null }
    expect(await saveEntry(journal, ana.owner, other)).toEqual({ outcome: 'conflict', current: entry })
    expect(await readContent(entry.id)).toBe('First.')
  })

  test('with the id of another user’s Connection saves a separate one, and reveals nothing', async () => {
    const entry = await save(ana, 'Of Ana.')
    const input = { id: entry.id, content: 'Of Ben.', linked_term_id: null }
    expect(await saveEntry(journal, ben.owner, input)).toMatchObject({ outcome: 'saved' })
    expect(await readContent(entry.id)).toBe('Of Ana.')
    expect(await readContent(entry.id, ben)).toBe('Of Ben.')
  })
})

describe('Changing a Connection', () => {
  test('changes only the given fields, the revision and the time of change', async () => {
    const entry = await save(ana, 'First.', apple)
    later(60_000)
    const changed = await change(entry, { revision: 1, content: 'Second.' })
    expect(changed).toMatchObject({
      outcome: 'saved',
      entry: { content: 'Second.', linked_term_id: apple, revision: 2, created_at: entry.created_at },
    })
    expect('entry' in changed && Date.parse(changed.entry.updated_at) - Date.parse(entry.updated_at)).toBe(
      60_000,
    )
    expect(await change(entry, { revision: 2, linked_term_id: null })).toMatchObject({
      entry: { content: 'Second.', linked_term_id: null, entry_type: 'freeform', term: null, revision: 3 },
    })
    expect(await change(entry, { revision: 3, linked_term_id: loveBombing })).toMatchObject({
      entry: { entry_type: 'term_linked', term: { slug: 'love-bombing' }, revision: 4 },
    })
  })

  test('accepts its id in capital letters', async () => {
    const entry = await save(ana, 'Before.')
    const input = { revision: 1, content: 'After.' }
    expect(await changeEntry(journal, ana.owner, entry.id.toUpperCase(), input)).toMatchObject({
      outcome: 'saved',
    })
    expect(await readContent(entry.id)).toBe('After.')
  })

  test('with an outdated revision changes nothing, and returns the current Connection', async () => {
    const entry = await save(ana, 'First.')
    await change(entry, { revision: 1, content: 'Of the one tab.' })
    for (const revision of [1, 0, 3, -1]) {
      expect(await change(entry, { revision, content: 'Of the other tab.' })).toMatchObject({
        outcome: 'conflict',
        current: { content: 'Of the one tab.', revision: 2 },
      })
    }
    expect(await readContent(entry.id)).toBe('Of the one tab.')
  })

  test('in twenty concurrent requests saves one; all others get a conflict', async () => {
    const entry = await save(ana, 'First.')
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => change(entry, { revision: 1, content: `Of tab ${tab}.` })),
    )
    expect(all.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1)
    expect(all.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(19)
  })

  test('is idempotent, so a retry does not conflict', async () => {
    const entry = await save(ana, 'First.')
    const input = { revision: 1, content: 'Second.' }
    await change(entry, input)
    later(1000)
    expect(await change(entry, input)).toMatchObject({ outcome: 'already', entry: { revision: 2 } })
  })

  test('keeps a link to a retired term, and rejects an unknown term', async () => {
    const entry = await save(ana, 'First.', apple)
    await syncTerms(database, files.slice(1))
    try {
      expect(await change(entry, { revision: 1, content: 'Second.', linked_term_id: apple })).toMatchObject({
        entry: { term: { slug: 'apple', retired: true } },
      })
      expect(await change(entry, { revision: 2, linked_term_id: unknownId })).toEqual({
        outcome: 'no_such_term',
      })
    } finally {
      await syncTerms(database, files)
    }
  })
})

describe('Deleting a Connection', () => {
  test('removes it, and a second delete or a change does not find it', async () => {
    const entry = await save(ana, 'First.')
    expect(await deleteEntry(journal, ana.owner, entry.id)).toBe(true)
    expect(await deleteEntry(journal, ana.owner, entry.id)).toBe(false)
    expect(await readContent(entry.id)).toBe('not_found')
    expect(await change(entry, { revision: 1, content: 'a' })).toEqual({ outcome: 'not_found' })
  })
})

describe('Another user', () => {
  test('cannot read, change, delete or list a Connection', async () => {
    const entry = await save(ana, 'Of Ana.')
    expect(await readEntry(journal, ben.owner, entry.id)).toEqual({ outcome: 'not_found' })
    expect(await change(entry, { revision: 1, content: 'Of Ben.' }, ben)).toEqual({ outcome: 'not_found' })
    expect(await deleteEntry(journal, ben.owner, entry.id)).toBe(false)
    expect(await listEntries(journal, ben.owner, { limit: 20 })).toMatchObject({
      entries: [],
      total: 0,
    })
    expect(await readContent(entry.id)).toBe('Of Ana.')
  })

  test.each(['journal_entries', 'journal_drafts', 'data_keys'] as const)(
    'gets no rows of %s from a query without owner filter, because of row-level security',
    async (table) => {
      await save(ana, 'Of Ana.')
      const rows = await withOwner(database.app, ben.owner, (own) =>
        own.selectFrom(table).selectAll().execute(),
      )
      expect(rows).toEqual([])
      expect(await database.app.selectFrom(table).selectAll().execute(), 'without an owner').toEqual([])
    },
  )

  test('cannot insert rows for the owner, reassign rows to the owner, or delete the owner’s rows', async () => {
    const entry = await save(ana, 'Of Ana.')
    const row = { id: uuidv7(), user_id: ana.user_id, revision: 1, entry_type: 'freeform' as const }
    const times = { created_at: new Date(), updated_at: new Date() }
    const asBen = <T>(work: Parameters<typeof withOwner<T>>[2]) => withOwner(database.app, ben.owner, work)
    await expect(
      asBen((own) =>
        own
          .insertInto('journal_entries')
          .values({ ...row, ...times, sealed: Buffer.alloc(40) })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await save(ben, 'Of Ben.')
    await expect(
      asBen((own) => own.updateTable('journal_entries').set({ user_id: ana.user_id }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    await asBen((own) => own.deleteFrom('journal_entries').execute())
    expect(await readContent(entry.id)).toBe('Of Ana.')
  })
})

test.each([
  ['a restricted user', { status: 'restricted' as const }, readOnlyAccount()],
  ['a user whose plan has no journaling', { journals: false }, planRequired()],
])('%s can read and delete Connections, but not save or change them', async (_who, allowed, reason) => {
  const entry = await save(ana, 'First.')
  const reader = { ...ana.owner, ...allowed }
  const forbidden = { outcome: 'forbidden', reason }
  expect(await saveEntry(journal, reader, { content: 'Second.', linked_term_id: null })).toEqual(forbidden)
  const change = { revision: 1, content: 'Second.' }
  expect(await changeEntry(journal, reader, entry.id, change)).toEqual(forbidden)
  expect(await readEntry(journal, reader, entry.id)).toMatchObject({ entry: { content: 'First.' } })
  expect(await deleteEntry(journal, reader, entry.id)).toBe(true)
})

test.each(['', 'x', 'new', "'; --", 'a\u0000b', '../1', 'a'.repeat(10_000)])(
  'A Connection with a malformed id (case %#) is not found',
  async (id) => {
    expect(await readEntry(journal, ana.owner, id)).toEqual({ outcome: 'not_found' })
    expect(await changeEntry(journal, ana.owner, id, { revision: 1 })).toEqual({ outcome: 'not_found' })
    expect(await deleteEntry(journal, ana.owner, id)).toBe(false)
  },
)

describe('The quota of a user', () => {
  const fill = async (count: number, created_at: Date) => {
    const superuser = await database.connect()
    await superuser.query(
      `insert into journal_entries (user_id, id, revision, entry_type, sealed, created_at, updated_at)
       select $1, gen_random_uuid(), 1, 'freeform', '\\x00', $2, $2 from generate_series(1, $3)`,
      [ana.user_id, created_at, count],
    )
    await superuser.end()
  }
  const another = (person = ana) =>
    saveEntry(journal, person.owner, { content: 'Another.', linked_term_id: null })

  test('limits new Connections per day, but not changes', async () => {
    const existing = await save(ana, 'First.')
    await fill(limits.entriesADay - 1, journal.clock.now())
    expect(await another()).toEqual({
      outcome: 'forbidden',
      reason: messages.fullDay({ max: limits.entriesADay }),
    })
    expect(await change(existing, { content: 'Changed.', revision: 1 })).toMatchObject({ outcome: 'saved' })
    expect(await another(ben)).toMatchObject({ outcome: 'saved' })
    later(24 * 60 * 60 * 1000)
    expect(await another()).toMatchObject({ outcome: 'saved' })
  })

  test('limits the total number of Connections, until one is deleted', async () => {
    const existing = await save(ana, 'First.')
    await fill(limits.entries - 1, new Date('2020-01-01'))
    expect(await another()).toEqual({ outcome: 'forbidden', reason: messages.full({ max: limits.entries }) })
    await deleteEntry(journal, ana.owner, existing.id)
    expect(await another()).toMatchObject({ outcome: 'saved' })
  })
})
