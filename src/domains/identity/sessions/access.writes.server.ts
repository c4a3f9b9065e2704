import type { Database } from '../../../platform/database/pool.server.ts'
import { endSessions } from './sessions.writes.server.ts'

/** Emails without a link or code. */
const notices = ['email_changed', 'access_changed'] as const

/**
Ends
 * all access that someone else may have (access.rules.ts), in the event's own transaction.
 * @param keep the current session's ID; `all` when an anonymous account becomes permanent
 */
export async function revokeAccess(
  transaction: Database,
  user_id: string,
  { keep }: { keep?: string | undefined } = {},
): Promise<void> {
  if (keep !== 'all') await endSessions(transaction, user_id, keep)
  await transaction.deleteFrom('auth.oauth_states').where('user_id', '=', user_id).execute()
  await transaction
    .deleteFrom('auth.mail_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', 'not in', notices)
    .execute()
  await cancelPendingChange(transaction, user_id)
}

const noPendingChange = { new_email: null, new_email_until: null, new_phone: null, new_phone_until: null }

/** Cancels a pending change of address or number. */
export async function cancelPendingChange(transaction: Database, user_id: string): Promise<void> {
  await transaction.updateTable('auth.users').set(noPendingChange).where('id', '=', user_id).execute()
  await cancelChangeMessages(transaction, user_id, [...emailChangePurposes, 'phone_change'])
}

export const emailChangePurposes = ['email_change_current', 'email_change_new'] as const

/** Invalidates a change's messages. */
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
