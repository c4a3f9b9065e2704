import { sql, type Transaction } from 'kysely'
import type { Owner } from '../owner.ts'
import type { Database } from './pool.server.ts'
import type { Tables } from './tables.ts'

/**
 * Personal work, in one transaction that can see and touch nothing but this person's rows: row level security asks for
 * `app.user_id`, which is set here and forgotten at the end of the transaction (design: "Data").
 *
 * @param work gets the transaction; what it throws undoes all of it
 */
export function asOwner<T>(
  database: Database,
  owner: Owner,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await sql`select set_config('app.user_id', ${owner.user_id}, true)`.execute(transaction)
    return work(transaction)
  })
}
