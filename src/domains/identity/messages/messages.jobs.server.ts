import type { Mail } from '../../../platform/mail.server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { JobHandlers } from '../../../platform/queue.server.ts'
import { createSms } from '../../../platform/sms.server.ts'
import { readAccountDeletedEmail, removeAccountDeletedEmail } from './account-deleted.writes.server.ts'
import { renderEmail, renderSms } from './messages.rules.ts'
import { renderQueuedEmail } from './messages.writes.server.ts'

/** Sends queued emails and SMS. A retry uses a new token and code. */
export function mailJobs(
  {
    authDatabase,
    masterKey,
    clock,
    config,
  }: Pick<Platform, 'authDatabase' | 'masterKey' | 'clock' | 'config'>,
  mail: Mail,
): Pick<JobHandlers, 'send_mail' | 'send_farewell'> {
  const sms = createSms(config)
  return {
    async send_mail({ mail_token_id }) {
      const message = await renderQueuedEmail({ auth: authDatabase, masterKey }, mail_token_id, clock.now())
      if (!message || (message.purpose === 'access_changed' && config.smtpUrl === undefined)) return
      if (message.channel) {
        return sms.send({
          to: message.sent_to,
          channel: message.channel,
          text: renderSms(message.purpose, message.code ?? ''),
        })
      }
      await mail.send({ to: message.sent_to, ...renderEmail(message.purpose, config.publicUrl, message) })
    },
    async send_farewell({ farewell_id }) {
      const sent_to = await readAccountDeletedEmail(authDatabase, farewell_id, clock.now())
      if (sent_to) await mail.send({ to: sent_to, ...renderEmail('erased', config.publicUrl) })
      await removeAccountDeletedEmail(authDatabase, farewell_id)
    },
  }
}
