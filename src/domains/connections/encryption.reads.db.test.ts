import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, saveTestEntry, type TestUser, testJournal } from '../../../test/support/user.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { changeEntry, saveEntry } from './entries.writes.server.ts'
import { deleteEntry } from './trash/trash.writes.server.ts'

const database = testDatabase()
const { journal, lines } = testJournal(database)

let superuser: pg.Client
let ana: TestUser

beforeAll(async () => {
  superuser = await database.connect()
})
afterAll(() => superuser.end())
beforeEach(async () => {
  ana = await createTestUser(database)
  lines.length = 0
})

const save = (content: string, person = ana) => saveTestEntry(journal, person, { content })
async function list() {
  const listed = await listEntries(journal, ana.owner, { limit: 20 })
  if (listed.outcome !== 'listed') throw new Error(listed.outcome)
  return listed
}
const contents = async () => (await list()).entries.map(({ content }) => content)

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
    const [mine, theirs] = [await save('Of Ana.'), await save('Of Ben.', ben)]
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
  await Promise.all(Array.from({ length: 8 }, (_, index) => save(`Of Ben ${index}`, ben)))
  // Many rounds, because the race between the two queries is rare.
  for (let round = 0; round < 25; round++) {
    const user = await createTestUser(database)
    await Promise.all(Array.from({ length: 4 }, () => save('First.', user)))
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
