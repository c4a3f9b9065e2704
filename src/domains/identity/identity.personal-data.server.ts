import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { type Actor, recordAuditEvent } from './accounts/audit-log.writes.server.ts'
import { queueAccountDeletedEmail } from './messages/account-deleted.writes.server.ts'

/** A test fails for a table with personal data in no domain's list. */
export const keeps = [
  'auth.users',
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mail_tokens',
  'auth.factors',
  'auth.challenges',
  'auth.recovery_codes',
  'auth.identities',
  'auth.oauth_states',
  'profiles',
] as const

/** Exports a user's identity data (GDPR, articles 15 and 20), without credentials: files get left around. */
export async function exportIdentity({ app, auth }: { app: Database; auth: Database }, owner: Owner) {
  const id = owner.user_id
  const [account, identities, factors, sessions, profile] = await Promise.all([
    auth
      .selectFrom('auth.users')
      .select(['id', 'email', 'email_confirmed_at', 'new_email', 'new_email_until', 'status', 'plan'])
      .select(['of_age_at', 'user_metadata', 'app_metadata', 'banned_until', 'deleted_at', 'is_anonymous'])
      .select(['phone', 'phone_confirmed_at', 'new_phone', 'new_phone_until'])
      .select(['limit_data', 'safe_mode', 'lock_minutes', 'last_sign_in_at', 'created_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
    auth
      .selectFrom('auth.identities')
      .select(['provider', 'provider_id', 'issuer', 'identity_data'])
      .select(['last_sign_in_at', 'created_at', 'updated_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    auth
      .selectFrom('auth.factors')
      .select(['factor_type', 'friendly_name', 'phone', 'status'])
      .select(['last_challenged_at', 'created_at', 'updated_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    auth
      .selectFrom('auth.sessions')
      .select(['device', 'shared_device', 'aal', 'amr'])
      .select(['created_at', 'last_seen_at', 'proven_at', 'locks_at', 'expires_at', 'ends_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    withOwner(app, owner, (transaction) =>
      transaction
        .selectFrom('profiles')
        .select(['username', 'first_name', 'journal_tagging', 'on_this_day', 'created_at', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ),
  ])
  return { account, identities, factors, sessions, profile }
}

/**
 * Deletes an account for good; the database cascades to all its rows, including the data key. Only an audit
 * event remains. `mails`: tell the address, if verified.
 */
export async function deleteIdentityData(
  transaction: Database,
  user_id: string,
  { actor, now, mails }: { actor: Actor; now: Date; mails: boolean },
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('auth.users')
    .where('id', '=', user_id)
    .returning(['email', 'email_confirmed_at'])
    .executeTakeFirst()
  if (!deleted) return false
  await recordAuditEvent(transaction, { actor, action: 'erase', subject: user_id, now })
  if (mails && deleted.email && deleted.email_confirmed_at)
    await queueAccountDeletedEmail(transaction, deleted.email, now)
  return true
}
