import type { KeyObject } from 'node:crypto'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withJournalLock } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import { draftContext } from '../drafts/drafts.reads.server.ts'
import { entryContext, type Journal } from '../encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../encryption.writes.server.ts'
import { entryTypeOf } from '../entries.rules.ts'
import type { Move, MovedRow, MoveResult } from '../lock/lock.contract.ts'
import { findLock, readCurrentLock, readEnvelope } from '../lock/locks.reads.server.ts'
import { envelopeLimits, toHour } from '../lock/locks.rules.ts'
import * as messages from '../messages.en.yaml'
import { exactTime, readReturned } from './returned-document.rules.ts'

export type MoveOutcome =
  | { outcome: 'done'; results: MoveResult[] }
  | { outcome: 'wrong_lock'; current: string | null }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'not_found' | 'undecryptable' }

type Prepared = { row: MovedRow; sealed?: Buffer; document?: ReturnType<typeof readReturned> & object }

/**
 * Moves rows to a lock or to the server's key, each if its revision and lock still match. A row that was moved before is `moved`, so a
 * request can be repeated. Nothing is moved into anything but the current lock, or to the server's key while there is one.
 */
export async function moveRows(journal: Journal, owner: Owner, move: Move): Promise<MoveOutcome> {
  const prepared: Prepared[] = []
  for (const row of move.rows) {
    const one = prepare(row, move.to)
    if (!one) return { outcome: 'invalid', reason: messages.notMovable({ id: row.id }) }
    prepared.push(one)
  }
  return withJournalLock(journal.database, owner, async (own) => {
    const current = await readCurrentLock(own, owner)
    const from = move.from === null ? undefined : await findLock(own, owner, move.from)
    if (move.from !== null && !from) return { outcome: 'not_found' }
    const leaves = move.from !== move.to && (!from || from.state === 'unlocking')
    if (!leaves || move.to !== current) return { outcome: 'wrong_lock', current }
    const key = move.to === null ? await ensureDataKey(own, journal, owner) : undefined
    if (key === 'undecryptable') return { outcome: 'undecryptable' }
    const results: MoveResult[] = []
    for (const one of prepared) results.push(await moveRow(own, owner, move, one, key))
    return { outcome: 'done', results }
  })
}

/** Undefined where what was sent cannot be stored. */
function prepare(row: MovedRow, to: string | null): Prepared | undefined {
  const isDraft = row.table === 'journal_drafts'
  if (to === null) {
    const document = row.document === undefined ? undefined : readReturned(row.document, isDraft)
    return document && !row.locked ? { row, document } : undefined
  }
  if (!row.locked || row.document !== undefined || row.locked.lock_id !== to) return undefined
  if (isDraft !== (row.writer !== undefined && row.sequence !== undefined)) return undefined
  // Both are bound as they are stored.
  if (/[A-F]/.test(row.id + (row.writer ?? ''))) return undefined
  const sealed = readEnvelope(row.locked, isDraft ? envelopeLimits.draft : envelopeLimits.entry)
  return sealed && { row, sealed }
}

async function moveRow(
  own: Database,
  { user_id }: Owner,
  { from, to }: Move,
  { row, sealed, document }: Prepared,
  key: KeyObject | undefined,
): Promise<MoveResult> {
  const { table, id, revision } = row
  const answer = (outcome: MoveResult['outcome']): MoveResult => ({ table, id, revision, outcome })
  const stored = await findRow(own, user_id, row)
  if (!stored) return answer('gone')
  if (stored.revision !== revision) return answer('changed')
  if (stored.lock_id === to) return answer('moved')
  if (stored.lock_id !== from) return answer('changed')
  const created_at = document ? exactTime(stored.created_at, row.created_at) : toHour(stored.created_at)
  const change = document ? exactTime(stored.updated_at, row.updated_at) : toHour(stored.updated_at)
  // A device whose clock is wrong changed it within its first hour.
  const updated_at = document && change < created_at ? created_at : change
  const rowKey = { user_id, id, revision, created_at }
  const context = table === 'journal_drafts' ? draftContext(rowKey) : entryContext(rowKey)
  const encrypted = document && key ? encryptDocument(key, document, context) : sealed
  if (!encrypted) throw new Error('a row to move has neither a document nor an envelope')
  const values = { sealed: encrypted, lock_id: to, updated_at }
  const entry_type = document ? entryTypeOf(document.linked_term_ids) : null
  const { deleted_at, replaced_at } = stored
  const deleted = to !== null && deleted_at ? { deleted_at: toHour(deleted_at) } : {}
  const query = {
    journal_entries: () => own.updateTable('journal_entries').set({ ...values, created_at, entry_type }),
    deleted_entries: () =>
      own.updateTable('deleted_entries').set({ ...values, created_at, entry_type, ...deleted }),
    journal_drafts: () =>
      own.updateTable('journal_drafts').set({
        ...{ ...values, created_at },
        ...{ writer: row.writer ?? null, sequence: row.sequence ?? null },
      }),
    entry_versions: () =>
      own.updateTable('entry_versions').set({
        ...{ ...values, ...deleted },
        ...(to !== null && replaced_at && { replaced_at: toHour(replaced_at) }),
      }),
  }[table]() as ReturnType<typeof own.updateTable<'journal_entries'>>
  const { numUpdatedRows } = await query
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('lock_id', 'is not distinct from', from)
    .executeTakeFirst()
  return answer(numUpdatedRows > 0n ? 'moved' : 'gone')
}

type Found = {
  revision: number
  lock_id: string | null
  created_at: Date
  updated_at: Date
  deleted_at?: Date | null
  replaced_at?: Date
}

async function findRow(
  own: Database,
  user_id: string,
  { table, id, revision }: MovedRow,
): Promise<Found | undefined> {
  if (table === 'entry_versions') {
    const version = await own
      .selectFrom(table)
      .select(['revision', 'lock_id', 'updated_at', 'deleted_at', 'replaced_at'])
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    return version && { ...version, created_at: version.updated_at }
  }
  if (table === 'deleted_entries')
    return own
      .selectFrom(table)
      .select(['revision', 'lock_id', 'created_at', 'updated_at', 'deleted_at'])
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst()
  return own
    .selectFrom(table)
    .select(['revision', 'lock_id', 'created_at', 'updated_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
}
