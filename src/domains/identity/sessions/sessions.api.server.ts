import { type Context, Hono } from 'hono'
import { readSession, readSessionWithoutTouching } from '../identity.reads.server.ts'
import { sessionCookies, sessionTokenFrom, toClientSession } from '../identity.rules.ts'
import type { AuthEngine } from './sessions.writes.server.ts'

/**
 * What the session's client asks (session-events.element.ts): GET looks whether the session still stands, POST uses it, so that
 * it and its cookie live on. Who has none is told so, and the browser forgets what opens nothing any more. That a POST comes
 * from a page of ours is looked at before (server/http/app.ts).
 */
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
