import type { Mail } from '../../platform/mail.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JobHandlers } from '../../platform/queue.server.ts'
import { readMessage } from './contact.reads.server.ts'
import { contactEmail } from './contact.rules.ts'
import { deleteOldMessages, markMailed } from './contact.writes.server.ts'

type ContactDependencies = Pick<Platform, 'authDatabase' | 'masterKey' | 'clock' | 'config'>

/** Mails to the operator what `sendMessage` kept; what cannot be sent is tried again. Every hour, what is old enough goes. */
export const contactJobs = (
  { authDatabase, masterKey, clock, config }: ContactDependencies,
  mail: Mail,
): Pick<JobHandlers, 'mail_message' | 'remove_old_messages'> => ({
  async mail_message({ message_id }) {
    const message = await readMessage(authDatabase, async () => masterKey, message_id)
    // Erased, mailed by a try whose answer was lost on its way to the queue, or no mailbox is named any more.
    if (!message || message.mailed_at || !config.contactTo) return
    await mail.send({ to: config.contactTo, replyTo: message.email, ...contactEmail(message_id, message) })
    await markMailed(authDatabase, message_id, clock.now())
  },
  remove_old_messages: () => deleteOldMessages(authDatabase, config.contactKeptDays, clock.now()),
})
