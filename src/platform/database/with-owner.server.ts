import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Owner } from '../owner.ts'
import type { Database } from './pool.server.ts'
import type { Tables } from './tables.ts'

type Work<T> = (own: Transaction<Tables>) => Promise<T>

/** Limits a transaction to the owner's rows by `app.user_id` and row level security (docs/architecture.md, "Saving a favorite"). */
export const withOwner = <T>(database: Database, owner: Owner, work: Work<T>): Promise<T> =>
  runTransaction(database, sql`select ${setUserId(owner)}`, work)

/**
 * Like `withOwner`; calls with the same `row`, in any case, run one after another, even before the row exists. `withJournalLock` waits for
 * all of them.
 */
export const withRowLock = <T>(database: Database, owner: Owner, row: string, work: Work<T>): Promise<T> =>
  runTransaction(
    database,
    sql`select ${setUserId(owner)}, pg_advisory_xact_lock_shared(${lockNumber(owner, 'journal')}),
      pg_advisory_xact_lock(${lockNumber(owner, row)})`,
    work,
  )

/** Like `withOwner`, alone: no `withRowLock` of this person runs meanwhile. */
export const withJournalLock = <T>(database: Database, owner: Owner, work: Work<T>): Promise<T> =>
  runTransaction(
    database,
    sql`select ${setUserId(owner)}, pg_advisory_xact_lock(${lockNumber(owner, 'journal')})`,
    work,
  )

const lockNumber = ({ user_id }: Owner, row: string) =>
  sql`hashtextextended(${`${row.toLowerCase()} of ${user_id}`}, 0)`

const setUserId = ({ user_id }: Owner) => sql`set_config('app.user_id', ${user_id}, true)`

const runTransaction = <T>(database: Database, first: RawBuilder<unknown>, work: Work<T>): Promise<T> =>
  database.transaction().execute(async (own) => {
    await first.execute(own)
    return work(own)
  })
