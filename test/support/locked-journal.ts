import { randomBytes } from 'node:crypto'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { emptyDocument, writeDocument } from '../../src/domains/connections/document/document.rules.ts'
import type { Journal } from '../../src/domains/connections/encryption.reads.server.ts'
import {
  contentKey,
  type EnvelopePlace,
  openEnvelope,
  sealEnvelope,
} from '../../src/domains/connections/keyring/envelope.rules.ts'
import type { Keyring, Locked, LockRow, MovedRow } from '../../src/domains/connections/lock/lock.contract.ts'
import { startLock } from '../../src/domains/connections/lock/locks.writes.server.ts'
import { listLockRows } from '../../src/domains/connections/move-rows/lock-rows.reads.server.ts'
import { moveRows } from '../../src/domains/connections/move-rows/lock-rows.writes.server.ts'
import type { Owner } from '../../src/platform/owner.ts'

const base64 = (bytes: number) => randomBytes(bytes).toString('base64')

/** A keyring that the server accepts: whether it opens is known only to a browser. */
export function testKeyring({ user_id }: Pick<Owner, 'user_id'>, lock_id: string = uuidv4(), generation = 1) {
  const slot = () => ({ id: uuidv4(), salt: base64(16), wrapped: base64(60) })
  const keyring: Keyring = {
    ...{ v: 1, lock_id, user_id, generation, seal: base64(32) },
    slots: [
      { kind: 'phrase', ...slot(), kdf: { memory_kib: 65_536, passes: 3, lanes: 1 } },
      { kind: 'kit', ...slot() },
    ],
  }
  return keyring
}

/** What a browser does with a lock: it encrypts for rows, opens, and moves all of them. */
export async function testLock(owner: Owner, lock_id: string = uuidv4()) {
  const { user_id } = owner
  const key = await contentKey(new Uint8Array(randomBytes(32)), lock_id)
  type Place =
    | { kind: 'entry'; id: string; revision: number }
    | { kind: 'draft'; id: string; writer: string; sequence: number }
  const placeOf = (place: Place): EnvelopePlace => ({ lock_id, user_id, ...place })
  async function seal(json: string, place: Place): Promise<Locked> {
    const envelope = await sealEnvelope(key, json, placeOf(place), 1)
    return { lock_id, data: Buffer.from(envelope).toString('base64') }
  }
  const open = async ({ data }: Locked, place: Place): Promise<string> =>
    (await openEnvelope(key, new Uint8Array(Buffer.from(data, 'base64')), placeOf(place))).json
  const entry = (content: string, id: string, revision = 1) =>
    seal(writeDocument({ ...emptyDocument, content }), { kind: 'entry', id, revision })
  const draft = (content: string, id: string, writer: string, sequence: number) =>
    seal(writeDocument({ ...emptyDocument, content }), { kind: 'draft', id, writer, sequence })
  const placeOfRow = ({
    table,
    id,
    revision,
    writer,
    sequence,
  }: Pick<MovedRow, 'table' | 'id' | 'revision'> & {
    writer?: string | null
    sequence?: number | null
  }): Place =>
    table === 'journal_drafts'
      ? { kind: 'draft', id, writer: writer ?? '', sequence: sequence ?? 0 }
      : { kind: 'entry', id, revision }
  /** Encrypts a row of the server's key, as a browser does. */
  async function lockRow({
    table,
    id,
    revision,
    document,
    created_at,
    updated_at,
  }: LockRow): Promise<MovedRow> {
    const writing = table === 'journal_drafts' ? { writer: uuidv7(), sequence: 0 } : {}
    const json = JSON.stringify({ ...JSON.parse(document ?? ''), created_at, updated_at })
    const locked = await seal(json, placeOfRow({ table, id, revision, ...writing }))
    return { table, id, revision, locked, ...writing }
  }
  /** Opens a locked row for the server's key. */
  async function unlockRow(row: LockRow): Promise<MovedRow> {
    const { table, id, revision, locked } = row
    if (!locked) throw new Error('it is not locked')
    const document = await open(locked, placeOfRow(row))
    const { created_at, updated_at } = JSON.parse(document)
    return { table, id, revision, document, created_at, updated_at }
  }
  return { lock_id, key, seal, open, entry, draft, lockRow, unlockRow, placeOfRow }
}

export type TestLock = Awaited<ReturnType<typeof testLock>>

export const noNotice = async () => {}

/** Starts a lock. */
export async function startTestLock(journal: Journal, owner: Owner): Promise<TestLock> {
  const lock = await testLock(owner)
  const started = await startLock(journal, owner, testKeyring(owner, lock.lock_id), noNotice)
  if (started.outcome !== 'changed') throw new Error(started.outcome)
  return lock
}

/** Reads all pages of rows. */
export async function allRows(journal: Journal, owner: Owner, from: string | null): Promise<LockRow[]> {
  const rows: LockRow[] = []
  let after: string | undefined
  do {
    const page = await listLockRows(journal, owner, from, after)
    if (page.outcome !== 'listed') throw new Error(page.outcome)
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

/** Moves everything from the server's key to a lock. */
export async function moveAllIn(journal: Journal, owner: Owner, lock: TestLock) {
  const rows = await Promise.all((await allRows(journal, owner, null)).map(lock.lockRow))
  if (rows.length === 0) return []
  const moved = await moveRows(journal, owner, { from: null, to: lock.lock_id, rows })
  if (moved.outcome !== 'done') throw new Error(moved.outcome)
  return moved.results
}

/** Moves everything of a lock back. */
export async function moveAllOut(journal: Journal, owner: Owner, lock: TestLock) {
  const rows = await Promise.all((await allRows(journal, owner, lock.lock_id)).map(lock.unlockRow))
  if (rows.length === 0) return []
  const moved = await moveRows(journal, owner, { from: lock.lock_id, to: null, rows })
  if (moved.outcome !== 'done') throw new Error(moved.outcome)
  return moved.results
}
