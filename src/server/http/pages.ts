import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Samples } from '../../domains/demo/demo.contract.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { playerOf } from '../../domains/editorial/film.rules.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { randomToken } from '../../platform/crypto.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { requestId } from '../../platform/request-id.ts'
import type { ApiAddress, Visitor } from '../../routes/request-context.ts'
import type { Build } from '../build/build.ts'
import type { createRoutePatterns } from './route-patterns.ts'
import { isSafeMode } from './safe-mode.ts'
import { addIntegrity } from './script-integrity.ts'
import { pagePolicy } from './security-headers.ts'

/** Creates the function that renders a page. Only the policy of an uncached page names a nonce. */
export function createPages(deps: {
  platform: Platform
  engine: AuthEngine
  site: Site
  samples: Samples
  build: Build
  routes: ReturnType<typeof createRoutePatterns>
  apiRoutes: () => ApiAddress[]
}) {
  const player = deps.site.film && playerOf(deps.site.film.video)
  const frames = player ? [player.origin] : []
  /** By Safe Mode, import map and style sheet; pages with a film have their own. */
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
    context.set(entry.requestIdContext, requestId())
    context.set(entry.interfaceContext, deps.apiRoutes())
    context.set(entry.inlinedContext, {
      css: css?.css,
      appCss: css?.appCss,
      ...(nonce && { nonce }),
      ...(safe && { safe }),
    })
    if (visitor) context.set(entry.visitorContext, visitor)
    // React Router would omit the body of HEAD, and the cache would store that as the page.
    const getRequest =
      request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
    const response = await createRequestHandler(build, 'production')(decodable(getRequest), context)
    const { css: styles, film = false, area } = context.get(entry.inlinedContext)
    const { integrity } = deps.build
    if (styles !== undefined && integrity) {
      // Redirects, and data for a client-side navigation, have no area.
      const page = area && addIntegrity(await response.text(), integrity, area)
      const importMap = page?.importMap
      const key = `${safe ? 'safe ' : ''}${importMap ? area : ''} ${styles}`
      let policyOf = policies.get(key)
      if (!policyOf) {
        const scripts = [entry.beforePaint, safe, importMap].filter((script) => script !== undefined)
        policyOf = pagePolicy({ styles: [styles], scripts, frames, film })
        policies.set(key, policyOf)
      }
      response.headers.set('Content-Security-Policy', policyOf(nonce))
      if (page) return new Response(page.html, response)
    } else {
      // The default policy forbids Vite's scripts and styles.
      response.headers.set('Content-Security-Policy', "frame-ancestors 'none'")
    }
    return response
  }
}

/** Escapes a path that React Router cannot decode and would print, ids included. */
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
