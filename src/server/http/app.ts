import type { RequestListener } from 'node:http'
import { type Context, Hono } from 'hono'
import { createAuthApi } from '../../auth-api/auth-api.api.server.ts'
import type { Samples } from '../../domains/demo/demo.contract.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { followGlossary } from '../../domains/glossary/search/search.reads.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
import type { RecordSignIn } from '../../platform/sign-in-event.ts'
import type { Build } from '../build/build.ts'
import { scriptHashesPath } from '../build/script-hashes.ts'
import { apiRoutes } from './api-routes.ts'
import { clientIp, endAbandonedSessions } from './authentication.ts'
import { rejectWritesWhenDiskFull } from './disk-space-guard.ts'
import { checkReadiness } from './health.ts'
import { createListener } from './listener.ts'
import type { Observe } from './metrics.ts'
import { listRoutes } from './openapi-pages.ts'
import { createPages } from './pages.ts'
import { privatePages } from './private-pages.ts'
import { createPublicCache } from './public-cache.ts'
import { publicPages } from './public-pages.ts'
import { quickHide } from './quick-hide.ts'
import { rateLimit } from './rate-limit.ts'
import { createRequestLog } from './request-log.ts'
import { createRoutePatterns } from './route-patterns.ts'
import { createSafeMode } from './safe-mode.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { hashedFiles, icon, scriptHashes, sourceArchive } from './static-files.ts'

/** Milliseconds. The term of the day changes at midnight UTC. */
const day = 24 * 60 * 60 * 1000

/** Everything that one process serves, in the order in which a request is handled. */
export function createApp(deps: {
  platform: Platform
  site: Site
  samples: Samples
  build: Build
  glossaryVersion: () => string
  metrics?: { observe: Observe; recordSignIn: RecordSignIn } | undefined
}): Hono & { listener: RequestListener } {
  const { platform, build, metrics, glossaryVersion } = deps
  const { config, database, authDatabase, masterKey, clock, log, isDiskLow } = platform
  const recordSignIn: RecordSignIn = (event) => {
    log.info('sign-in', event)
    metrics?.recordSignIn(event)
  }
  const limits = createRateLimits(authDatabase, masterKey, recordSignIn)
  const engine: AuthEngine = {
    auth: authDatabase,
    app: database,
    limits,
    recordSignIn,
    masterKey,
    clock,
    log,
    config,
  }
  followGlossary(database, glossaryVersion)
  const today = () => Math.floor(clock.now().getTime() / day)
  const cached = createPublicCache(() => `${glossaryVersion()} ${today()}`)
  const getClientIp = (context: Context) => clientIp(context, config.trustedProxies)
  const app = new Hono()
  const routes = createRoutePatterns(() => app.routes.map(({ path }) => path))
  const requestLog = createRequestLog(log, routes, metrics?.observe)
  const api = apiRoutes({ platform, limits, cached, getClientIp })
  const page = createPages({ ...deps, engine, routes, apiRoutes: () => listRoutes(api) })
  const headers = securityHeaders(config.publicUrl)
  const safeMode = createSafeMode(platform, headers)

  app.use(requestLog.assignRequestId)
  app.use(requestLog.logRequests)
  app.use(addSecurityHeaders(headers))
  app.get('/healthz', (context) => context.json({ status: 'up' }))
  app.get('/readyz', () => checkReadiness(database))
  app.post('/leave', (context) => quickHide(context, platform))
  for (const folder of build.assets) app.use('/assets/*', hashedFiles(folder))
  app.get('/favicon.svg', icon(build.assets[0]))
  app.use(rateLimit(limits, getClientIp))
  if (build.sourceArchive) {
    app.get('/source.tar.gz', sourceArchive(build.sourceArchive.folder))
    app.get(scriptHashesPath, scriptHashes(build.sourceArchive.folder))
  }
  if (isDiskLow) app.use(rejectWritesWhenDiskFull(isDiskLow))
  app.use(endAbandonedSessions(platform))
  app.route('/auth/v1', createAuthApi(engine, getClientIp))
  app.route('/', api)
  app.route('/', privatePages(platform, engine, page))
  const isBuilt = build.css !== undefined
  const needs = deps.site.helpLinesByNeed.needs.map(({ code }) => code)
  app.route('/', publicPages({ platform, page, cached, safeMode, needs, isBuilt, getClientIp }))
  app.onError(requestLog.handleError)

  // Safe Mode replaces the URL of a request first.
  app.fetch = safeMode.wrap(app.fetch)
  return Object.assign(app, { listener: createListener(app.fetch, headers, requestLog.logResponse) })
}
