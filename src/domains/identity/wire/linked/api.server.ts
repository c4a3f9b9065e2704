import { Hono } from 'hono'
import { z } from 'zod'
import { type Door, forSession, reply } from '../answers/api.server.ts'
import { noProvider, noState } from './rules.ts'
import { unlinkIdentity } from './writes.server.ts'

/** `authorize`, `callback` and `user/identities`. */
export function linkedApi(door: Door) {
  const api = new Hono()
  api.get('/authorize', (context) => reply(context, noProvider))
  api.on(['GET', 'POST'], '/callback', (context) => reply(context, noState))
  api.get(
    '/user/identities/authorize',
    forSession(door, z.object({}), () => noProvider),
  )
  api.delete(
    '/user/identities/:identity_id',
    forSession(door, z.object({ identity_id: z.string() }), ({ identity_id }, { session }) =>
      unlinkIdentity(door, session, identity_id),
    ),
  )
  return api
}
