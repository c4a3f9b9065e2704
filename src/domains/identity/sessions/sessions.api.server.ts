import { type Context, Hono } from 'hono'
import { readSession, readSessionWithoutTouching } from '../identity.reads.server.ts'
import { sessionCookies, sessionTokenFrom, toClientSession } from '../identity.rules.ts'
import type { AuthEngine } from './sessions.writes.server.ts'

/** GET checks the session, POST extends it. server/http/private-pages.ts checks the origin. */
export function sessionApi({ auth, clock }: AuthEngine): Hono {
  const api = new Hono()
  api.on(['GET', 'POST'], '/', async (context: Context) => {
    const token = sessionTokenFrom(context.req.header('Cookie'))
    const read = context.req.method === 'POST' ? readSession : readSessionWithoutTouching
    const session = token ? await read(auth, token, clock.now()) : undefined
    const renews = session && context.req.method === 'POST'
    const cookies = renews ? sessionCookies(token, session.shared_device) : session ? [] : sessionCookies()
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    const visible = session && !session.owes_factor && !session.locked
    return context.json({ session: visible ? toClientSession(session, clock.now()) : null })
  })
  return api
}
