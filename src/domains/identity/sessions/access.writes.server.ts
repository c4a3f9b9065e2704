import type { Database } from '../../../platform/database/pool.server.ts'
import { endSessions } from './sessions.writes.server.ts'

/** Letters that carry nothing and only tell the owner of an address something. */
const notices = ['email_changed', 'access_changed'] as const

/**
 * Ends every way into an account that someone else may hold: sessions with their refresh tokens, codes of apps, mailed links and
 * codes, a pending change of address or number, the way to a provider (identity/sessions/access.rules.ts, `everything`). What a person asked for just
 * before the event ends too; they ask again.
 *
 * @param transaction the one of the event itself
 * @param keep the id of the session that asks, which stays; `all` where a person only became someone (anonymous accounts)
 */
export async function revokeAccess(
  transaction: Database,
  user_id: string,
  { keep }: { keep?: string | undefined } = {},
): Promise<void> {
  if (keep !== 'all') await endSessions(transaction, user_id, keep)
  await transaction.deleteFrom('auth.flows').where('user_id', '=', user_id).execute()
  await transaction
    .deleteFrom('auth.mail_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', 'not in', notices)
    .execute()
  await cancelPendingChange(transaction, user_id)
}

const noPendingChange = { new_email: null, new_email_until: null, new_phone: null, new_phone_until: null }

/** Ends a change of address or number that waits for its confirmation. What was mailed for it moves nothing any more. */
export async function cancelPendingChange(transaction: Database, user_id: string): Promise<void> {
  await transaction.updateTable('auth.users').set(noPendingChange).where('id', '=', user_id).execute()
  await cancelChangeMessages(transaction, user_id, [...emailChangePurposes, 'phone_change'])
}

/** The two emails of a change of address. */
export const emailChangePurposes = ['email_change_current', 'email_change_new'] as const

/** Ends what was mailed or texted for a change of address or number. */
export async function cancelChangeMessages(
  transaction: Database,
  user_id: string,
  purposes: readonly ('phone_change' | (typeof emailChangePurposes)[number])[],
): Promise<void> {
  await transaction
    .deleteFrom('auth.mail_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .execute()
}
