import type { Session } from '../../domains/identity/identity.contract.ts'
import { link, unlink } from '../../domains/identity/social/linked-accounts.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import { existingLinkError, type IdentityLink } from './identities.reads.server.ts'
import { identityChangeError } from './identities.rules.ts'
import { toAuthError } from './oauth.rules.ts'

export async function linkIdentity(
  { engine }: AuthApiDeps,
  identityLink: IdentityLink,
): Promise<AuthError | undefined> {
  const { provider, person, session } = identityLink
  const error = await existingLinkError(engine.auth, identityLink)
  if (error) return error
  const reason = await link(engine, provider, person, session)
  return reason && toAuthError(reason)
}

/** Unlinks all but the last identity (specification point 8). The account keeps its email address. */
export async function unlinkIdentity(
  { engine }: AuthApiDeps,
  session: Session,
  { identity_id }: { identity_id: string },
): Promise<Result> {
  const { auth, clock } = engine
  const error = identityChangeError(session, clock.now())
  if (error) return error
  const identities = (await readApiUser(auth, session.user_id))?.identities ?? []
  if (identities.length <= 1) return toAuthError('single_identity_not_deletable')
  const reason = await unlink(auth, session.user_id, identity_id, clock.now())
  return reason ? toAuthError(reason) : { body: {} }
}
