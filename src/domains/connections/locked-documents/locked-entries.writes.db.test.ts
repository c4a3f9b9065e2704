import type pg from 'pg'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  moveAllIn,
  noNotice,
  startTestLock,
  type TestLock,
  testLock,
} from '../../../../test/support/locked-journal.ts'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../../test/support/user.ts'
import { createOwner } from '../../../platform/create-owner.ts'
import type { LockedDraftChange } from '../drafts/drafts.contract.ts'
import { listDrafts, readDraft } from '../drafts/drafts.reads.server.ts'
import { saveDraft } from '../drafts/drafts.writes.server.ts'
import { saveExitDraft } from '../drafts/exit-draft.writes.server.ts'
import { listEntries, readEntry } from '../entries.reads.server.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'
import { restoreVersion } from '../history/version-restore.writes.server.ts'
import { listVersions } from '../history/versions.reads.server.ts'
import { listExistingIds } from '../import/import.reads.server.ts'
import { importEntries } from '../import/import.writes.server.ts'
import { changeState, finishLock } from '../lock/locks.writes.server.ts'
import { listTrash } from '../trash/trash.reads.server.ts'
import { deleteEntry, restoreEntry } from '../trash/trash.writes.server.ts'
import { saveLockedDraft } from './locked-drafts.writes.server.ts'
import { changeLockedEntry, saveLockedEntry } from './locked-entries.writes.server.ts'

const database = testDatabase()
const { journal, time } = testJournal(database)
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

let ana: TestUser
let lock: TestLock
beforeEach(async () => {
  time.now = new Date('2026-03-04T12:34:56.789Z')
  ana = await createTestUser(database)
  lock = await startTestLock(journal, ana.owner)
})

const hour = '2026-03-04T12:00:00.000Z'
const storedTables = async () =>
  Promise.all(
    ['journal_entries', 'journal_drafts', 'deleted_entries', 'entry_versions'].map(
      async (table) => (await all.query(`select * from ${table} where user_id = $1`, [ana.user_id])).rows,
    ),
  )
const refused = (journal_lock: string | null) => ({
  outcome: 'forbidden',
  reason: expect.stringMatching(/\w/),
  journal_lock,
})

describe('A Connection of a locked journal', () => {
  test('is stored as it was encrypted, with times to the hour, and read with `locked` alone', async () => {
    const id = uuidv7()
    const locked = await lock.entry('Zaunkoenig.', id)
    const saved = await saveLockedEntry(journal, ana.owner, { id, locked })
    const entry = {
      ...{ id, user_id: ana.user_id, revision: 1, content: null, locked, created_at: hour, updated_at: hour },
      ...{
        entry_type: 'freeform',
        linked_term_id: null,
        linked_term_ids: [],
        term: null,
        terms: [],
        tags: [],
      },
      ...{ happened: null, record: { place: '', people: '', proof: '', disclosed_to: '' } },
    }
    expect(saved).toEqual({ outcome: 'saved', entry })
    expect(await readEntry(journal, ana.owner, id)).toEqual({ outcome: 'found', entry })
    expect(await listEntries(journal, ana.owner, { limit: 5 })).toMatchObject({
      ...{ total: 1, this_month: 1, linked: 0, freeform: 1, entries: [entry] },
    })
    expect(await lock.open(locked, { kind: 'entry', id, revision: 1 })).toContain('Zaunkoenig.')
    expect((await all.query('select from data_keys where user_id = $1', [ana.user_id])).rowCount).toBe(0)
  })

  test('sent twice is saved once; another text under its id is a conflict with the locked one', async () => {
    const id = uuidv7()
    const locked = await lock.entry('Once.', id)
    await saveLockedEntry(journal, ana.owner, { id, locked })
    expect(await saveLockedEntry(journal, ana.owner, { id, locked })).toMatchObject({ outcome: 'already' })
    const again = await lock.entry('Once.', id)
    expect(await saveLockedEntry(journal, ana.owner, { id, locked: again })).toMatchObject({
      ...{ outcome: 'conflict', current: { locked, revision: 1 } },
    })
  })

  test('is changed by revision; its version before is copied as it was, with times to the hour', async () => {
    const id = uuidv7()
    const [first, second] = [await lock.entry('First.', id), await lock.entry('Second.', id, 2)]
    await saveLockedEntry(journal, ana.owner, { id, locked: first })
    time.now = new Date('2026-03-04T14:59:59.999Z')
    const change = { revision: 1, locked: second }
    const entry = { revision: 2, locked: second, created_at: hour, updated_at: '2026-03-04T14:00:00.000Z' }
    expect(await changeLockedEntry(journal, ana.owner, id, change)).toMatchObject({ outcome: 'saved', entry })
    expect(await changeLockedEntry(journal, ana.owner, id, change)).toMatchObject({
      outcome: 'already',
      entry,
    })
    // An envelope of an earlier revision, sent again.
    expect(await changeLockedEntry(journal, ana.owner, id, { revision: 1, locked: first })).toMatchObject({
      ...{ outcome: 'conflict', current: { locked: second, revision: 2 } },
    })
    expect(await listVersions(journal, ana.owner, id)).toMatchObject({
      versions: [
        {
          revision: 1,
          content: null,
          locked: first,
          updated_at: hour,
          replaced_at: '2026-03-04T14:00:00.000Z',
        },
      ],
    })
    expect(await lock.open(first, { kind: 'entry', id, revision: 1 })).toContain('First.')
    await expect(
      lock.open(first, { kind: 'entry', id, revision: 2 }),
      'bound to its revision',
    ).rejects.toThrow()
  })

  test('goes to the trash and back as it is, with the time of deletion to the hour', async () => {
    const id = uuidv7()
    const locked = await lock.entry('Thrown away.', id)
    await saveLockedEntry(journal, ana.owner, { id, locked })
    await changeLockedEntry(journal, ana.owner, id, {
      revision: 1,
      locked: await lock.entry('Twice.', id, 2),
    })
    expect(await deleteEntry(journal, ana.owner, id)).toBe(true)
    expect(await listTrash(journal, ana.owner)).toMatchObject({
      entries: [{ id, content: null, deleted_at: hour, locked: { lock_id: lock.lock_id } }],
    })
    const [, , , versions] = await storedTables()
    expect(versions).toMatchObject([{ deleted_at: new Date(hour), lock_id: lock.lock_id }])
    expect(await restoreEntry(journal, ana.owner, id)).toEqual({ outcome: 'restored' })
    expect(await listVersions(journal, ana.owner, id)).toMatchObject({ versions: [{ locked }] })
  })

  test('that is still plain is replaced by its envelope, and its plain version stays readable until it moves', async () => {
    const ben = await createTestUser(database)
    const entry = await saveTestEntry(journal, ben, { content: 'Plain.' })
    const theirs = await startTestLock(journal, ben.owner)
    const locked = await theirs.entry('Encrypted.', entry.id, 2)
    expect(await changeLockedEntry(journal, ben.owner, entry.id, { revision: 1, locked })).toMatchObject({
      ...{ outcome: 'saved', entry: { created_at: hour, updated_at: hour, content: null } },
    })
    expect(await listVersions(journal, ben.owner, entry.id)).toMatchObject({
      versions: [{ content: 'Plain.' }],
    })
    await moveAllIn(journal, ben.owner, theirs)
    expect(await finishLock(journal, ben.owner, theirs.lock_id)).toMatchObject({ outcome: 'changed' })
  })

  test('that is damaged is never written over', async () => {
    const ben = await createTestUser(database)
    const entry = await saveTestEntry(journal, ben, { content: 'Plain.' })
    await all.query(`update journal_entries set sealed = sealed || '\\x00' where id = $1`, [entry.id])
    const theirs = await startTestLock(journal, ben.owner)
    const locked = await theirs.entry('Over it.', entry.id, 2)
    expect(await changeLockedEntry(journal, ben.owner, entry.id, { revision: 1, locked })).toEqual({
      outcome: 'undecryptable',
    })
  })

  test('has the limits of others, and restricted people write none', async () => {
    const id = uuidv7()
    const locked = await lock.entry('Restricted.', id)
    const restricted = createOwner({ ...ana.owner, status: 'restricted' })
    expect(await saveLockedEntry(journal, restricted, { id, locked })).toMatchObject({ outcome: 'forbidden' })
    const ended = createOwner({ ...ana.owner, journals: false })
    expect(await saveLockedEntry(journal, ended, { id, locked })).toMatchObject({ outcome: 'forbidden' })
    const bytes = Buffer.alloc(33 + 2 ** 20, 1)
    const huge = { lock_id: lock.lock_id, data: bytes.toString('base64') }
    expect(await saveLockedEntry(journal, ana.owner, { id, locked: huge })).toMatchObject({
      outcome: 'invalid',
    })
    // Both may lock, unlock and finish.
    for (const owner of [restricted, ended]) {
      expect(await finishLock(journal, owner, lock.lock_id)).toMatchObject({ lock: { state: 'locked' } })
    }
    expect(await changeState(journal, restricted, lock.lock_id, 'unlocking', noNotice)).toMatchObject({
      outcome: 'changed',
    })
    expect((await storedTables()).flat()).toEqual([])
  })
})

describe('Refused, with nothing changed', () => {
  let other: TestLock
  let before: unknown
  const id = uuidv7()
  const draftId = uuidv7()
  beforeEach(async () => {
    other = await testLock(ana.owner)
    await saveLockedEntry(journal, ana.owner, { id, locked: await lock.entry('Here.', id) })
    const writer = uuidv4()
    await saveLockedDraft(journal, ana.owner, draftId, {
      ...{ locked: await lock.draft('Begun.', draftId, writer, 1), writer, sequence: 1 },
      ...{ revision: null, entry_revision: null },
    })
    before = await storedTables()
  })
  const plain = { content: 'Zaunkoenig plain.', linked_term_id: null }
  const draft = { ...plain, entry_revision: null, writer: null, sequence: 0 }

  test('is plain text in every way in', async () => {
    const no = refused(lock.lock_id)
    expect(await saveEntry(journal, ana.owner, plain)).toEqual(no)
    expect(await saveEntry(journal, ana.owner, { ...plain, id })).toEqual(no)
    expect(await changeEntry(journal, ana.owner, id, { ...plain, revision: 1 })).toEqual(no)
    for (const revision of [null, 1])
      expect(await saveDraft(journal, ana.owner, draftId, { ...draft, revision })).toEqual(no)
    expect(await saveExitDraft(journal, ana.owner, { ...draft, id: draftId, revision: 1 })).toBe(false)
    const imported = { id: uuidv7(), created_at: '2024-01-01T00:00:00Z', content: 'Zaunkoenig imported.' }
    expect(await importEntries(journal, ana.owner, [imported])).toEqual(no)
    const locked = await lock.entry('Of the import.', uuidv7())
    const mixed = [{ id: uuidv7(), created_at: imported.created_at, locked }, imported]
    expect(await importEntries(journal, ana.owner, mixed)).toEqual(no)
    expect(await restoreVersion(journal, ana.owner, id, { version: 1, revision: 1 })).toEqual({
      outcome: 'not_found',
    })
    expect(await storedTables()).toEqual(before)
  })

  test('is an envelope of another lock, and any envelope where there is no lock', async () => {
    const theirs = await other.entry('Of another lock.', id, 2)
    const no = refused(lock.lock_id)
    expect(await changeLockedEntry(journal, ana.owner, id, { revision: 1, locked: theirs })).toEqual(no)
    const fresh = uuidv7()
    const input = { id: fresh, locked: await other.entry('Of another lock.', fresh) }
    expect(await saveLockedEntry(journal, ana.owner, input)).toEqual(no)
    const writer = uuidv4()
    const change: LockedDraftChange = {
      ...{ locked: await other.draft('Of another.', draftId, writer, 1), writer, sequence: 1 },
      ...{ revision: 1, entry_revision: null },
    }
    expect(await saveLockedDraft(journal, ana.owner, draftId, change)).toEqual(no)
    expect(await storedTables()).toEqual(before)
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    const late = { id: fresh, locked: await lock.entry('Late.', fresh) }
    expect(await saveLockedEntry(journal, ana.owner, late)).toEqual(refused(null))
    expect(await storedTables()).toEqual(before)
  })

  test('while unlocking is a change that would lose what the server cannot read', async () => {
    await changeState(journal, ana.owner, lock.lock_id, 'unlocking', noNotice)
    expect(await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Only the text.' })).toEqual(
      refused(null),
    )
    expect(await saveDraft(journal, ana.owner, draftId, { ...draft, revision: 1 })).toEqual(refused(null))
    expect(await storedTables()).toEqual(before)
    const { apple = '' } = await syncTerms(database, [sourceTerm('Apple')])
    const whole = {
      ...{ content: 'All of it.', linked_term_ids: [apple], happened: null, tags: [] },
      record: { place: '', people: '', proof: '', disclosed_to: '' },
    }
    expect(await changeEntry(journal, ana.owner, id, { ...whole, revision: 1 })).toMatchObject({
      ...{ outcome: 'saved', entry: { content: 'All of it.', revision: 2, entry_type: 'term_linked' } },
    })
    expect(await listVersions(journal, ana.owner, id)).toMatchObject({
      versions: [{ locked: { lock_id: lock.lock_id } }],
    })
    expect(await saveDraft(journal, ana.owner, draftId, { ...draft, ...whole, revision: 1 })).toMatchObject({
      ...{ outcome: 'saved', draft: { content: 'All of it.' } },
    })
  })
})

describe('A locked draft', () => {
  const [one, other] = [uuidv4(), uuidv4()]
  const id = uuidv7()
  const send = async (
    writer: string,
    sequence: number,
    revision: number | null,
    entry_revision: number | null = null,
  ) => {
    const locked = await lock.draft(`${sequence} of ${writer}`, id, writer, sequence)
    const change = { locked, writer, sequence, revision, entry_revision }
    return { locked, result: await saveLockedDraft(journal, ana.owner, id, change) }
  }

  test('is ordered by its writer and count, which the server has without opening it', async () => {
    await send(one, 1, null)
    const third = await send(one, 3, 1)
    expect(third.result).toMatchObject({
      ...{
        outcome: 'saved',
        draft: { revision: 2, writer: one, sequence: 3, content: null, locked: third.locked },
      },
    })
    // Late, and twice.
    for (const sequence of [2, 3])
      expect((await send(one, sequence, 1)).result).toMatchObject({
        draft: { locked: third.locked, revision: 2 },
      })
    expect((await send(other, 9, 1)).result).toMatchObject({
      ...{ outcome: 'conflict', current: { locked: third.locked, revision: 2 } },
    })
    const followed = await send(other, 1, 2)
    expect(followed.result).toMatchObject({ draft: { revision: 3, writer: other, sequence: 1 } })
    expect(await readDraft(journal, ana.owner, id)).toMatchObject({
      draft: { locked: followed.locked, created_at: hour, updated_at: hour },
    })
    expect(await listDrafts(journal, ana.owner)).toMatchObject({ drafts: [{ id, content: null }] })
    expect(await lock.open(followed.locked, { kind: 'draft', id, writer: other, sequence: 1 })).toContain(
      '1 of',
    )
  })

  test('that follows a deleted one, or a deleted Connection, is not restored by a late request', async () => {
    expect((await send(one, 1, 5)).result).toEqual({ outcome: 'conflict', current: null })
    expect((await send(one, 1, null, 4)).result).toEqual({ outcome: 'not_found' })
    expect((await send(one, 1, null)).result).toMatchObject({ outcome: 'saved' })
  })

  test('of an exiting page is saved, and in a conflict under the id that it was also encrypted for', async () => {
    const { locked: theirs } = await send(one, 1, null)
    const fork = uuidv7()
    const exit = {
      ...{ id, writer: other, sequence: 4, revision: null, entry_revision: null },
      locked: await lock.draft('Mine.', id, other, 4),
    }
    expect(await saveExitDraft(journal, ana.owner, exit), 'cannot be bound to another id here').toBe(false)
    const forked = { id: fork, locked: await lock.draft('Mine.', fork, other, 4) }
    expect(await saveExitDraft(journal, ana.owner, { ...exit, fork: forked })).toBe(true)
    expect(await readDraft(journal, ana.owner, id)).toMatchObject({ draft: { locked: theirs } })
    expect(await readDraft(journal, ana.owner, fork)).toMatchObject({ draft: { locked: forked.locked } })
    const ben = await createTestUser(database)
    expect(await saveExitDraft(journal, ben.owner, { ...exit, user_id: ana.user_id })).toBe(false)
  })

  test('needs its id in lowercase, to which it is bound', async () => {
    const locked = await lock.draft('x', id, one, 1)
    const change = { locked, writer: one, sequence: 1, revision: null, entry_revision: null }
    expect(await saveLockedDraft(journal, ana.owner, id.toUpperCase(), change)).toMatchObject({
      outcome: 'invalid',
    })
  })
})

describe('An import into a locked journal', () => {
  test('saves envelopes with times to the hour, skips what exists, and rejects damaged ones one by one', async () => {
    const [first, second, third] = [uuidv7(), uuidv7(), uuidv7()]
    const created_at = '2024-01-01T10:11:12.345Z'
    const entries = [
      { id: first, created_at, updated_at: '2024-02-01T10:59:00Z', locked: await lock.entry('One.', first) },
      { id: second, created_at: '2031-01-01T00:00:00Z', locked: await lock.entry('Two.', second) },
      { id: third, created_at, locked: { lock_id: lock.lock_id, data: 'AAAA' } },
    ]
    const reason = expect.stringMatching(/\w/)
    const results = [
      { id: first, outcome: 'saved' },
      { id: second, outcome: 'rejected', reason },
      { id: third, outcome: 'rejected', reason },
    ]
    expect(await importEntries(journal, ana.owner, entries)).toEqual({ outcome: 'imported', results })
    expect(await readEntry(journal, ana.owner, first)).toMatchObject({
      entry: {
        ...{ locked: entries[0]?.locked, revision: 1 },
        ...{ created_at: '2024-01-01T10:00:00.000Z', updated_at: '2024-02-01T10:00:00.000Z' },
      },
    })
    expect(await importEntries(journal, ana.owner, entries)).toMatchObject({
      results: [{ outcome: 'exists' }, { outcome: 'rejected' }, { outcome: 'rejected' }],
    })
  })

  test('beside a set-aside lock says what stays there, and writes over nothing', async () => {
    const id = uuidv7()
    await saveLockedEntry(journal, ana.owner, { id, locked: await lock.entry('Aside.', id) })
    await changeState(journal, ana.owner, lock.lock_id, 'set_aside', noNotice)
    const before = await storedTables()
    expect(await listExistingIds(journal, ana.owner)).toMatchObject({ ids: [] })
    const entry = { id, created_at: '2024-01-01T00:00:00Z', content: 'From a file.' }
    expect(await importEntries(journal, ana.owner, [entry])).toMatchObject({
      results: [{ id, outcome: 'rejected', reason: expect.stringContaining('set aside') }],
    })
    expect(await storedTables()).toEqual(before)
  })
})
