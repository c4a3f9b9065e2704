import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { createAuthApi } from '../../auth-api/auth-api.api.server.ts'
import { accountApi } from '../../domains/account/account.api.server.ts'
import { draftsApi } from '../../domains/connections/drafts.api.server.ts'
import { connectionsApi } from '../../domains/connections/entries.api.server.ts'
import { contactApi } from '../../domains/contact/contact.api.server.ts'
import type { Samples } from '../../domains/demo/demo.contract.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { favoritesApi } from '../../domains/favorites/favorites.api.server.ts'
import { followGlossary } from '../../domains/glossary/search/search.reads.server.ts'
import { glossaryApi } from '../../domains/glossary/terms.api.server.ts'
import { profileApi } from '../../domains/identity/accounts/profile.api.server.ts'
import { passkeyApi } from '../../domains/identity/mfa/passkeys.api.server.ts'
import { sessionApi } from '../../domains/identity/sessions/sessions.api.server.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { callbackPath } from '../../domains/identity/social/providers.rules.ts'
import type { GetOwner } from '../../platform/api.server.ts'
import { randomToken } from '../../platform/crypto.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import { isCutLine, loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLimits } from '../../platform/rate-limits.server.ts'
import { refusalOf } from '../../platform/refusal.ts'
import type { RecordSignIn } from '../../platform/sign-in-event.ts'
import type { Build } from '../build/build.ts'
import {
  clientIp,
  endAbandonedSessions,
  isSameOrigin,
  resolveOwner,
  resolveVisitor,
  signOutHandler,
} from './authentication.ts'
import { compression } from './compression.ts'
import { rejectWritesWhenDiskFull } from './disk-space-guard.ts'
import { checkReadiness } from './health.ts'
import { lockIdleSession } from './idle-lock.ts'
import type { Observe } from './metrics.ts'
import { allowedMethods, describeApi, listRoutes } from './openapi-pages.ts'
import { createPages } from './pages.ts'
import { exceedsPipelineLimit } from './pipelining-limit.ts'
import { privatePages } from './private-pages.ts'
import { createPublicCache } from './public-cache.ts'
import { publicPages } from './public-pages.ts'
import { quickHide } from './quick-hide.ts'
import { rateLimit } from './rate-limit.ts'
import { limitPrivateBody, requireForm } from './request-body.ts'
import { createRoutePatterns } from './route-patterns.ts'
import { createSafeMode } from './safe-mode.ts'
import { isSafeMode } from './safe-mode-cookies.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { sourceArchive as archiveOf, hashedFiles, icon } from './static-files.ts'

/** What depends on who asks: never kept, for anyone. `.data` is what React Router asks for when it changes pages itself. */
const privatePaths = '/:area{(?:auth-test|dashboard)(?:\\.data|/.*)?}'
/** The same for everyone, and React runs in it: its policy names a nonce, so it is kept by nobody. */
const demoPaths = '/:area{demo(?:\\.data|/.*)?}'
/** The router reads them in any case; here that would be a page without who asks, and without the rules above. */
const otherSpelling =
  '/:area{(?:[Aa][Uu][Tt][Hh]-[Tt][Ee][Ss][Tt]|[Dd][Aa][Ss][Hh][Bb][Oo][Aa][Rr][Dd]|[Dd][Ee][Mm][Oo])(?:\\.data|/.*)?}'

/** As nginx writes it, and after it everybody: the client closed its request. */
const readerGone = 499

/** Two `Host` headers are an error (RFC 9112, 3.2): a proxy may judge by the one and we by the other. Node keeps the first. */
const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** The term of the day changes with it, at midnight in UTC. */
const day = 24 * 60 * 60 * 1000

const engineOf = (
  { config, database, authDatabase, masterKey, clock, log }: Platform,
  recordSignIn: RecordSignIn,
): AuthEngine => ({
  auth: authDatabase,
  app: database,
  limits: createLimits(authDatabase, masterKey, recordSignIn),
  recordSignIn,
  masterKey,
  clock,
  log,
  config,
})

type AppDependencies = {
  platform: Platform
  site: Site
  samples: Samples
  build: Build
  glossaryVersion: () => string
  /** Counts answers and sign-in events, where the operator wants metrics. */
  metrics?: { observe: Observe; recordSignIn: RecordSignIn } | undefined
}

/**
 * Everything one process serves, in the order a request meets it.
 *
 * @returns `fetch` answers a Request; `listener` is for `node:http`
 */
export function createApp(deps: AppDependencies) {
  const { config, database, clock, log, isDiskLow } = deps.platform
  const headers = securityHeaders(config.publicUrl)
  const today = () => Math.floor(clock.now().getTime() / day)
  const cached = createPublicCache(() => `${deps.glossaryVersion()} ${today()}`)
  followGlossary(database, deps.glossaryVersion)
  const recordSignIn: RecordSignIn = (event) => {
    log.info('sign-in', event)
    deps.metrics?.recordSignIn(event)
  }
  const engine = engineOf(deps.platform, recordSignIn)
  const routes = createRoutePatterns(() => app.routes.map(({ path }) => path))
  const page = createPages({ ...deps, engine, routes, addresses: () => listRoutes(app) })
  const safeMode = createSafeMode(deps.platform, headers)
  const built = deps.build.css !== undefined
  const app = new OpenAPIHono()
  const requireSameOrigin: MiddlewareHandler = async (context, next) =>
    isSameOrigin(context, config.publicUrl)
      ? next()
      : problemResponse('forbidden', 'This was sent from another site. Open the page here and try again.')

  const logResponse = (method: string, address: string, status: number, milliseconds: number) => {
    const path = routes.patternOf(address)
    const refused = refusalOf(status)
    deps.metrics?.observe({ path, method, status, seconds: milliseconds / 1000 })
    log.info('request', {
      method,
      path,
      status,
      ...(refused && { refused }),
      milliseconds: Math.round(milliseconds * 10) / 10,
    })
  }

  app.use(async (context, next) => {
    const started = performance.now()
    await next()
    // That somebody left in a hurry, and when, is written nowhere (safety point 20).
    if (context.req.path === '/leave') return
    // Who has gone hears no answer, and a page that was not made for them is no failure of ours.
    const cut = context.res.status >= 500 && context.req.raw.signal.aborted
    logResponse(
      context.req.method,
      context.req.path,
      cut ? readerGone : context.res.status,
      performance.now() - started,
    )
  })
  app.use(addSecurityHeaders(headers))

  const clientIpOf = (context: Context) => clientIp(context, config.trustedProxies)
  app.get('/healthz', (context) => context.json({ status: 'up' }))
  app.get('/readyz', () => checkReadiness(database))

  app.post('/leave', (context) => quickHide(context, deps.platform))

  for (const folder of deps.build.assets) app.use('/assets/*', hashedFiles(folder))
  app.get('/favicon.svg', icon(deps.build.assets[0]))
  app.use(rateLimit(engine.limits, clientIpOf))
  const { sourceArchive } = deps.build
  if (sourceArchive) app.get('/source.tar.gz', archiveOf(sourceArchive.folder))
  if (isDiskLow) app.use(rejectWritesWhenDiskFull(isDiskLow))
  app.use(endAbandonedSessions(deps.platform))

  app.use(privatePaths, compression)
  app.route('/auth/v1', createAuthApi(engine, clientIpOf))
  app.route('/api', contactApi(deps.platform, engine.limits, clientIpOf))
  const ownerOf: GetOwner = (context, askToSignIn) => resolveOwner(context, deps.platform, askToSignIn)
  app.route('/api', glossaryApi(deps.platform, cached, deps.site.resources.crisis.lines))
  for (const room of [favoritesApi, draftsApi, profileApi, connectionsApi]) {
    app.route('/api', room(deps.platform, ownerOf))
  }
  app.route(
    '/api',
    accountApi(deps.platform, engine.limits, (context, askToSignIn) =>
      resolveOwner(context, deps.platform, askToSignIn, 'from our pages alone'),
    ),
  )
  describeApi(app, config.publicUrl)
  app.all('/api/:rest{.+}', ({ req: { method, path } }) => {
    const methods = allowedMethods(app, path)
    if (methods.length === 0 && (method === 'GET' || method === 'HEAD')) {
      return problemResponse('not_found', 'No such endpoint. GET /api/openapi.json lists them all.')
    }
    const Allow = methods.length > 0 ? methods.join(', ') : 'GET, HEAD'
    return problemResponse('method_not_allowed', `This address takes ${Allow}.`, { Allow })
  })

  app.use(privatePaths, async (context, next) => {
    await next()
    context.res.headers.set('Cache-Control', 'no-store')
  })
  app.on('POST', privatePaths, limitPrivateBody, async (context, next) => {
    // A provider's form comes from its own site. What it brings counts only with the state that is held here and the cookie of
    // the browser that began (identity/providers), so nobody else's form does anything.
    return context.req.path === callbackPath ? next() : requireSameOrigin(context, next)
  })
  app.route(
    '/auth-test/passkey',
    passkeyApi(engine, (context) => resolveVisitor(context, deps.platform)),
  )
  app.post('/auth-test/session/lock', (context) => lockIdleSession(context, deps.platform, engine))
  app.route('/auth-test/session', sessionApi(engine))
  // A link that was saved leads home too, and ends nothing.
  app.get('/auth-test/sign-out', (context) => context.redirect('/'))
  app.post('/auth-test/sign-out', signOutHandler(deps.platform, recordSignIn))
  app.on('POST', privatePaths, requireForm)
  app.on(['GET', 'HEAD', 'POST'], privatePaths, privatePages(deps.platform, page))
  app.on(['GET', 'HEAD'], demoPaths, async (context) => {
    // Nobody is looked up for it: it shows no person, and knows none.
    const answer = await cached(context, undefined, () => page(context.req.raw, undefined, randomToken()))
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  })
  app.on(['GET', 'HEAD'], otherSpelling, (context) => {
    const { pathname, search } = new URL(context.req.url)
    const [, area = ''] = context.req.path.toLowerCase().split('/')
    context.header('Cache-Control', 'no-store')
    return context.redirect(`/${area}${pathname.replace(/^\/[^/]*/, '')}${search}`)
  })
  app.route(
    '/',
    publicPages({
      platform: deps.platform,
      page,
      cached,
      safeMode,
      built,
      placeOf: clientIpOf,
      fromHere: requireSameOrigin,
    }),
  )

  app.onError((thrown, context) => {
    if (isCutLine(thrown, context.req.raw))
      return problemResponse('invalid_request', 'The request did not come whole.')
    log.error('a request failed', {
      method: context.req.method,
      path: routes.patternOf(context.req.path),
      error: loggable(thrown),
    })
    return problemResponse('unexpected', 'Please try again in a moment; nothing was lost.')
  })

  const innerFetch = app.fetch
  app.fetch = (request, ...rest) => {
    const ask = (asked: Request) => innerFetch(asked, ...rest)
    return isSafeMode(request.headers.get('Cookie'))
      ? safeMode.answer(request, ask)
      : safeMode.begin(request, ask)
  }

  const asRequest = getRequestListener(app.fetch)
  const listener: RequestListener = (incoming, outgoing) => {
    if (exceedsPipelineLimit(incoming, outgoing)) incoming.socket.destroy()
    else if (namesTwoHosts(incoming)) {
      outgoing.writeHead(400, { ...headers, Connection: 'close' }).end()
      logResponse(incoming.method ?? '', '*', 400, 0)
    } else asRequest(incoming, outgoing)
  }
  return Object.assign(app, { listener })
}
