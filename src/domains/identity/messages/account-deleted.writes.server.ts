import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { addJob } from '../../../platform/queue.server.ts'

/** How long a letter that cannot be sent is tried (milliseconds); then its address is forgotten. */
const emailTtl = 24 * 60 * 60 * 1000

/**
 * Asks for the letter that tells somebody that their account is gone. It stands alone: the row of the person goes in the same
 * transaction.
 *
 * @param transaction the one that erases
 */
export async function queueAccountDeletedEmail(
  transaction: Database,
  sent_to: string,
  now: Date,
): Promise<void> {
  const id = uuidv7()
  await transaction.insertInto('auth.farewells').values({ id, sent_to, created_at: now }).execute()
  await addJob(transaction, 'send_farewell', { farewell_id: id })
}

/** @returns the address; undefined when the letter has left already, or is too old to be sent */
export async function readAccountDeletedEmail(
  auth: Database,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const row = await auth
    .selectFrom('auth.farewells')
    .select('sent_to')
    .where('id', '=', id)
    .where('created_at', '>', new Date(now.getTime() - emailTtl))
    .executeTakeFirst()
  return row?.sent_to
}

/** The last that is known of the person. */
export async function removeAccountDeletedEmail(auth: Database, id: string): Promise<void> {
  await auth.deleteFrom('auth.farewells').where('id', '=', id).execute()
}
