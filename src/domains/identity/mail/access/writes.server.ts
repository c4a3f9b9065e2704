import type { Database } from '../../../../platform/database/pool.server.ts'
import { addMail } from '../writes.server.ts'

/**
 * Asks for the letter that tells a person that how they sign in has changed: a password, a second step, recovery codes, a
 * provider. It goes to the address that they confirmed, if they have one, and says no more than that. One that still waits says
 * it for the next deed too.
 *
 * @param transaction the one that does it: where nobody can be told, it is not done
 */
export async function tellOwner(transaction: Database, user_id: string, now: Date): Promise<void> {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user?.email || !user.email_confirmed_at) return
  await addMail(transaction, { user_id, purpose: 'access_changed', sent_to: user.email }, now)
}
