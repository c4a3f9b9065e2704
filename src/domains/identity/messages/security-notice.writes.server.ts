import type { Database } from '../../../platform/database/pool.server.ts'
import { insertEmail } from './messages.writes.server.ts'

/** Milliseconds. Someone with access must not send hundreds. */
const minInterval = 10 * 60 * 1000

/**
 * Tells the verified address that sign-in methods changed. A queued notice covers later changes; the next
 * waits ten minutes, so that no change goes unreported.
 */
export async function sendSecurityNotice(transaction: Database, user_id: string, now: Date): Promise<void> {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user?.email || !user.email_confirmed_at) return
  const previous = await transaction
    .selectFrom('auth.mail_tokens')
    .select('sent_at')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'access_changed')
    .where('sent_to', '=', user.email)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (previous && !previous.sent_at) return
  const earliest = previous?.sent_at && new Date(previous.sent_at.getTime() + minInterval)
  const email = { user_id, purpose: 'access_changed', sent_to: user.email } as const
  await insertEmail(transaction, email, now, earliest && earliest > now ? earliest : undefined)
}
