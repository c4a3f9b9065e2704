import { v7 as uuidv7 } from 'uuid'
import { keyedHash, type MasterKey, seal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { addJob } from '../../platform/queue.server.ts'
import type { RateLimits } from '../../platform/rate-limits.server.ts'
import type { ContactMessage, SendOutcome } from './contact.contract.ts'
import { messageContext } from './contact.reads.server.ts'

type Dependencies = Pick<Platform, 'database' | 'masterKey' | 'clock' | 'log' | 'config'> & {
  limits: RateLimits
}

/**
 * Stores a message and queues its email; not a repeat within an hour.
 * @param clientIp for rate limits only
 */
export async function sendMessage(
  deps: Dependencies,
  message: ContactMessage,
  clientIp: string,
): Promise<SendOutcome> {
  try {
    const seconds = await deps.limits.consume('contact', clientIp)
    if (seconds > 0) return { outcome: 'wait', seconds }
    await storeMessage(deps, message)
    return { outcome: 'sent' }
  } catch (thrown) {
    deps.log.error('a message could not be kept', { error: loggable(thrown) })
    return { outcome: 'failed' }
  }
}

async function storeMessage({ database, masterKey, clock, config }: Dependencies, input: ContactMessage) {
  const { name, email, helpType, message } = input
  const text = JSON.stringify({ name, email, helpType, message } satisfies ContactMessage)
  const now = clock.now()
  const id = messageIdFor(masterKey, text, now)
  await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('contact_messages')
      .values({ id, sealed: seal(masterKey, text, messageContext(id)), created_at: now, mailed_at: null })
      // Naming a conflict target would need select rights, which this role lacks.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows && config.contactTo) {
      await addJob(transaction, 'mail_message', { message_id: id })
    }
  })
}

const hour = 60 * 60 * 1000

/** Repeats within an hour collide on the id, which reveals nothing without the master key. */
function messageIdFor(masterKey: MasterKey, text: string, now: Date): string {
  const msecs = Math.floor(now.getTime() / hour) * hour
  const random = keyedHash(masterKey, `contact_messages\0${msecs}\0${text}`)
  return uuidv7({ msecs, random: random.subarray(0, 16) })
}

/** Marks a message as emailed. @param auth acting as `unfog_auth`, as below */
export async function markMailed(auth: Database, id: string, now: Date): Promise<void> {
  await auth.updateTable('contact_messages').set({ mailed_at: now }).where('id', '=', id).execute()
}

/** Deletes a message; returns whether it existed. */
export async function deleteMessage(auth: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await auth
    .deleteFrom('contact_messages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes messages older than CONTACT_KEPT_DAYS. */
export async function deleteOldMessages(auth: Database, retentionDays: number, now: Date): Promise<void> {
  await auth
    .deleteFrom('contact_messages')
    .where('created_at', '<=', new Date(now.getTime() - retentionDays * 24 * hour))
    .execute()
}
