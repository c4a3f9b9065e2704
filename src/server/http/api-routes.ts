import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accountApi } from '../../domains/account/account.api.server.ts'
import { draftsApi } from '../../domains/connections/drafts/drafts.api.server.ts'
import { connectionsApi } from '../../domains/connections/entries.api.server.ts'
import { importApi } from '../../domains/connections/import/import.api.server.ts'
import { locksApi } from '../../domains/connections/lock/locks.api.server.ts'
import { lockRowsApi } from '../../domains/connections/move-rows/lock-rows.api.server.ts'
import { contactApi } from '../../domains/contact/contact.api.server.ts'
import { favoritesApi } from '../../domains/favorites/favorites.api.server.ts'
import { glossaryApi } from '../../domains/glossary/terms.api.server.ts'
import { profileApi } from '../../domains/identity/accounts/profile.api.server.ts'
import { sendSecurityNotice } from '../../domains/identity/messages/security-notice.writes.server.ts'
import type { GetOwner } from '../../platform/api.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimits } from '../../platform/rate-limits.server.ts'
import { resolveOwner } from './authentication.ts'
import { allowedMethods, describeApi } from './openapi-pages.ts'
import type { createPublicCache } from './public-cache.ts'

/** Everything under `/api`. */
export function apiRoutes({
  platform,
  limits,
  cached,
  getClientIp,
}: {
  platform: Platform
  limits: RateLimits
  cached: ReturnType<typeof createPublicCache>
  getClientIp: (context: Context) => string
}): OpenAPIHono {
  const app = new OpenAPIHono()
  const getOwner: GetOwner = (context, askToSignIn) => resolveOwner(context, platform, askToSignIn)
  app.route('/api', contactApi(platform, limits, getClientIp))
  app.route('/api', glossaryApi(platform, cached))
  for (const ownerApi of [favoritesApi, draftsApi, profileApi, connectionsApi, lockRowsApi])
    app.route('/api', ownerApi(platform, getOwner))
  app.route('/api', importApi(platform, limits, getOwner))
  const notify = ({ user_id }: Owner) =>
    sendSecurityNotice(platform.authDatabase, user_id, platform.clock.now())
  app.route('/api', locksApi(platform, getOwner, notify))
  const getSameOriginOwner: GetOwner = (context, askToSignIn) =>
    resolveOwner(context, platform, askToSignIn, 'same origin')
  app.route('/api', accountApi(platform, limits, getSameOriginOwner))
  describeApi(app, platform.config.publicUrl)
  app.all('/api/:rest{.+}', ({ req: { method, path } }) => {
    const methods = allowedMethods(app, path)
    if (methods.length === 0 && (method === 'GET' || method === 'HEAD'))
      return problemResponse('not_found', 'No such endpoint. GET /api/openapi.json lists them all.')
    const Allow = methods.length > 0 ? methods.join(', ') : 'GET, HEAD'
    return problemResponse('method_not_allowed', `This address takes ${Allow}.`, { Allow })
  })
  return app
}
