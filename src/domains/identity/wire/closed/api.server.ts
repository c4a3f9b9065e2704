import { Hono } from 'hono'
import { z } from 'zod'
import { type Door, forSession, reply } from '../answers/api.server.ts'
import { nameOnWire } from '../providers/rules.ts'
import { closedPaths, noAdmin, settingsBody } from './rules.ts'

/** `settings`, `health`, and whatever of the reference service is not open here. */
export function closedApi(door: Door) {
  const api = new Hono()
  const { smtpUrl, loopback, providers } = door.engine.config
  const on = providers.map(({ key }) => nameOnWire(key))
  api.get('/settings', (context) => context.json(settingsBody(smtpUrl !== undefined, loopback, on)))
  api.get('/health', (context) =>
    context.json({
      version: '1',
      name: 'auth',
      description: 'Accounts and sessions for clients of their own',
    }),
  )
  for (const { path, refusal } of closedPaths) api.all(path, (context) => reply(context, refusal))
  const admin = forSession(door, z.object({}), () => noAdmin)
  api.all('/admin/*', admin)
  api.post('/invite', admin)
  return api
}
