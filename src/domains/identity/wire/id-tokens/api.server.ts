import { bearerSession, type Door, forAnybody } from '../answers/api.server.ts'
import { isRefusal } from '../rules.ts'
import { idTokenBody } from './contract.ts'
import { noBearer } from './rules.ts'
import { grantByIdToken, linkByIdToken } from './writes.server.ts'

/** The grant `id_token`: for anybody, or, with `link_identity`, for whoever brings an access token. */
export const idTokenGrant = (door: Door) =>
  forAnybody(door, idTokenBody, async (given, asker, context) => {
    if (!given.link_identity) return grantByIdToken(door, given, asker)
    if (!context.req.header('Authorization')) return noBearer
    const session = await bearerSession(door, context)
    return isRefusal(session) ? session : linkByIdToken(door, given, session)
  })
