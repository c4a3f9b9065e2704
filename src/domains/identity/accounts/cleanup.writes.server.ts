import type { Database } from '../../../platform/database/pool.server.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds. The address may belong to someone who never heard of us. */
const unverifiedTtl = 7 * day
/** Milliseconds; the queue retries for three days. */
const requestTtl = 3 * day

const pendingChanges = [
  ['new_email', 'new_email_until'],
  ['new_phone', 'new_phone_until'],
] as const

/** Deletes what has expired: stored data can be stolen or subpoenaed. */
export async function removeExpired(auth: Database, now: Date): Promise<void> {
  const ending = ['auth.sessions', 'auth.mail_tokens', 'auth.oauth_states', 'auth.challenges'] as const
  for (const table of [...ending, 'auth.service_tokens'] as const) {
    await auth.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
  await auth
    .deleteFrom('auth.pending_account_requests')
    .where('created_at', '<=', new Date(now.getTime() - requestTtl))
    .execute()
  for (const [change, until] of pendingChanges) {
    await auth
      .updateTable('auth.users')
      .set({ [change]: null, [until]: null })
      .where(until, '<=', now)
      .execute()
  }
  // The rate limit library's own cleanup is off (platform/rate-limits.server.ts).
  await auth.deleteFrom('auth.rate_limits').where('expire', '<=', String(now.getTime())).execute()
  await auth
    .deleteFrom('auth.users as u')
    // Provider accounts without an address have none to confirm.
    .where((row) => row.or([row('u.email', 'is not', null), row('u.phone', 'is not', null)]))
    .where('u.email_confirmed_at', 'is', null)
    .where('u.phone_confirmed_at', 'is', null)
    .where('u.last_sign_in_at', 'is', null)
    // Always empty with Limit Data Collection.
    .where('u.limit_data', '=', false)
    .where('u.created_at', '<=', new Date(now.getTime() - unverifiedTtl))
    // An email may still be open.
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('auth.mail_tokens as m').select('m.id').whereRef('m.user_id', '=', 'u.id')),
      ),
    )
    .execute()
  // Nobody can return to these.
  await auth
    .deleteFrom('auth.users as u')
    .where('u.is_anonymous', '=', true)
    .where('u.created_at', '<=', new Date(now.getTime() - unverifiedTtl))
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('auth.sessions as s').select('s.id').whereRef('s.user_id', '=', 'u.id')),
      ),
    )
    .execute()
}

/** Deletes signing keys whose last tokens have expired. */
export async function removeOldSigningKeys(auth: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - day)
  await auth
    .deleteFrom('auth.signing_keys as k')
    .where((row) =>
      row.exists(
        row
          .selectFrom('auth.signing_keys as newer')
          .select('newer.id')
          .whereRef('newer.created_at', '>', 'k.created_at')
          .where('newer.created_at', '<=', dayAgo),
      ),
    )
    .execute()
}
