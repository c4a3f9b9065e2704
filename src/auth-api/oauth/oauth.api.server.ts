import { Hono } from 'hono'
import {
  publicHandler,
  type RouteContext,
  reply,
  sessionHandler,
  toRequestInfo,
} from '../handlers.api.server.ts'
import { linkingRefused } from './identities.rules.ts'
import { authorizeQuery } from './oauth.contract.ts'
import { finishOAuth, startOAuth } from './oauth.writes.server.ts'

/** `authorize`, `callback` and `user/identities/authorize`: sign-in by a provider, for clients. */
export function providersApi(door: RouteContext) {
  const router = new Hono()
  router.get(
    '/authorize',
    publicHandler(door, authorizeQuery, (given) => startOAuth(door, given)),
  )
  router.get(
    '/user/identities/authorize',
    sessionHandler(
      door,
      authorizeQuery,
      (given, { session }) =>
        linkingRefused(session, door.engine.clock.now()) ?? startOAuth(door, given, session),
    ),
  )
  router.on(['GET', 'POST'], '/callback', async (context) => {
    const { method, url } = context.req
    // By an address, or by a form that a page of the provider sends (OAuth 2.0 Form Post Response Mode).
    const answer =
      method === 'POST' ? new URLSearchParams(await context.req.text()) : new URL(url).searchParams
    return reply(context, await finishOAuth(door, answer, toRequestInfo(door, context)))
  })
  return router
}
