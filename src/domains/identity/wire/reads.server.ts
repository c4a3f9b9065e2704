import { sql } from 'kysely'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Session } from '../contract.ts'
import { listFactors } from '../factors/reads.server.ts'
import { sessionEnd } from '../rules.ts'

/** How stale "last seen" may be, so that asking is not always a write. */
const seenEvery = 60_000

/**
 * A session by its id, as an access token or a refresh token names it; true at this moment, on this process or another.
 *
 * @param auth acting as `unfog_auth`
 * @returns `suspended` when its account is; undefined when it has ended
 */
export async function readSessionById(
  auth: Database,
  id: string,
  now: Date,
): Promise<Session | 'suspended' | undefined> {
  const row = await auth
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.aal',
      's.amr',
      's.shared_device',
      's.proven_at',
      's.last_seen_at',
      'u.status',
    ])
    .select(
      sql<boolean>`exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified')`.as(
        'has_factor',
      ),
    )
    .where('s.id', '=', id)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { last_seen_at, status, has_factor, ...session } = row
  if (status === 'suspended') return 'suspended'
  if (now.getTime() - last_seen_at.getTime() > seenEvery) {
    await auth
      .updateTable('auth.sessions')
      .set({ last_seen_at: now, expires_at: sessionEnd(now, row.shared_device) })
      .where('id', '=', row.id)
      .execute()
  }
  return { ...session, status, owes_factor: has_factor && row.aal === 'aal1' }
}

/** A user in the shape of the reference service (its `models.User`); what we do not keep is empty, as it is there. */
export async function readWireUser(auth: Database, id: string) {
  const [user, identities, factors] = await Promise.all([
    auth.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst(),
    auth
      .selectFrom('auth.identities')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    listFactors(auth, id),
  ])
  if (!user) return undefined
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  const confirmed = user.email_confirmed_at
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    ...(confirmed && { email_confirmed_at: confirmed, confirmed_at: confirmed }),
    ...(user.new_email && { new_email: user.new_email }),
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at }),
    app_metadata: providers.length > 0 ? { provider: providers[0], providers } : {},
    user_metadata: user.user_metadata,
    identities: identities.map(({ id: identity_id, provider_id, ...identity }) => ({
      ...identity,
      identity_id,
      id: provider_id,
    })),
    ...(factors.length > 0 && { factors }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}
