import type { Database } from '../../../platform/database/pool.server.ts'
import { insertEmail } from './messages.writes.server.ts'

/** One such letter within this time (milliseconds): whoever has the account open could else send a hundred. */
const minInterval = 10 * 60 * 1000

/**
 * Asks for the letter that tells a person that how they sign in has changed: a password, a second step, recovery codes, a
 * provider. It goes to the address that they confirmed, if they have one, and says no more than that. One that still waits says
 * it for the next action too; after one that has just left, the next leaves ten minutes later and says it for all until then, so that
 * no action stays untold.
 *
 * @param transaction the one that does it: where nobody can be told, it is not done
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
