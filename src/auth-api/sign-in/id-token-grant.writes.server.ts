import type { Session } from '../../domains/identity/identity.contract.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { readIdToken } from '../../domains/identity/social/id-tokens.reads.server.ts'
import type { Person } from '../../domains/identity/social/providers.contract.ts'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { isAuthError } from '../auth-api.rules.ts'
import {
  type AuthApiDeps,
  createBearerSession,
  recorded,
  rotateToBearerSession,
} from '../auth-api.writes.server.ts'
import { linkingError } from '../oauth/identities.rules.ts'
import { linkIdentity } from '../oauth/identities.writes.server.ts'
import { providerUnreachable } from '../oauth/oauth.rules.ts'
import { findOrCreateUser } from '../oauth/oauth.writes.server.ts'
import type { IdTokenInput } from './id-token-grant.contract.ts'
import {
  findTokenProvider,
  invalid,
  invalidAudience,
  invalidToken,
  issuerMismatch,
  providerNotEnabled,
  tokenBindingError,
} from './id-token-grant.rules.ts'

export const signInWithIdToken = recorded('provider', signInNamed)

async function signInNamed(api: AuthApiDeps, input: IdTokenInput, requestInfo: RequestInfo): Promise<Result> {
  const read = await readTokenPerson(api, input)
  if (isAuthError(read)) return read
  // No age field here (docs/decisions/009).
  const user = await findOrCreateUser(api, read.provider, read.person, false, requestInfo)
  return isAuthError(user) ? user : createBearerSession(api, user.user_id, 'oauth', requestInfo)
}

/** Links the token's identity to the session's account. */
export async function linkWithIdToken(
  api: AuthApiDeps,
  input: IdTokenInput,
  session: Session,
): Promise<Result> {
  const error = linkingError(session, api.engine.clock.now())
  if (error) return error
  const read = await readTokenPerson(api, input)
  if (isAuthError(read)) return read
  const { provider, person } = read
  return (
    (await linkIdentity(api, { provider: provider.key, person, session })) ??
    rotateToBearerSession(api, session.id)
  )
}

async function readTokenPerson(
  { engine }: AuthApiDeps,
  input: IdTokenInput,
): Promise<{ provider: OpenidProvider; person: Person } | AuthError> {
  const { id_token, issuer, client_id } = input
  if (!id_token) return invalid('id_token required')
  if (!input.provider && !(client_id && issuer)) {
    return invalid('provider or client_id and issuer required')
  }
  const provider = findTokenProvider(engine.config.providers, input)
  if (!provider) return providerNotEnabled
  const read = await readIdToken(engine, provider, id_token)
  if ('wrong' in read) {
    return { token: invalidToken, audience: invalidAudience, unreachable: providerUnreachable }[read.wrong]
  }
  if (issuer && issuer !== read.iss) return issuerMismatch
  return tokenBindingError(input, read) ?? { provider, person: read.person }
}
