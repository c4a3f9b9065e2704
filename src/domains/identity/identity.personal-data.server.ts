import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { type Actor, recordAuditEvent } from './accounts/audit-log.writes.server.ts'
import { queueAccountDeletedEmail } from './messages/account-deleted.writes.server.ts'

/**
 * The tables with rows of a person that this domain keeps, and so exports and erases. A house test asks the database for every
 * table that refers to a person, and fails on one that no domain keeps (test/architecture/data-retention.db.test.ts).
 */
export const keeps = [
  'auth.users',
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mail_tokens',
  'auth.factors',
  'auth.challenges',
  'auth.recovery_codes',
  'auth.identities',
  'auth.flows',
  'profiles',
] as const

/**
 * What identity gives a person who asks for their data (GDPR, articles 15 and 20): the account, the ways to sign in, sessions,
 * the profile. Nothing that opens an account is in it, not even hashed or sealed, because an exported file lies about.
 *
 * @param owner whose data; nobody else's is in it
 */
export async function exportIdentity({ app, auth }: { app: Database; auth: Database }, owner: Owner) {
  const id = owner.user_id
  const [account, identities, factors, sessions, profile] = await Promise.all([
    auth
      .selectFrom('auth.users')
      .select([
        'id',
        'email',
        'email_confirmed_at',
        'new_email',
        'new_email_until',
        'status',
        'plan',
        'of_age_at',
        'user_metadata',
        'app_metadata',
        'banned_until',
        'deleted_at',
        'is_anonymous',
        'phone',
        'phone_confirmed_at',
        'new_phone',
        'new_phone_until',
      ])
      .select(['limit_data', 'safe_mode', 'lock_minutes', 'last_sign_in_at', 'created_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
    auth
      .selectFrom('auth.identities')
      .select([
        'provider',
        'provider_id',
        'issuer',
        'identity_data',
        'last_sign_in_at',
        'created_at',
        'updated_at',
      ])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    auth
      .selectFrom('auth.factors')
      .select([
        'factor_type',
        'friendly_name',
        'phone',
        'status',
        'last_challenged_at',
        'created_at',
        'updated_at',
      ])
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
        .select(['username', 'first_name', 'created_at', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ),
  ])
  return { account, identities, factors, sessions, profile }
}

/**
 * Erases a person's account for good; the database takes along every row that refers to it, the data key among them. What stays
 * is that it was done to an account of this id (auth.audit_events), which names nobody any more; and, until it has left, the
 * letter that says so.
 *
 * @param transaction acting as `unfog_auth`
 * @param how `mails`: whether a letter goes to the address, if it was ever confirmed to be the person's
 * @returns whether there was such an account
 */
export async function deleteIdentityData(
  transaction: Database,
  user_id: string,
  how: { actor: Actor; now: Date; mails: boolean },
): Promise<boolean> {
  const { actor, now, mails } = how
  const gone = await transaction
    .deleteFrom('auth.users')
    .where('id', '=', user_id)
    .returning(['email', 'email_confirmed_at'])
    .executeTakeFirst()
  if (!gone) return false
  await recordAuditEvent(transaction, { actor, action: 'erase', subject: user_id, now })
  if (mails && gone.email && gone.email_confirmed_at)
    await queueAccountDeletedEmail(transaction, gone.email, now)
  return true
}
