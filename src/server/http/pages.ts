import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Samples } from '../../domains/demo/demo.contract.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { playerOf } from '../../domains/editorial/film.rules.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { randomToken } from '../../platform/crypto.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ApiAddress, Visitor } from '../../routes/request-context.ts'
import type { Build } from '../build/build.ts'
import type { createRoutePatterns } from './route-patterns.ts'
import { isSafeMode } from './safe-mode-cookies.ts'
import { pagePolicy } from './security-headers.ts'

/**
 * React Router's answer to a request, with what loaders stand on. A page that may be kept by the reader's browser says so
 * itself (`headers` of its route); its policy names the hashes of the two inline texts that every page carries. A page for a
 * `visitor`, or one of the demo, is kept by nobody, so its policy may name a nonce for the scripts of interactive pages.
 */
export function createPages(deps: {
  platform: Platform
  engine: AuthEngine
  site: Site
  samples: Samples
  build: Build
  routes: ReturnType<typeof createRoutePatterns>
  addresses: () => ApiAddress[]
}) {
  const player = deps.site.film && playerOf(deps.site.film.video)
  const frames = player ? [player.origin] : []
  /** By style sheet, and by whether it is for Safe Mode: some pages have rules of their own, those with a film among them. */
  const policies = new Map<string, ReturnType<typeof pagePolicy>>()
  return async function page(
    request: Request,
    visitor?: Visitor,
    nonce = visitor && randomToken(),
  ): Promise<Response> {
    const build = await deps.build.routes()
    deps.routes.learnPages(build.routes)
    const { module: entry } = build.entry
    const { css } = deps.build
    const safe = isSafeMode(request.headers.get('Cookie')) ? entry.safePaint : undefined
    const context = new RouterContextProvider()
    context.set(entry.platformContext, deps.platform)
    context.set(entry.siteContext, deps.site)
    context.set(entry.samplesContext, deps.samples)
    context.set(entry.shellContext, deps.build.pageAssets)
    context.set(entry.licensesContext, deps.build.licenses)
    context.set(entry.sourceArchiveContext, deps.build.sourceArchive)
    context.set(entry.engineContext, deps.engine)
    context.set(entry.routePatternContext, deps.routes.patternOf)
    context.set(entry.interfaceContext, deps.addresses())
    context.set(entry.inlinedContext, {
      css: css?.pages,
      appCss: css?.appCss,
      ...(nonce && { nonce }),
      ...(safe && { safe }),
    })
    if (visitor) context.set(entry.visitorContext, visitor)
    // What HEAD asks about is made as for GET: React Router would answer it without the body, and that would be kept as the page.
    const asked = request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
    const response = await createRequestHandler(build, 'production')(decodable(asked), context)
    const { css: styles, film = false } = context.get(entry.inlinedContext)
    if (styles !== undefined) {
      const kind = `${safe ? 'safe ' : ''}${styles}`
      let policyOf = policies.get(kind)
      if (!policyOf) {
        const scripts = safe ? [safe, entry.beforePaint] : [entry.beforePaint]
        policyOf = pagePolicy({ styles: [styles], scripts, frames, film })
        policies.set(kind, policyOf)
      }
      response.headers.set('Content-Security-Policy', policyOf(nonce))
    } else {
      // In development Vite brings scripts and styles of its own: without a policy here the page would get that of what is no page.
      response.headers.set('Content-Security-Policy', "frame-ancestors 'none'")
    }
    return response
  }
}

/** The router would print a path that it cannot decode, with the number of a row in it: to it each percent sign there is only that. */
function decodable(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    return new Request(url, request)
  }
}
