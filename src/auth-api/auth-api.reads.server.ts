import type { Selectable } from 'kysely'
import type { ListedFactor } from '../domains/identity/mfa/factors.contract.ts'
import { listFactorsOf } from '../domains/identity/mfa/factors.reads.server.ts'
import type { Database } from '../platform/database/pool.server.ts'
import type { Tables } from '../platform/database/tables.ts'
import { apiProviderName } from './oauth/oauth.rules.ts'

/** The reference service's `models.User`. */
export const readApiUser = async (auth: Database, id: string) => (await readApiUsers(auth, [id]))[0]

/** In the order of `ids`, without missing ones. */
export async function readApiUsers(auth: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const [users, identities, factors] = await Promise.all([
    auth.selectFrom('auth.users').selectAll().where('id', 'in', ids).execute(),
    auth
      .selectFrom('auth.identities')
      .selectAll()
      .where('user_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    listFactorsOf(auth, ids),
  ])
  const identitiesByUser = Map.groupBy(identities, ({ user_id }) => user_id)
  const factorsByUser = Map.groupBy(factors, ({ user_id }) => user_id)
  const usersById = new Map(users.map((user) => [user.id, user]))
  return ids
    .map((id) => usersById.get(id))
    .filter((user) => user !== undefined)
    .map((user) => toApiUser(user, identitiesByUser.get(user.id) ?? [], factorsByUser.get(user.id) ?? []))
}

function toApiUser(
  user: Selectable<Tables['auth.users']>,
  identities: Selectable<Tables['auth.identities']>[],
  factors: (ListedFactor & { user_id: string })[],
) {
  const providers = [...new Set(identities.map(({ provider }) => apiProviderName(provider)))]
  const confirmed = user.email_confirmed_at
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...(confirmed && { email_confirmed_at: confirmed }),
    ...(user.phone_confirmed_at && { phone_confirmed_at: user.phone_confirmed_at }),
    ...((confirmed ?? user.phone_confirmed_at) && { confirmed_at: confirmed ?? user.phone_confirmed_at }),
    ...(user.new_phone && { new_phone: user.new_phone }),
    ...(user.new_email && { new_email: user.new_email }),
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at }),
    ...(user.banned_until && { banned_until: user.banned_until }),
    ...(user.deleted_at && { deleted_at: user.deleted_at }),
    app_metadata: {
      ...user.app_metadata,
      ...(providers.length > 0 && { provider: providers[0], providers }),
    },
    user_metadata: user.user_metadata,
    identities: identities.map(
      ({ id: identity_id, provider_id, provider, issuer: _ours, last_sign_in_at, ...identity }) => ({
        ...identity,
        ...(last_sign_in_at && { last_sign_in_at }),
        provider: apiProviderName(provider),
        identity_id,
        id: provider_id,
      }),
    ),
    ...(factors.length > 0 && {
      factors: factors.map(({ user_id: _whose, phone, ...factor }) => ({
        ...factor,
        ...(phone && { phone }),
      })),
    }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}
