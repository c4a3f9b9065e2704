import { createSecretKey } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFullUser } from '../../../../test/support/full-user-fixture.ts'
import {
  allRows,
  moveAllIn,
  moveAllOut,
  noNotice,
  startTestLock,
  type TestLock,
  testKeyring,
  testLock,
} from '../../../../test/support/locked-journal.ts'
import { tablesContaining } from '../../../../test/support/personal-tables.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, testJournal } from '../../../../test/support/user.ts'
import { unseal } from '../../../platform/crypto.server.ts'
import { emptyDocument } from '../document/document.rules.ts'
import { listDrafts } from '../drafts/drafts.reads.server.ts'
import { saveDraft } from '../drafts/drafts.writes.server.ts'
import { dataKeyContext, entryContext } from '../encryption.reads.server.ts'
import { listEntries, readEntry, readEntryActivity } from '../entries.reads.server.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'
import { listVersions } from '../history/versions.reads.server.ts'
import { changeLockedEntry, saveLockedEntry } from '../locked-documents/locked-entries.writes.server.ts'
import { listLockRows } from '../move-rows/lock-rows.reads.server.ts'
import { moveRows } from '../move-rows/lock-rows.writes.server.ts'
import { listTrash } from '../trash/trash.reads.server.ts'
import { deleteEntry, eraseTrash, restoreEntry } from '../trash/trash.writes.server.ts'
import type { Keyring } from './lock.contract.ts'
import { lockTables } from './lock.contract.ts'
import { listLocks } from './locks.reads.server.ts'
import { changeKeyring, changeState, finishLock, startLock } from './locks.writes.server.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

let ana: Awaited<ReturnType<typeof createFullUser>>
let journal: typeof ana.journal
let count = 0
const words = ['Zaunkoenig one.', 'Zaunkoenig two.', 'Zaunkoenig three.']
beforeEach(async () => {
  ana = await createFullUser(database, all, `ana-${count++}@example.org`, words)
  journal = ana.journal
  await all.query('delete from journal_locks where user_id = $1', [ana.user_id])
})

const lockOf = async () => (await listLocks(journal, ana.owner)).locks
/** All rows of a person in all four tables, as they are stored. */
async function storedRows() {
  const rows: Record<string, unknown>[] = []
  for (const table of lockTables) {
    const found = await all.query(
      `select '${table}' as table, each.* from ${table} each where user_id = $1 order by id, revision`,
      [ana.user_id],
    )
    rows.push(...found.rows)
  }
  return rows
}
/** The times of all rows, as ISO texts. */
const timesOf = (rows: Record<string, unknown>[]) =>
  rows.flatMap((row) =>
    Object.values(row).flatMap((value) => (value instanceof Date ? [value.toISOString()] : [])),
  )

/** Locks the whole journal. */
async function lockAll(): Promise<TestLock> {
  const lock = await startTestLock(journal, ana.owner)
  await moveAllIn(journal, ana.owner, lock)
  expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ outcome: 'changed' })
  return lock
}

/** Opens a row with the server's keys, as someone does who has all of them. */
async function opensWithKeys(sealed: Buffer, keys: { key_id: string; wrapped: Buffer }[], id: string) {
  for (const { key_id, wrapped } of keys)
    for (const revision of ['1', '2', '3'])
      try {
        const key = unseal(journal.masterKey, wrapped, dataKeyContext(ana.user_id, key_id))
        const context = entryContext({ user_id: ana.user_id, id, revision: Number(revision) })
        return unseal(createSecretKey(key, 'base64'), sealed, context)
      } catch {
        // Another key, or another revision.
      }
  return undefined
}

describe('Locking and unlocking', () => {
  test('moves every row there and back, with its text, terms, times to the millisecond and versions', async () => {
    const { journal: past, advance } = testJournal(database)
    advance(-98_765_432)
    const old = await saveEntry(past, ana.owner, { content: 'Long ago.', linked_term_id: ana.term_id })
    expect(old.outcome).toBe('saved')
    const before = await storedRows()
    const shown = await listEntries(journal, ana.owner, { limit: 100 })
    const lock = await lockAll()

    const locked = await storedRows()
    expect(locked).toHaveLength(before.length)
    expect(locked.map(({ lock_id }) => lock_id)).toEqual(before.map(() => lock.lock_id))
    for (const time of timesOf(locked)) expect(time, 'rounded').toMatch(/:00:00[.]000Z$/)
    for (const row of locked) expect(row.entry_type ?? null).toBeNull()

    expect(await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)).toMatchObject({
      outcome: 'changed',
    })
    await moveAllOut(journal, ana.owner, lock)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'deleted' })
    expect(await listLocks(journal, ana.owner)).toEqual({ locks: [], plain: before.length })
    expect(await listEntries(journal, ana.owner, { limit: 100 })).toEqual(shown)
    const after = await storedRows()
    for (const [index, row] of after.entries()) {
      const { sealed: _, replaced_at: __, deleted_at: ___, ...rest } = row
      expect(before[index]).toMatchObject(rest)
    }
  })

  test('repeated at each step, as after a crash, ends in the same', async () => {
    const lock = await testLock(ana.owner)
    const keyring = testKeyring(ana.owner, lock.lock_id)
    const before = await storedRows()
    for (const outcome of ['changed', 'already'])
      expect(await startLock(journal, ana.owner, keyring, noNotice)).toMatchObject({ outcome })
    const rows = await Promise.all((await allRows(journal, ana.owner, null)).map(lock.lockRow))
    // Half of them, then all, then all again: what was moved stays as it was moved first.
    for (const some of [rows.slice(0, 4), rows, rows]) {
      const moved = await moveRows(journal, ana.owner, { from: null, to: lock.lock_id, rows: some })
      expect(moved).toMatchObject({ results: some.map(() => ({ outcome: 'moved' })) })
    }
    const locked = await storedRows()
    for (const outcome of ['changed', 'already'])
      expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ outcome })
    expect(await storedRows()).toEqual(locked)
    for (const outcome of ['changed', 'already'])
      expect(await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)).toMatchObject({
        outcome,
      })
    const back = await Promise.all((await allRows(journal, ana.owner, lock.lock_id)).map(lock.unlockRow))
    for (const some of [back.slice(2, 5), back, back])
      expect(await moveRows(journal, ana.owner, { from: lock.lock_id, to: null, rows: some })).toMatchObject({
        results: some.map(() => ({ outcome: 'moved' })),
      })
    for (const outcome of ['deleted', 'not_found'])
      expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome })
    expect(await storedRows()).toHaveLength(before.length)
  })

  test('goes back from the middle: what is locked opens, what is not yet locked too', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const rows = await Promise.all((await allRows(journal, ana.owner, null)).map(lock.lockRow))
    await moveRows(journal, ana.owner, { from: null, to: lock.lock_id, rows: rows.slice(0, 2) })
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({
      ...{ outcome: 'remaining', count: rows.length - 2 },
    })
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'remaining', count: 2 })
    await moveAllOut(journal, ana.owner, lock)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'deleted' })
    const listed = await listEntries(journal, ana.owner, { limit: 10 })
    expect(listed).toMatchObject({ entries: words.toReversed().map((content) => ({ content })) })
  })

  test('twice leaves no empty text', async () => {
    for (let round = 0; round < 2; round++) {
      const lock = await lockAll()
      await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
      await moveAllOut(journal, ana.owner, lock)
      await finishLock(journal, ana.owner, lock.lock_id)
    }
    const listed = await listEntries(journal, ana.owner, { limit: 10 })
    expect(listed).toMatchObject({ entries: words.toReversed().map((content) => ({ content })) })
    const trash = await listTrash(journal, ana.owner)
    expect(trash).toMatchObject({ entries: [{ content: 'Thrown away', entry_type: 'term_linked' }] })
    const drafts = await listDrafts(journal, ana.owner)
    expect(drafts).toMatchObject({
      drafts: expect.arrayContaining([expect.objectContaining({ content: 'Better so' })]),
    })
  })

  test('destroys the data key only when no row needs it', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const keys = async () =>
      (await all.query('select from data_keys where user_id = $1', [ana.user_id])).rowCount
    const rows = await Promise.all((await allRows(journal, ana.owner, null)).map(lock.lockRow))
    for (const [index, row] of rows.entries()) {
      expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({
        ...{ outcome: 'remaining', count: rows.length - index },
      })
      expect(await keys()).toBe(1)
      await moveRows(journal, ana.owner, { from: null, to: lock.lock_id, rows: [row] })
    }
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ lock: { state: 'locked' } })
    expect(await keys()).toBe(0)
  })

  test('leaves a row that the server cannot decrypt as it is, counts it, and keeps its key', async () => {
    const [torn] = ana.entries
    await all.query(`update journal_entries set sealed = sealed || '\\x00' where id = $1`, [torn])
    const before = (await storedRows()).find(({ id, table }) => id === torn && table === 'journal_entries')
    const lock = await startTestLock(journal, ana.owner)
    expect(
      (await allRows(journal, ana.owner, null)).some(
        ({ table, id }) => table === 'journal_entries' && id === torn,
      ),
    ).toBe(false)
    await moveAllIn(journal, ana.owner, lock)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ lock: { state: 'locked' } })
    expect((await listLocks(journal, ana.owner)).plain).toBe(1)
    const after = (await storedRows()).find(({ id, table }) => id === torn && table === 'journal_entries')
    expect(after).toEqual(before)
    expect((await all.query('select from data_keys where user_id = $1', [ana.user_id])).rowCount).toBe(1)
  })

  test('without the data key, which an operator may put back, locks nothing and deletes nothing', async () => {
    const { rows: keys } = await all.query('delete from data_keys where user_id = $1 returning *', [
      ana.user_id,
    ])
    const before = await storedRows()
    const lock = await startTestLock(journal, ana.owner)
    expect(await listLockRows(journal, ana.owner, null)).toEqual({ outcome: 'undecryptable' })
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'undecryptable' })
    expect(await storedRows()).toEqual(before)
    const { key_id, wrapped } = keys[0]
    await all.query('insert into data_keys (user_id, key_id, wrapped) values ($1, $2, $3)', [
      ana.user_id,
      key_id,
      wrapped,
    ])
    await moveAllIn(journal, ana.owner, lock)
    expect(await listLocks(journal, ana.owner)).toMatchObject({ plain: 0 })
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ outcome: 'changed' })
    expect((await all.query('select from data_keys where user_id = $1', [ana.user_id])).rowCount).toBe(0)
  })

  test('does not write over what changed, went to the trash or was deleted meanwhile', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const rows = await Promise.all((await allRows(journal, ana.owner, null)).map(lock.lockRow))
    const [changed = '', trashed = '', gone = ''] = ana.entries
    const newer = await lock.entry('Newer.', changed, 2)
    expect(
      await changeLockedEntry(journal, ana.owner, changed, { revision: 1, locked: newer, keeps_draft: true }),
    ).toMatchObject({ outcome: 'saved' })
    await deleteEntry(journal, ana.owner, trashed)
    await deleteEntry(journal, ana.owner, gone)
    await eraseTrash(journal, ana.owner, gone)
    const moved = await moveRows(journal, ana.owner, { from: null, to: lock.lock_id, rows })
    if (moved.outcome !== 'done') throw new Error(moved.outcome)
    const outcome = (table: string, id: string) =>
      moved.results.find((each) => each.table === table && each.id === id)?.outcome
    expect(outcome('journal_entries', changed)).toBe('changed')
    expect(outcome('journal_entries', trashed)).toBe('gone')
    expect(outcome('journal_entries', gone)).toBe('gone')
    const current = await readEntry(journal, ana.owner, changed)
    expect(current).toMatchObject({ entry: { revision: 2, locked: newer } })
    // The rest is listed again, at its new place.
    await moveAllIn(journal, ana.owner, lock)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ outcome: 'changed' })
  })

  test('restores only times within the stored hour: a clock that is years off does not win', async () => {
    const lock = await lockAll()
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    const rows = await Promise.all((await allRows(journal, ana.owner, lock.lock_id)).map(lock.unlockRow))
    const wrong = rows.map((row) => ({
      ...row,
      ...{ created_at: '2031-01-01T00:00:00.000Z', updated_at: '1999-01-01T00:00:00.000Z' },
    }))
    expect(await moveRows(journal, ana.owner, { from: lock.lock_id, to: null, rows: wrong })).toMatchObject({
      outcome: 'done',
    })
    const stored = await storedRows()
    for (const time of timesOf(stored)) expect(time).toMatch(/^2026-03-04T12:00:00[.]000Z$/)
    const drafts = await listDrafts(journal, ana.owner)
    expect(drafts).toMatchObject({ drafts: [{ content: expect.stringMatching(/./) }, {}] })
  })

  test('restores the exact first time of a Connection that a device with a wrong clock changed within the hour', async () => {
    const begun = await saveEntry(journal, ana.owner, { content: 'Before.', linked_term_id: null })
    if (begun.outcome !== 'saved') throw new Error(begun.outcome)
    const { id, created_at } = begun.entry
    const lock = await startTestLock(journal, ana.owner)
    const times = { created_at, updated_at: '1999-01-01T00:00:00.000Z' }
    const json = JSON.stringify({ ...emptyDocument, content: 'After.', ...times })
    const locked = await lock.seal(json, { kind: 'entry', id, revision: 2 })
    expect(await changeLockedEntry(journal, ana.owner, id, { revision: 1, locked })).toMatchObject({
      outcome: 'saved',
    })
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    await moveAllOut(journal, ana.owner, lock)
    expect(created_at).not.toMatch(/:00:00[.]000Z$/)
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({
      entry: { content: 'After.', created_at, updated_at: created_at },
    })
  })

  test.each([
    ['is no JSON', '{'],
    ['has no text', '{"v":2}'],
    ['has an empty text', JSON.stringify({ ...emptyDocument, content: ' \n' })],
    ['has a text of another type', '{"content":7}'],
    [
      'has too many terms',
      JSON.stringify({
        ...emptyDocument,
        content: 'x',
        linked_term_ids: Array.from({ length: 21 }, () => uuidv7()),
      }),
    ],
    [
      'has an id that is none',
      JSON.stringify({ ...emptyDocument, content: 'x', linked_term_ids: ["' or 1=1"] }),
    ],
    [
      'has too many tags',
      JSON.stringify({ ...emptyDocument, content: 'x', tags: Array.from({ length: 51 }, String) }),
    ],
    ['is too long', JSON.stringify({ ...emptyDocument, content: 'x'.repeat(100_001) })],
    ['has no record', JSON.stringify({ ...emptyDocument, content: 'x', record: { place: 7 } })],
  ])('takes back no document that %s, and nothing beside it', async (_title, document) => {
    const lock = await lockAll()
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    const before = await storedRows()
    const rows = await Promise.all((await allRows(journal, ana.owner, lock.lock_id)).map(lock.unlockRow))
    const index = rows.findIndex(({ table }) => table === 'journal_entries')
    const bad = rows.map((row, place) => (place === index ? { ...row, document } : row))
    const moved = await moveRows(journal, ana.owner, { from: lock.lock_id, to: null, rows: bad })
    expect(moved).toMatchObject({ outcome: 'invalid' })
    expect(await storedRows()).toEqual(before)
  })
})

describe('Nothing opens', () => {
  test('with master key, database and copies of the keys made after the lock', async () => {
    const keysBefore = (await all.query('select * from data_keys where user_id = $1', [ana.user_id])).rows
    const copyBefore = await storedRows()
    const first = copyBefore.find(({ table }) => table === 'journal_entries') as {
      sealed: Buffer
      id: string
    }
    // The test can open what is not locked.
    expect(await opensWithKeys(first.sealed, keysBefore, first.id)).toContain('Zaunkoenig')
    await lockAll()
    const keys = (await all.query('select * from data_keys where user_id = $1', [ana.user_id])).rows
    expect(keys).toEqual([])
    for (const row of await storedRows()) {
      // Even with the key of a copy from before.
      expect(await opensWithKeys(row.sealed as Buffer, keysBefore, String(row.id))).toBeUndefined()
      expect((row.sealed as Buffer).toString('latin1')).not.toContain('Zaunkoenig')
    }
    expect(await tablesContaining(all, ['Zaunkoenig', 'Thrown away', 'Better so'])).toEqual([])
  })
})

describe('Moving is refused', () => {
  const move = (rows: Parameters<typeof moveRows>[2]['rows'], from: string | null, to: string | null) =>
    moveRows(journal, ana.owner, { from, to, rows })

  test('into another lock than the current one, out of a locked one, and of another person', async () => {
    const lock = await lockAll()
    const [row] = await allRows(journal, ana.owner, lock.lock_id)
    if (!row) throw new Error('there is none')
    const before = await storedRows()
    const back = await lock.unlockRow(row)
    expect(await move([back], lock.lock_id, null)).toEqual({ outcome: 'wrong_lock', current: lock.lock_id })
    expect(await move([back], null, null)).toEqual({ outcome: 'wrong_lock', current: lock.lock_id })
    const other = await testLock(ana.owner)
    const again = { ...row, locked: { ...row.locked, lock_id: other.lock_id, data: row.locked?.data ?? '' } }
    const { table, id, revision } = row
    const rows = [{ table, id, revision, locked: again.locked }]
    expect(await move(rows, lock.lock_id, other.lock_id)).toMatchObject({ outcome: 'wrong_lock' })
    expect(await move(rows, uuidv4(), other.lock_id)).toMatchObject({ outcome: 'not_found' })
    // An envelope of another lock than the target.
    expect(await move(rows, null, lock.lock_id)).toMatchObject({ outcome: 'invalid' })
    const ben = await createTestUser(database)
    expect(await moveRows(journal, ben.owner, { from: lock.lock_id, to: null, rows: [back] })).toEqual({
      outcome: 'not_found',
    })
    expect(await storedRows()).toEqual(before)
  })

  test('for damaged envelopes, plain documents in their place, and drafts without a writer', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const rows = await Promise.all((await allRows(journal, ana.owner, null)).map(lock.lockRow))
    const before = await storedRows()
    const entry = rows.find(({ table }) => table === 'journal_entries')
    const draft = rows.find(({ table }) => table === 'journal_drafts')
    if (!entry?.locked || !draft) throw new Error('there is none')
    const { locked } = entry
    const bytes = Buffer.from(locked.data, 'base64')
    const withData = (data: Buffer) => ({ ...entry, locked: { ...locked, data: data.toString('base64') } })
    const newer = Buffer.from(bytes)
    newer[0] = 2
    const { writer: _, ...withoutWriter } = draft
    for (const bad of [
      withData(bytes.subarray(1)),
      withData(Buffer.alloc(0)),
      withData(Buffer.concat([bytes, bytes])),
      withData(Buffer.alloc(33 + 2_097_152, 1)),
      withData(newer),
      { ...entry, document: '{}' },
      { ...entry, locked: undefined },
      { ...entry, writer: uuidv4(), sequence: 1 },
      withoutWriter,
    ])
      expect(await move([bad as typeof entry], null, lock.lock_id)).toMatchObject({ outcome: 'invalid' })
    expect(await storedRows()).toEqual(before)
  })
})

describe('Keyrings', () => {
  test('are refused when they are of another person or lock, older, or without the kit', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const ben = await createTestUser(database)
    expect(await startLock(journal, ben.owner, testKeyring(ana.owner), noNotice)).toMatchObject({
      outcome: 'invalid',
    })
    const change = (keyring: Keyring, generation = 1) =>
      changeKeyring(journal, ana.owner, lock.lock_id, { keyring, generation, change: 'phrase' }, noNotice)
    const next = testKeyring(ana.owner, lock.lock_id, 2)
    const [slot] = next.slots
    if (!slot) throw new Error('there is none')
    for (const keyring of [
      testKeyring(ben.owner, lock.lock_id, 2),
      testKeyring(ana.owner, uuidv4(), 2),
      testKeyring(ana.owner, lock.lock_id, 1),
      { ...next, generation: 500 },
      { ...next, slots: [slot] },
      { ...next, slots: [slot, ...next.slots] },
      { ...next, slots: next.slots.map((each) => ({ ...each, id: each.id.toUpperCase() })) },
    ])
      expect(await change(keyring)).toMatchObject({ outcome: 'invalid' })
    expect(await change(next)).toMatchObject({ outcome: 'changed', lock: { generation: 2 } })
    // Sent again.
    expect(await change(next)).toMatchObject({ outcome: 'already', lock: { generation: 2 } })
    // Rolled back by another device, which gets the current one.
    const older = testKeyring(ana.owner, lock.lock_id, 2)
    expect(await change(older)).toMatchObject({ outcome: 'conflict', current: { keyring: next } })
    expect(await change(testKeyring(ana.owner, lock.lock_id, 1), 2)).toMatchObject({ outcome: 'invalid' })
    expect(await lockOf()).toMatchObject([{ keyring: next, generation: 2 }])
    const theirs = { keyring: testKeyring(ben.owner, lock.lock_id, 3), generation: 2, change: 'kit' as const }
    expect(await changeKeyring(journal, ben.owner, lock.lock_id, theirs, noNotice)).toEqual({
      outcome: 'not_found',
    })
    for (const transition of ['unlocking', 'set_aside', 'resumed', 'relocked'] as const)
      expect(await changeState(journal, ben.owner, lock.lock_id, transition, noNotice)).toEqual({
        outcome: 'not_found',
      })
    expect(await finishLock(journal, ben.owner, lock.lock_id)).toEqual({ outcome: 'not_found' })
  })

  test('of two devices that start at once, one is stored', async () => {
    const [one, other] = [testKeyring(ana.owner), testKeyring(ana.owner)]
    const results = await Promise.all(
      [one, other].map((keyring) => startLock(journal, ana.owner, keyring, noNotice)),
    )
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'conflict'])
    expect(await lockOf()).toHaveLength(1)
    await expect(
      all.query(`insert into journal_locks values ($1, $2, 'locked', 1, '{}', now())`, [
        ana.user_id,
        uuidv4(),
      ]),
      'also by the database',
    ).rejects.toThrow('journal_locks_current')
  })

  test('a notice that cannot be sent changes nothing', async () => {
    const failing = () => Promise.reject(new Error('no notice'))
    await expect(startLock(journal, ana.owner, testKeyring(ana.owner), failing)).rejects.toThrow('no notice')
    expect(await lockOf()).toEqual([])
  })
})

describe('Locked again', () => {
  const change = (lock: TestLock, transition: Parameters<typeof changeState>[3]) =>
    changeState(journal, ana.owner, lock.lock_id, transition, noNotice)

  test.each(['unlocking', 'set_aside'] as const)('after it was %s by someone else', async (undone) => {
    const lock = await lockAll()
    await change(lock, undone)
    const plain = await saveEntry(journal, ana.owner, { content: 'Meanwhile.', linked_term_id: null })
    expect(plain.outcome).toBe('saved')
    for (const outcome of ['changed', 'already'])
      expect(await change(lock, 'relocked')).toMatchObject({ outcome, lock: { state: 'locking' } })
    expect(
      await saveEntry(journal, ana.owner, { content: 'In plain text.', linked_term_id: null }),
    ).toMatchObject({ outcome: 'forbidden', journal_lock: lock.lock_id })
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'remaining', count: 1 })
    await moveAllIn(journal, ana.owner, lock)
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toMatchObject({ lock: { state: 'locked' } })
    expect(await listEntries(journal, ana.owner, { limit: 10 })).toMatchObject({ total: words.length + 1 })
    expect(await change(lock, 'relocked')).toMatchObject({ outcome: 'conflict' })
  })

  test('not beside another lock that encrypts new text', async () => {
    const lock = await lockAll()
    await change(lock, 'set_aside')
    const second = await startTestLock(journal, ana.owner)
    expect(await change(lock, 'relocked')).toMatchObject({
      outcome: 'conflict',
      current: { id: lock.lock_id, state: 'set_aside' },
    })
    expect((await lockOf()).find(({ id }) => id === second.lock_id)?.state).toBe('locking')
  })
})

describe('Set aside', () => {
  test('hides the rows without touching them, and lets the person begin again beside them', async () => {
    const lock = await lockAll()
    const before = await storedRows()
    expect(await changeState(journal, ana.owner, lock.lock_id, 'set_aside', noNotice)).toMatchObject({
      lock: { state: 'set_aside', rows: before.length },
    })
    const [id = ''] = ana.entries
    expect(await listEntries(journal, ana.owner, { limit: 10 })).toMatchObject({
      total: 0,
      this_month: 0,
      linked: 0,
      freeform: 0,
      entries: [],
    })
    expect(await readEntry(journal, ana.owner, id)).toEqual({ outcome: 'not_found' })
    expect(await listDrafts(journal, ana.owner)).toMatchObject({ drafts: [] })
    expect(await listTrash(journal, ana.owner)).toMatchObject({ entries: [] })
    expect(await listVersions(journal, ana.owner, id)).toEqual({ outcome: 'not_found' })
    expect(await deleteEntry(journal, ana.owner, id)).toBe(false)
    expect(await eraseTrash(journal, ana.owner)).toBe(0)
    const deleted = before.find(({ table }) => table === 'deleted_entries')
    expect(await restoreEntry(journal, ana.owner, String(deleted?.id))).toMatchObject({
      outcome: 'not_found',
    })
    const draft = before.find(({ table }) => table === 'journal_drafts')
    const begun = {
      content: 'Instead.',
      revision: null,
      entry_revision: null,
      writer: null,
      sequence: 0,
      linked_term_id: null,
    }
    expect(await saveDraft(journal, ana.owner, String(draft?.id), begun)).toEqual({
      outcome: 'conflict',
      current: null,
    })
    expect(await saveEntry(journal, ana.owner, { id, content: 'Over it.', linked_term_id: null })).toEqual({
      outcome: 'not_found',
    })
    expect(await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Over it.' })).toEqual({
      outcome: 'not_found',
    })
    expect(await storedRows()).toEqual(before)

    // Begun again, first in plain text, then with a new lock.
    const plain = await saveEntry(journal, ana.owner, { content: 'Beside.', linked_term_id: null })
    expect(plain.outcome).toBe('saved')
    const second = await startTestLock(journal, ana.owner)
    await moveAllIn(journal, ana.owner, second)
    expect(await finishLock(journal, ana.owner, second.lock_id)).toMatchObject({
      lock: { state: 'locked', rows: 1 },
    })
    expect(await listEntries(journal, ana.owner, { limit: 10 })).toMatchObject({ total: 1 })
    expect(await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)).toMatchObject({
      outcome: 'conflict',
    })

    // The kit turned up: everything moves to the new lock.
    expect(await changeState(journal, ana.owner, lock.lock_id, 'resumed', noNotice)).toMatchObject({
      lock: { state: 'unlocking' },
    })
    expect(await listEntries(journal, ana.owner, { limit: 10 })).toMatchObject({ total: words.length + 1 })
    const toServer = await Promise.all((await allRows(journal, ana.owner, lock.lock_id)).map(lock.unlockRow))
    expect(
      await moveRows(journal, ana.owner, { from: lock.lock_id, to: null, rows: toServer }),
      'not to the key of the server, past the new lock',
    ).toEqual({ outcome: 'wrong_lock', current: second.lock_id })
    const rows = await Promise.all(
      (await allRows(journal, ana.owner, lock.lock_id)).map(async (row) => {
        const { table, id, revision, document = '' } = await lock.unlockRow(row)
        const writing =
          row.table === 'journal_drafts' ? { writer: row.writer ?? '', sequence: row.sequence ?? 0 } : {}
        const locked = await second.seal(document, second.placeOfRow({ table, id, revision, ...writing }))
        return { table, id, revision, locked, ...writing }
      }),
    )
    expect(
      await moveRows(journal, ana.owner, { from: lock.lock_id, to: second.lock_id, rows }),
    ).toMatchObject({ outcome: 'done' })
    expect(await finishLock(journal, ana.owner, lock.lock_id)).toEqual({ outcome: 'deleted' })
    const listed = await listEntries(journal, ana.owner, { limit: 10 })
    if (listed.outcome !== 'listed') throw new Error(listed.outcome)
    const texts = await Promise.all(
      listed.entries.map(async ({ locked, id, revision }) =>
        locked ? JSON.parse(await second.open(locked, { kind: 'entry', id, revision })).content : undefined,
      ),
    )
    expect(texts.toSorted()).toEqual(['Beside.', ...words].toSorted())
  })
})

describe('A write and a change of the lock', () => {
  test('do not interleave: no plain text is saved after the key was destroyed', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await createTestUser(database)
      const lock = await testLock(user.owner)
      const keyring = testKeyring(user.owner, lock.lock_id)
      const saves = Array.from({ length: 6 }, (_, index) =>
        saveEntry(journal, user.owner, { content: `Number ${index}`, linked_term_id: null }),
      )
      const lockIt = (async () => {
        await startLock(journal, user.owner, keyring, noNotice)
        await moveAllIn(journal, user.owner, lock)
        return finishLock(journal, user.owner, lock.lock_id)
      })()
      const outcomes = await Promise.all(saves)
      expect(await lockIt).toMatchObject({ outcome: 'changed' })
      const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
      expect(outcomes.filter(({ outcome }) => outcome === 'forbidden')).toHaveLength(6 - saved)
      expect(await listLocks(journal, user.owner)).toMatchObject({ plain: 0, locks: [{ rows: saved }] })
      const { rowCount } = await all.query('select from data_keys where user_id = $1', [user.user_id])
      expect(rowCount).toBe(0)
    }
  })
})

test('The latest activity of a locked journal has what names its terms in the browser, and times to the hour', async () => {
  const lock = await lockAll()
  const activity = await database.app.transaction().execute(async (own) => {
    await sql`select set_config('app.user_id', ${ana.user_id}, true)`.execute(own)
    return readEntryActivity(own, journal, ana.owner, 3)
  })
  expect(activity.count).toBe(words.length)
  for (const time of activity.times) expect(time.toISOString()).toMatch(/:00:00[.]000Z$/)
  expect(activity.latest).toMatchObject(
    words.map(() => ({ content: null, locked: { lock_id: lock.lock_id } })),
  )
})

test('A locked row of another person is as unknown as any', async () => {
  const lock = await lockAll()
  const ben = await createTestUser(database)
  const [id = ''] = ana.entries
  expect(await readEntry(journal, ben.owner, id)).toEqual({ outcome: 'not_found' })
  const locked = await lock.entry('Of Ben.', uuidv7())
  expect(await saveLockedEntry(journal, ben.owner, { id: uuidv7(), locked })).toMatchObject({
    ...{ outcome: 'forbidden', journal_lock: null },
  })
  expect(await listLocks(journal, ben.owner)).toEqual({ locks: [], plain: 0 })
})
