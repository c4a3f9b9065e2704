import { isAuthError } from '../auth-api.rules.ts'
import { authenticateSession, publicHandler, type RouteContext } from '../handlers.api.server.ts'
import { idTokenBody } from './id-token-grant.contract.ts'
import { bearerRequired } from './id-token-grant.rules.ts'
import { linkWithIdToken, signInWithIdToken } from './id-token-grant.writes.server.ts'

/** `link_identity` requires an access token. */
export const idTokenGrant = (api: RouteContext) =>
  publicHandler(api, idTokenBody, async (_, input, requestInfo, context) => {
    if (!input.link_identity) return signInWithIdToken(api, input, requestInfo)
    if (!context.req.header('Authorization')) return bearerRequired
    const session = await authenticateSession(api, context)
    return isAuthError(session) ? session : linkWithIdToken(api, input, session)
  })
