import type { Session } from '../../domains/identity/identity.contract.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { readIdToken } from '../../domains/identity/social/id-tokens.reads.server.ts'
import type { Person } from '../../domains/identity/social/providers.contract.ts'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { isRefusal } from '../auth-api.rules.ts'
import {
  type AuthApiDeps,
  createBearerSession,
  recordAnswer,
  rotateToBearerSession,
} from '../auth-api.writes.server.ts'
import { linkingRefused } from '../oauth/identities.rules.ts'
import { linkPerson } from '../oauth/identities.writes.server.ts'
import { unreachable } from '../oauth/oauth.rules.ts'
import { userOf } from '../oauth/oauth.writes.server.ts'
import type { GivenIdToken } from './id-token-grant.contract.ts'
import {
  badAudience,
  badToken,
  besideRefused,
  invalid,
  issuerOf,
  notEnabled,
  otherIssuer,
} from './id-token-grant.rules.ts'

/** Signs in whom an ID token names that a client got of a configured provider by itself. */
export const grantByIdToken = async (
  wire: AuthApiDeps,
  given: GivenIdToken,
  requestInfo: RequestInfo,
): Promise<Answer> => recordAnswer(wire.engine, 'provider', await signInNamed(wire, given, requestInfo))

async function signInNamed(
  wire: AuthApiDeps,
  given: GivenIdToken,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const read = await personIn(wire, given)
  if (isRefusal(read)) return read
  // A client shows its own statement about age, and has no place here to say that it did (docs/decisions/009).
  const user = await userOf(wire, read.provider, read.person, false, requestInfo)
  return isRefusal(user) ? user : createBearerSession(wire, user.user_id, 'oauth', requestInfo)
}

/** Links whom it names to the account of a session, which goes on. */
export async function linkByIdToken(
  wire: AuthApiDeps,
  given: GivenIdToken,
  session: Session,
): Promise<Answer> {
  const refused = linkingRefused(session, wire.engine.clock.now())
  if (refused) return refused
  const read = await personIn(wire, given)
  if (isRefusal(read)) return read
  const { provider, person } = read
  return (
    (await linkPerson(wire, { provider: provider.key, person, session })) ??
    rotateToBearerSession(wire, session.id)
  )
}

async function personIn(
  { engine }: AuthApiDeps,
  given: GivenIdToken,
): Promise<{ provider: OpenidProvider; person: Person } | Refusal> {
  const { id_token, issuer, client_id } = given
  if (!id_token) return invalid('id_token required')
  if (!given.provider && !(client_id && issuer)) {
    return invalid('provider or client_id and issuer required')
  }
  const provider = issuerOf(engine.config.providers, given)
  if (!provider) return notEnabled
  const read = await readIdToken(engine, provider, id_token)
  if ('wrong' in read) {
    return { token: badToken, audience: badAudience, unreachable }[read.wrong]
  }
  if (issuer && issuer !== read.iss) return otherIssuer
  return besideRefused(given, read) ?? { provider, person: read.person }
}
