import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Owner } from '../owner.ts'
import type { Database } from './pool.server.ts'
import type { Tables } from './tables.ts'

type Work<T> = (own: Transaction<Tables>) => Promise<T>

/**
 * Personal work, in one transaction that can see and touch nothing but this person's rows: row level security asks for
 * `app.user_id`, which is set here and forgotten at the end of the transaction (design: "Data").
 *
 * @param work gets the transaction; what it throws undoes all of it
 */
export const withOwner = <T>(database: Database, owner: Owner, work: Work<T>): Promise<T> =>
  begin(database, sql`select ${identity(owner)}`, work)

/**
 * The same, after whoever is at work on the same row of theirs already: it waits for the end of their transaction.
 *
 * @param row a name for it; it need not be there yet
 */
export const inTurn = <T>(database: Database, owner: Owner, row: string, work: Work<T>): Promise<T> =>
  begin(
    database,
    sql`select ${identity(owner)}, pg_advisory_xact_lock(hashtextextended(${`${row} of ${owner.user_id}`}, 0))`,
    work,
  )

const identity = ({ user_id }: Owner) => sql`set_config('app.user_id', ${user_id}, true)`

const begin = <T>(database: Database, first: RawBuilder<unknown>, work: Work<T>): Promise<T> =>
  database.transaction().execute(async (own) => {
    await first.execute(own)
    return work(own)
  })
