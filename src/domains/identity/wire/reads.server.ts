import type { Database } from '../../../platform/database/pool.server.ts'
import { listFactors } from '../factors/reads.server.ts'
import { nameOnWire } from './providers/rules.ts'

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
  const providers = [...new Set(identities.map(({ provider }) => nameOnWire(provider)))]
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
    identities: identities.map(
      ({ id: identity_id, provider_id, provider, issuer: _ours, last_sign_in_at, ...identity }) => ({
        ...identity,
        ...(last_sign_in_at && { last_sign_in_at }),
        provider: nameOnWire(provider),
        identity_id,
        id: provider_id,
      }),
    ),
    ...(factors.length > 0 && { factors }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}
