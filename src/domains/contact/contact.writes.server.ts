import { v7 as uuidv7 } from 'uuid'
import { keyedHash, type MasterKey, seal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { addJob } from '../../platform/queue.server.ts'
import type { Limits } from '../../platform/rate-limits.server.ts'
import type { ContactMessage, SendOutcome } from './contact.contract.ts'
import { messageContext } from './contact.reads.server.ts'

type ContactDependencies = Pick<Platform, 'database' | 'masterKey' | 'clock' | 'log' | 'config'> & {
  limits: Limits
}

/**
 * Keeps a message for the operator and, where there is a mailbox for it (CONTACT_TO), lets a job mail it (design: "contact form").
 * The same message twice within an hour, as by a press too many, is one.
 *
 * @param clientIp the network address of who asks, for limits alone
 */
export async function sendMessage(
  dependencies: ContactDependencies,
  message: ContactMessage,
  clientIp: string,
): Promise<SendOutcome> {
  try {
    const seconds = await dependencies.limits.take('contact', clientIp)
    if (seconds > 0) return { outcome: 'wait', seconds }
    await storeMessage(dependencies, message)
    return { outcome: 'sent' }
  } catch (thrown) {
    dependencies.log.error('a message could not be kept', { error: loggable(thrown) })
    return { outcome: 'failed' }
  }
}

async function storeMessage(
  { database, masterKey, clock, config }: ContactDependencies,
  input: ContactMessage,
) {
  const { name, email, helpType, message } = input
  const text = JSON.stringify({ name, email, helpType, message } satisfies ContactMessage)
  const now = clock.now()
  const id = messageIdFor(masterKey, text, now)
  await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('contact_messages')
      .values({ id, sealed: seal(masterKey, text, messageContext(id)), created_at: now, mailed_at: null })
      // Which row is there already cannot be named here: this role may not look.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows && config.contactTo) {
      await addJob(transaction, 'mail_message', { message_id: id })
    }
  })
}

const hour = 60 * 60 * 1000

/** Made of the text and the hour, so that the table itself knows a message again; without the master key it tells nothing of it. */
function messageIdFor(masterKey: MasterKey, text: string, now: Date): string {
  const msecs = Math.floor(now.getTime() / hour) * hour
  const random = keyedHash(masterKey, `contact_messages\0${msecs}\0${text}`)
  return uuidv7({ msecs, random: random.subarray(0, 16) })
}

/** @param auth acting as `unfog_auth` */
export async function markMailed(auth: Database, id: string, now: Date): Promise<void> {
  await auth.updateTable('contact_messages').set({ mailed_at: now }).where('id', '=', id).execute()
}

/** @returns whether there was such a message. @param auth acting as `unfog_auth` */
export async function deleteMessage(auth: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await auth
    .deleteFrom('contact_messages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes what has been kept for its time (CONTACT_KEPT_DAYS), answered or not. @param auth acting as `unfog_auth` */
export async function deleteOldMessages(auth: Database, retentionDays: number, now: Date): Promise<void> {
  await auth
    .deleteFrom('contact_messages')
    .where('created_at', '<=', new Date(now.getTime() - retentionDays * 24 * hour))
    .execute()
}
