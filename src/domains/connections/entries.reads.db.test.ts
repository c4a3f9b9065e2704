import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../test/support/user.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { entryListSchema } from './entries.contract.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { changeEntry, deleteEntry, saveEntry } from './entries.writes.server.ts'

const database = testDatabase()
const { journal, time, lines, advance: later } = testJournal(database)
const day = 24 * 60 * 60 * 1000

let superuser: pg.Client
let apple = ''
let ana: TestUser

beforeAll(async () => {
  superuser = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => superuser.end())
beforeEach(async () => {
  ana = await createTestUser(database)
  lines.length = 0
})

const save = (content: string, linked_term_id: string | null = null, person = ana) =>
  saveTestEntry(journal, person, { content, linked_term_id })
async function list(page: { after?: string; offset?: number; limit?: number } = {}) {
  const listed = await listEntries(journal, ana.owner, { limit: 20, ...page })
  if (listed.outcome !== 'listed') throw new Error(listed.outcome)
  return listed
}
const contents = async (page = {}) => (await list(page)).entries.map(({ content }) => content)

describe('The list of Connections', () => {
  test('returns every Connection once, newest first, with twenty per page', async () => {
    for (let index = 0; index < 45; index++) {
      await save(`Number ${index}`)
      // Some Connections share a timestamp; the order is still stable.
      if (index % 3 === 0) later(1000)
    }
    const pages = [await contents(), await contents({ offset: 20 }), await contents({ offset: 40 })]
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `Number ${44 - index}`))
    expect(await contents({ offset: 45 })).toEqual([])
    expect(await contents({ offset: 3, limit: 1 })).toEqual(['Number 41'])
    expect((await list({ offset: 1000 })).total).toBe(45)
  })

  test('continues after the last Connection of a page, even if others were saved or deleted', async () => {
    const ids: string[] = []
    for (let index = 0; index < 45; index++) {
      ids.unshift((await save(`Number ${index}`)).id)
      if (index % 3 === 0) later(1000)
    }
    const first = await list()
    await deleteEntry(journal, ana.owner, ids[0] ?? '')
    // Delete the last Connection of the page, too.
    await deleteEntry(journal, ana.owner, ids[19] ?? '')
    const second = await list({ after: first.next ?? '' })
    expect(second.total).toBe(43)
    later(1000)
    await save('Later')
    const third = await list({ after: second.next ?? '' })
    expect([second, third].flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(ids.slice(20))
    expect(third).toMatchObject({ next: null, total: 44 })
    expect((await list({ limit: 44 })).next).toBeNull()
    expect((await list({ limit: 43 })).next).not.toBeNull()
    expect(await list({ after: first.next ?? '', offset: 1, limit: 1 })).toMatchObject({
      entries: [{ id: ids[21] }],
    })
    expect((await list({ offset: 1000 })).next).toBeNull()
  })

  test('does not return another user’s Connections for that user’s cursor', async () => {
    for (let index = 0; index < 3; index++) await save(`Number ${index}`)
    const { next } = await list({ limit: 1 })
    const ben = await createTestUser(database)
    await saveTestEntry(journal, ben, { content: 'Of Ben.' })
    const listed = await listEntries(journal, ben.owner, { after: next ?? '', limit: 20 })
    expect(JSON.stringify(listed)).not.toContain('Number')
  })

  test('returns exactly the fields of the schema, and so does reading one Connection', async () => {
    const { id } = await save('One.')
    const { outcome, ...page } = await list()
    expect({ outcome, ...entryListSchema.parse(page) }).toEqual({ outcome, ...page })
    expect(await readEntry(journal, ana.owner, id)).toEqual({ outcome: 'found', entry: page.entries[0] })
  })

  test('counts all Connections, those of the last thirty days, and those linked to a term', async () => {
    const now = time.now
    time.now = new Date(now.getTime() - 30 * day - 1)
    await save('A long time ago.', apple)
    time.now = new Date(now.getTime() - 30 * day)
    await save('Thirty days ago.')
    time.now = now
    const last = await save('Today.', apple)
    const stats = async () => {
      const { total, this_month, linked, freeform } = await list()
      return { total, this_month, linked, freeform }
    }
    expect(await stats()).toEqual({ total: 3, this_month: 2, linked: 2, freeform: 1 })
    await changeEntry(journal, ana.owner, last.id, { revision: 1, linked_term_id: null })
    expect(await stats()).toEqual({ total: 3, this_month: 2, linked: 1, freeform: 2 })
    await deleteEntry(journal, ana.owner, last.id)
    expect(await stats()).toEqual({ total: 2, this_month: 1, linked: 1, freeform: 1 })
  })

  test('has shorter pages for long texts, and omits no Connection', async () => {
    const long = 'x'.repeat(100_000)
    for (let index = 0; index < 30; index++) {
      await save(`${index} ${long.slice(4)}`)
      later(1)
    }
    const first = await list({ limit: 100 })
    expect(first.entries.length).toBeGreaterThan(10)
    expect(first.entries.length).toBeLessThan(30)
    const rest = await list({ limit: 100, after: first.next ?? '' })
    expect(rest.next).toBeNull()
    expect(
      [...first.entries, ...rest.entries].map(({ content }) => Number.parseInt(content ?? '', 10)),
    ).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index))
  })

  test('returns all texts of the maximum length, in smaller pages', async () => {
    for (let index = 0; index < 6; index++) await save(`${index}${'\u0000'.repeat(99_999)}`)
    const sizes: number[] = []
    for (let after: { after?: string } | undefined = {}; after; ) {
      const { entries, next } = await list({ ...after, limit: 100 })
      sizes.push(entries.length)
      after = next === null ? undefined : { after: next }
    }
    expect(sizes).toEqual([3, 3])
  })
})

describe('A manipulated row', () => {
  const logLines = (id: string) => [
    {
      level: 'error',
      message: 'a row of journal_entries does not open',
      fields: { row: id, error: expect.objectContaining({ name: 'Error' }) },
    },
  ]
  const readCiphertext = async (id: string): Promise<Buffer> =>
    (await superuser.query('select sealed from journal_entries where id = $1', [id])).rows[0].sealed
  const read = (id: string, person = ana) => readEntry(journal, person.owner, id)

  test('whose ciphertext was swapped is logged and not decrypted, and other rows are listed', async () => {
    const [one, other, third] = [await save('One.'), await save('Other.'), await save('Third.')]
    await superuser.query(
      `update journal_entries a set sealed = b.sealed from journal_entries b
        where (a.id = $1 and b.id = $2) or (a.id = $2 and b.id = $1)`,
      [one.id, other.id],
    )
    expect(await read(one.id)).toEqual({ outcome: 'undecryptable' })
    expect(lines).toEqual(logLines(one.id))
    lines.length = 0
    expect(await read(other.id)).toEqual({ outcome: 'undecryptable' })
    expect(lines).toEqual(logLines(other.id))
    const { entries, total } = await list()
    expect(total).toBe(3)
    expect(entries.map(({ id, content }) => [id, content])).toEqual([
      [third.id, 'Third.'],
      [other.id, null],
      [one.id, null],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/One[.]|Other[.]/)
  })

  test('with an earlier ciphertext is not decrypted, and cannot be changed', async () => {
    const entry = await save('Earlier.')
    const earlier = await readCiphertext(entry.id)
    await changeEntry(journal, ana.owner, entry.id, { revision: 1, content: 'Later.' })
    await superuser.query('update journal_entries set sealed = $2 where id = $1', [entry.id, earlier])
    lines.length = 0
    expect(await read(entry.id)).toEqual({ outcome: 'undecryptable' })
    expect(lines).toEqual(logLines(entry.id))
    expect(await changeEntry(journal, ana.owner, entry.id, { revision: 2, content: 'New.' })).toEqual({
      outcome: 'undecryptable',
    })
    expect((await readCiphertext(entry.id)).equals(earlier)).toBe(true)
  })

  test('with another revision, or with ciphertext of another user, is not decrypted', async () => {
    const entry = await save('One.')
    await superuser.query('update journal_entries set revision = 2 where id = $1', [entry.id])
    expect(await read(entry.id)).toEqual({ outcome: 'undecryptable' })
    const ben = await createTestUser(database)
    const [mine, theirs] = [await save('Of Ana.'), await save('Of Ben.', null, ben)]
    await superuser.query('update journal_entries set sealed = $2 where id = $1', [
      mine.id,
      await readCiphertext(theirs.id),
    ])
    expect(await read(mine.id)).toEqual({ outcome: 'undecryptable' })
    await superuser.query('update journal_entries set user_id = $2 where id = $1', [theirs.id, ana.user_id])
    expect(await read(theirs.id)).toEqual({ outcome: 'undecryptable' })
    expect(await read(theirs.id, ben)).toEqual({ outcome: 'not_found' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', Buffer.alloc(5)],
    ['noise', randomBytes(100)],
  ])(
    'with %s as ciphertext is not decrypted, can be deleted, and affects no other row',
    async (_what, bytes) => {
      const [entry, other] = [await save('One.'), await save('Other.')]
      await superuser.query('update journal_entries set sealed = $2 where id = $1', [entry.id, bytes])
      expect(await read(entry.id)).toEqual({ outcome: 'undecryptable' })
      expect(await contents()).toEqual(['Other.', null])
      expect(await deleteEntry(journal, ana.owner, entry.id)).toBe(true)
      expect(await read(other.id)).toMatchObject({ entry: { content: 'Other.' } })
    },
  )
})

describe('A data key', () => {
  const outcomes = async () => ({
    read: (await readEntry(journal, ana.owner, first.id)).outcome,
    list: (await listEntries(journal, ana.owner, { limit: 20 })).outcome,
    save: (await saveEntry(journal, ana.owner, { content: 'New.', linked_term_id: null })).outcome,
    change: (await changeEntry(journal, ana.owner, first.id, { revision: 1, content: 'New.' })).outcome,
  })
  const allUndecryptable = {
    read: 'undecryptable',
    list: 'undecryptable',
    save: 'undecryptable',
    change: 'undecryptable',
  }
  const rows = async () =>
    (await superuser.query('select * from journal_entries where user_id = $1', [ana.user_id])).rows
  let first: Awaited<ReturnType<typeof save>>
  beforeEach(async () => {
    first = await save('First.')
  })

  test.each([
    [
      'was changed',
      `update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where user_id = $1`,
    ],
    ['was wrapped by another master key', `update data_keys set key_id = 'another' where user_id = $1`],
    ['is gone', 'delete from data_keys where user_id = $1'],
  ])('that %s is reported and logged, and no Connection is lost', async (_why, statement) => {
    const { rows: keys } = await superuser.query('select * from data_keys where user_id = $1', [ana.user_id])
    const before = await rows()
    await superuser.query(statement, [ana.user_id])
    lines.length = 0
    expect(await outcomes()).toEqual(allUndecryptable)
    expect(lines.every(({ level, message }) => level === 'error' && message.startsWith('a data key'))).toBe(
      true,
    )
    expect(lines).toHaveLength(4)
    expect(await rows(), 'nothing was touched').toEqual(before)
    const { rowCount: keyCount } = await superuser.query('select from data_keys where user_id = $1', [
      ana.user_id,
    ])
    expect(keyCount, 'no other key was created').toBe(statement.startsWith('delete') ? 0 : 1)
    await superuser.query('delete from data_keys where user_id = $1', [ana.user_id])
    await superuser.query('insert into data_keys select * from json_populate_record(null::data_keys, $1)', [
      { ...keys[0], wrapped: `\\x${keys[0].wrapped.toString('hex')}` },
    ])
    expect(await outcomes(), 'works again once the key is restored').toEqual({
      ...{ read: 'found', list: 'listed' },
      ...{ save: 'saved', change: 'saved' },
    })
  })

  test('cannot be decrypted with another master key, so nothing is read or written', async () => {
    const otherJournal = { ...journal, masterKey: masterKey(randomBytes(32)) }
    expect(await readEntry(otherJournal, ana.owner, first.id)).toEqual({ outcome: 'undecryptable' })
    expect(await saveEntry(otherJournal, ana.owner, { content: 'New.', linked_term_id: null })).toEqual({
      outcome: 'undecryptable',
    })
    expect(lines.map(({ message }) => message)).toContain(
      'a data key does not open: it was wrapped by another master key',
    )
    expect(await contents()).toEqual(['First.'])
  })
})

test('Each user has a separate data key, stored encrypted', async () => {
  const ben = await createTestUser(database)
  await Promise.all(Array.from({ length: 8 }, (_, index) => save(`Of Ben ${index}`, null, ben)))
  // Many rounds, because the race between the two queries is rare.
  for (let round = 0; round < 25; round++) {
    const user = await createTestUser(database)
    await Promise.all(Array.from({ length: 4 }, () => save('First.', null, user)))
  }
  await save('Of Ana.')
  const { rows } = await superuser.query('select * from data_keys where user_id = any($1)', [
    [ana.user_id, ben.user_id],
  ])
  expect(rows, 'eight concurrent first writes create one key').toHaveLength(2)
  expect(rows[0].wrapped.equals(rows[1].wrapped)).toBe(false)
  expect(rows.every(({ key_id }) => key_id === journal.masterKey.id)).toBe(true)
  // A key copied to another user cannot be decrypted.
  await superuser.query('update data_keys set wrapped = $2 where user_id = $1', [
    ana.user_id,
    rows.find(({ user_id }) => user_id === ben.user_id).wrapped,
  ])
  expect((await listEntries(journal, ana.owner, { limit: 1 })).outcome).toBe('undecryptable')
})
