import { Hono } from 'hono'
import {
  disabledAdminEndpoints,
  disabledEndpoints,
  endpointNotFound,
  settingsBody,
} from './disabled-endpoints.rules.ts'
import { authenticateService, type RouteContext, sendResult } from './handlers.api.server.ts'
import { apiProviderName } from './oauth/oauth.rules.ts'

/** `settings`, `health` and disabled endpoints. */
export function disabledEndpointsApi(api: RouteContext) {
  const router = new Hono()
  const { config } = api.engine
  const enabledProviders = config.providers.map(({ key }) => apiProviderName(key))
  router.get('/settings', (context) => context.json(settingsBody(config, enabledProviders)))
  router.get('/health', (context) =>
    context.json({
      version: '1',
      name: 'auth',
      description: 'Accounts and sessions for clients of their own',
    }),
  )
  for (const { path, error } of disabledEndpoints) router.all(path, (context) => sendResult(context, error))
  for (const { path, error } of [...disabledAdminEndpoints, { path: '/admin/*', error: endpointNotFound }]) {
    router.all(path, async (context) => {
      const actor = await authenticateService(api, context)
      return sendResult(context, typeof actor === 'string' ? error : actor)
    })
  }
  return router
}
