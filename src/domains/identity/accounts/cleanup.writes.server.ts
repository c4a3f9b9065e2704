import type { Database } from '../../../platform/database/pool.server.ts'
import { requestTtl } from './pending-requests.rules.ts'

const day = 24 * 60 * 60 * 1000
/** How long an address waits for its owner's yes (milliseconds). It may be that of somebody who never heard of us. */
const unverifiedTtl = 7 * day

const pendingChanges = [
  ['new_email', 'new_email_until'],
  ['new_phone', 'new_phone_until'],
] as const

/**
 * Removes what opens nothing any more: what is kept can be stolen or demanded, and nobody needs it. Accounts that were never
 * confirmed hold nothing but an address and a password that somebody typed.
 *
 * @param auth acting as `unfog_auth`
 */
export async function removeExpired(auth: Database, now: Date): Promise<void> {
  const ending = ['auth.sessions', 'auth.mail_tokens', 'auth.flows', 'auth.challenges'] as const
  for (const table of [...ending, 'auth.service_tokens'] as const) {
    await auth.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
  await auth
    .deleteFrom('auth.requests')
    .where('created_at', '<=', new Date(now.getTime() - requestTtl))
    .execute()
  for (const [change, until] of pendingChanges) {
    await auth
      .updateTable('auth.users')
      .set({ [change]: null, [until]: null })
      .where(until, '<=', now)
      .execute()
  }
  // The library removes none by itself when it is asked not to keep a timer in each process (platform/rate-limits.server.ts).
  await auth.deleteFrom('auth.attempts').where('expire', '<=', String(now.getTime())).execute()
  await auth
    .deleteFrom('auth.users as u')
    // Who came by a provider that vouches for no address has none to confirm.
    .where((row) => row.or([row('u.email', 'is not', null), row('u.phone', 'is not', null)]))
    .where('u.email_confirmed_at', 'is', null)
    .where('u.phone_confirmed_at', 'is', null)
    .where('u.last_sign_in_at', 'is', null)
    // Of these it is not kept when they signed in; but they did.
    .where('u.limit_data', '=', false)
    .where('u.created_at', '<=', new Date(now.getTime() - unverifiedTtl))
    // A letter that was asked for a moment ago may still be pressed.
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('auth.mail_tokens as m').select('m.id').whereRef('m.user_id', '=', 'u.id')),
      ),
    )
    .execute()
  // Of who never said who they are: without a session nobody can come back to it.
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

/** Removes signing keys that were replaced a day ago: the last token they signed has expired. */
export async function removeOldSigningKeys(auth: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
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
