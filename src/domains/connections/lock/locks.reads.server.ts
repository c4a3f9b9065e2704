import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { isEnvelopeSize } from '../keyring/envelope.rules.ts'
import * as messages from '../messages.en.yaml'
import {
  type JournalLock,
  type JournalLocks,
  type Keyring,
  type Locked,
  type LockState,
  type LockTable,
  lockTables,
} from './lock.contract.ts'
import { toHour } from './locks.rules.ts'

/** The ids of a person's locks that nobody can open for now: their rows stay, and are not shown. */
export const setAsideLocks = (user_id: string): RawBuilder<unknown> =>
  sql`select id from journal_locks where user_id = ${user_id} and state = 'set_aside'`

/** Leaves those rows out. The list of locks is read once a query. */
export const notSetAside = (user_id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(lock_id is null or lock_id <> all (array(${setAsideLocks(user_id)})))`

/** When a row was changed: to the hour for a locked row, in a query of rows with `lock_id`. */
export const timeOfChange = (now: Date): RawBuilder<Date> =>
  sql<Date>`case when lock_id is null then ${now}::timestamptz else ${toHour(now)}::timestamptz end`

/** The lock that new text belongs to; null while text is encrypted with the server's key. */
export async function readCurrentLock(own: Database, { user_id }: Owner): Promise<string | null> {
  const lock = await own
    .selectFrom('journal_locks')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', 'in', ['locking', 'locked'])
    .executeTakeFirst()
  return lock?.id ?? null
}

/** An answer that changes nothing: the text must be encrypted for `journal_lock`, or not at all. */
export type WrongLock = { outcome: 'forbidden'; reason: string; journal_lock: string | null }

/**
 * Says why a text cannot be saved: it must be an envelope of the current lock, or plain text if there is none. Call it in `withRowLock`, so
 * that the lock stays the current one.
 *
 * @param locked undefined for plain text
 */
export async function wrongLock(
  own: Database,
  owner: Owner,
  locked: Locked | undefined,
): Promise<WrongLock | undefined> {
  const journal_lock = await readCurrentLock(own, owner)
  if (journal_lock === (locked?.lock_id ?? null)) return undefined
  const reason = locked ? messages.lockChanged() : messages.journalIsLocked()
  return { outcome: 'forbidden', reason, journal_lock }
}

/** The bytes of an envelope; undefined where it cannot be one. Whether it opens is known only to its writer. */
export function readEnvelope({ data }: Locked, maxBytes: number): Buffer | undefined {
  const bytes = Buffer.from(data, 'base64')
  return bytes.length <= maxBytes && bytes[0] === 1 && isEnvelopeSize(bytes.length) ? bytes : undefined
}

/** Lists a person's locks, oldest id first, with how many rows each encrypts. */
export function listLocks({ database }: Pick<Journal, 'database'>, owner: Owner): Promise<JournalLocks> {
  return withOwner(database, owner, async (own) => {
    const locks = await own
      .selectFrom('journal_locks')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .orderBy('id')
      .execute()
    const counts = await countByLock(own, owner)
    return {
      locks: locks.map((lock) => toJournalLock(lock, counts)),
      plain: counts.get(null) ?? 0,
    }
  })
}

export function toJournalLock(
  { id, state, generation, keyring }: LockRecord,
  counts: ReadonlyMap<string | null, number>,
): JournalLock {
  return { id, state, generation, keyring: JSON.parse(keyring) as Keyring, rows: counts.get(id) ?? 0 }
}

export type LockRecord = Selectable<Tables['journal_locks']>

/** Finds a lock of this person; another's is undefined. */
export const findLock = (own: Database, { user_id }: Owner, id: string): Promise<LockRecord | undefined> =>
  isUuid(id)
    ? own
        .selectFrom('journal_locks')
        .selectAll()
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .executeTakeFirst()
    : Promise.resolve(undefined)

/** Counts rows by lock; null is the server's key. */
export async function countByLock(own: Database, { user_id }: Owner): Promise<Map<string | null, number>> {
  const countIn = (table: LockTable) =>
    sql`select lock_id, count(*) as count from ${sql.table(table)} where user_id = ${user_id} group by lock_id`
  const { rows } = await sql<{ lock_id: string | null; count: string }>`
    select lock_id, sum(count) as count from (${sql.join(lockTables.map(countIn), sql` union all `)}) as counts
     group by lock_id`.execute(own)
  return new Map(rows.map(({ lock_id, count }) => [lock_id, Number(count)]))
}

/** The ids and states of a person's locks: the browser asks for the keyrings only if there is one. */
export function readLockStates(
  database: Database,
  owner: Owner,
): Promise<{ id: string; state: LockState }[]> {
  return withOwner(database, owner, (own) =>
    own
      .selectFrom('journal_locks')
      .select(['id', 'state'])
      .where('user_id', '=', owner.user_id)
      .orderBy('id')
      .execute(),
  )
}
