import type { Person } from '../../domains/identity/social/providers.contract.ts'
import { isIdentityOf } from '../../domains/identity/social/providers.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { AuthError } from '../auth-api.contract.ts'
import { linkedToSelf } from './identities.rules.ts'
import { toAuthError } from './oauth.rules.ts'

export type IdentityLink = { provider: string; person: Person; session: { id: string; user_id: string } }

/** @returns an error even for the same user's link (reference service) */
export async function existingLinkError(
  auth: Database,
  { provider, person, session }: IdentityLink,
): Promise<AuthError | undefined> {
  const holder = await auth
    .selectFrom('auth.identities')
    .select('user_id')
    .where(isIdentityOf(provider, person))
    .executeTakeFirst()
  if (!holder) return undefined
  return holder.user_id === session.user_id ? linkedToSelf : toAuthError('identity_already_exists')
}
