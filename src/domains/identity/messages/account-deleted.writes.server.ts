import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { addJob } from '../../../platform/queue.server.ts'

/** Milliseconds. */
const emailTtl = 24 * 60 * 60 * 1000

/** Queues the email about a deletion. Its own table outlives the user's row. */
export async function queueAccountDeletedEmail(
  transaction: Database,
  sent_to: string,
  now: Date,
): Promise<void> {
  const id = uuidv7()
  await transaction
    .insertInto('auth.account_deleted_emails')
    .values({ id, sent_to, created_at: now })
    .execute()
  await addJob(transaction, 'send_farewell', { farewell_id: id })
}

/** Undefined if sent or too old. */
export async function readAccountDeletedEmail(
  auth: Database,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const row = await auth
    .selectFrom('auth.account_deleted_emails')
    .select('sent_to')
    .where('id', '=', id)
    .where('created_at', '>', new Date(now.getTime() - emailTtl))
    .executeTakeFirst()
  return row?.sent_to
}

/** Deletes the last data about the user. */
export async function removeAccountDeletedEmail(auth: Database, id: string): Promise<void> {
  await auth.deleteFrom('auth.account_deleted_emails').where('id', '=', id).execute()
}
