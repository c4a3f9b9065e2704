import { isRefusal } from '../auth-api.rules.ts'
import { bearerSession, publicHandler, type RouteContext } from '../handlers.api.server.ts'
import { idTokenBody } from './id-token-grant.contract.ts'
import { noBearer } from './id-token-grant.rules.ts'
import { grantByIdToken, linkByIdToken } from './id-token-grant.writes.server.ts'

/** The grant `id_token`: for anybody, or, with `link_identity`, for whoever brings an access token. */
export const idTokenGrant = (door: RouteContext) =>
  publicHandler(door, idTokenBody, async (given, requestInfo, context) => {
    if (!given.link_identity) return grantByIdToken(door, given, requestInfo)
    if (!context.req.header('Authorization')) return noBearer
    const session = await bearerSession(door, context)
    return isRefusal(session) ? session : linkByIdToken(door, given, session)
  })
