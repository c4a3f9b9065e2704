import type { Mail } from '../../platform/mail.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JobHandlers } from '../../platform/queue.server.ts'
import { readMessage } from './contact.reads.server.ts'
import { contactEmail } from './contact.rules.ts'
import { deleteOldMessages, markMailed } from './contact.writes.server.ts'

type Dependencies = Pick<Platform, 'authDatabase' | 'masterKey' | 'clock' | 'config'>

/** Emails stored messages to the operator, and deletes expired ones. */
export const contactJobs = (
  { authDatabase, masterKey, clock, config }: Dependencies,
  mail: Mail,
): Pick<JobHandlers, 'mail_message' | 'remove_old_messages'> => ({
  async mail_message({ message_id }) {
    const message = await readMessage(authDatabase, async () => masterKey, message_id)
    // Deleted, sent by an attempt whose acknowledgement was lost, or CONTACT_TO was removed.
    if (!message || message.mailed_at || !config.contactTo) return
    await mail.send({ to: config.contactTo, replyTo: message.email, ...contactEmail(message_id, message) })
    await markMailed(authDatabase, message_id, clock.now())
  },
  remove_old_messages: () => deleteOldMessages(authDatabase, config.contactKeptDays, clock.now()),
})
