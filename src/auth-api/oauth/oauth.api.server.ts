import { Hono } from 'hono'
import {
  publicHandler,
  type RouteContext,
  sendResult,
  sessionHandler,
  toRequestInfo,
} from '../handlers.api.server.ts'
import { linkingError } from './identities.rules.ts'
import { unlinkIdentity } from './identities.writes.server.ts'
import { authorizeQuery, identityPath } from './oauth.contract.ts'
import { finishOAuth, startOAuth } from './oauth.writes.server.ts'

/** Provider sign-in for clients. */
export function oauthApi(api: RouteContext) {
  const router = new Hono()
  router.get(
    '/authorize',
    publicHandler(api, authorizeQuery, (_, input) => startOAuth(api, input)),
  )
  router.get(
    '/user/identities/authorize',
    sessionHandler(
      api,
      authorizeQuery,
      (_, session, input) => linkingError(session, api.engine.clock.now()) ?? startOAuth(api, input, session),
    ),
  )
  router.on(['GET', 'POST'], '/callback', async (context) => {
    const { method, url } = context.req
    // OAuth 2.0 Form Post Response Mode.
    const answer =
      method === 'POST' ? new URLSearchParams(await context.req.text()) : new URL(url).searchParams
    return sendResult(context, await finishOAuth(api, answer, toRequestInfo(api, context)))
  })
  router.delete('/user/identities/:identity_id', sessionHandler(api, identityPath, unlinkIdentity))
  return router
}
