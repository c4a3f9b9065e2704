import { Hono } from 'hono'
import { z } from 'zod'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { unlinkIdentity } from './identities.writes.server.ts'

/** `user/identities`. */
export function identitiesApi(api: RouteContext) {
  const router = new Hono()
  router.delete(
    '/user/identities/:identity_id',
    sessionHandler(
      api,
      z.object({ identity_id: z.uuid('identity_id must be an UUID') }),
      ({ identity_id }, { session }) => unlinkIdentity(api, session, identity_id),
    ),
  )
  return router
}
