import { Hono } from 'hono'
import { closedPaths, closedToService, nothingHere, settingsBody } from './disabled-endpoints.rules.ts'
import { type RouteContext, reply, serviceOf } from './handlers.api.server.ts'
import { nameOnWire } from './oauth/oauth.rules.ts'

/** `settings`, `health`, and whatever of the reference service is not open here. */
export function closedApi(door: RouteContext) {
  const router = new Hono()
  const { config } = door.engine
  const on = config.providers.map(({ key }) => nameOnWire(key))
  router.get('/settings', (context) => context.json(settingsBody(config, on)))
  router.get('/health', (context) =>
    context.json({
      version: '1',
      name: 'auth',
      description: 'Accounts and sessions for clients of their own',
    }),
  )
  for (const { path, refusal } of closedPaths) router.all(path, (context) => reply(context, refusal))
  // Of administration too, what is not open here.
  for (const { path, refusal } of [...closedToService, { path: '/admin/*', refusal: nothingHere }]) {
    router.all(path, async (context) => {
      const actor = await serviceOf(door, context)
      return reply(context, typeof actor === 'string' ? refusal : actor)
    })
  }
  return router
}
