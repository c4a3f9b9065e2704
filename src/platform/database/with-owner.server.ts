import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Owner } from '../owner.ts'
import type { Database } from './pool.server.ts'
import type { Tables } from './tables.ts'

type Work<T> = (own: Transaction<Tables>) => Promise<T>

/**
 * Runs a transaction limited to the owner's rows: row level security checks `app.user_id`, which is set for this transaction only
 * (design: "Data"). An error rolls back.
 */
export const withOwner = <T>(database: Database, owner: Owner, work: Work<T>): Promise<T> =>
  runTransaction(database, sql`select ${setUserId(owner)}`, work)

/**
 * `withOwner` under a lock on one of the owner's rows: waits for other transactions with the same lock.
 *
 * @param row any name for it; the row need not exist
 */
export const withRowLock = <T>(database: Database, owner: Owner, row: string, work: Work<T>): Promise<T> =>
  runTransaction(
    database,
    sql`select ${setUserId(owner)}, pg_advisory_xact_lock(hashtextextended(${`${row} of ${owner.user_id}`}, 0))`,
    work,
  )

const setUserId = ({ user_id }: Owner) => sql`set_config('app.user_id', ${user_id}, true)`

const runTransaction = <T>(database: Database, first: RawBuilder<unknown>, work: Work<T>): Promise<T> =>
  database.transaction().execute(async (own) => {
    await first.execute(own)
    return work(own)
  })
