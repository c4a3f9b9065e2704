import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { beforePaint } from './client/inline/before-first-paint.ts'
import { DocumentContext } from './client/inline/document-context.ts'
import { safePaint } from './client/inline/safe-mode-storage.ts'
import { isCutLine, loggable } from './platform/log.server.ts'
import { isAccountDeletedError } from './platform/owner.ts'
import type { Handle } from './root.tsx'
import { inlinedContext, platformContext, routePatternContext } from './routes/request-context.ts'

export {
  engineContext,
  inlinedContext,
  interfaceContext,
  licensesContext,
  platformContext,
  routePatternContext,
  samplesContext,
  shellContext,
  siteContext,
  sourceArchiveContext,
  visitorContext,
} from './routes/request-context.ts'
export { beforePaint, safePaint }

/** Writes a page. The whole of it, not a stream: public pages are kept and sent compressed (server/http/public-cache.ts). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const given = context.get(inlinedContext)
  const handles = entry.staticHandlerContext.matches.map(
    ({ route }) => entry.routeModules[route.id]?.handle as Handle,
  )
  const own = handles.map((handle) => handle?.css ?? '')
  const isInteractive = given.css !== undefined && handles.some((handle) => handle?.interactive)
  const inlined = {
    ...given,
    css: given.css && [given.css, isInteractive ? given.appCss : '', ...own].join(''),
    film: handles.some((handle) => handle?.film),
    ...(isInteractive && { routes: routesOf(entry) }),
  }
  // The policy of the page names the hash of what it carries (server/http/pages.ts).
  context.set(inlinedContext, inlined)
  const nonce = inlined.nonce ? { nonce: inlined.nonce } : {}
  const page = await renderToReadableStream(
    <DocumentContext value={{ ...inlined, paint: beforePaint }}>
      <ServerRouter context={entry} url={request.url} {...nonce} />
    </DocumentContext>,
    {
      ...nonce,
      onError(error) {
        // A thrown answer (404) is not a failure of the page; anything else is said once, by the server's error handler.
        if (error instanceof Error) throw error
      },
    },
  )
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status, headers })
}

/**
 * What React Router in the browser has to know of the routes of an area, of which nothing leads in place to another one. Its own
 * list of all of them, in a file, would be a request before the page can be used (docs/decisions/033).
 */
function routesOf({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const frame = matches[1]?.route.id
  const routes = Object.entries(manifest.routes).filter(
    ([id, route]) => id === 'root' || id === frame || route?.parentId === frame,
  )
  const without = (_key: string, value: unknown) => (value === false ? undefined : value)
  return JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) }, without).replaceAll(
    '<',
    '\\u003c',
  )
}

/** Left to itself the router writes what was thrown to standard error as it is; PostgreSQL's errors quote whole rows. */
export const handleError: HandleErrorFunction = (thrown, { request, context }) => {
  // The router's own words for an address that takes no such request: nothing failed.
  if (isRouteErrorResponse(thrown)) return
  if (isCutLine(thrown, request) || isAccountDeletedError(thrown)) return
  context.get(platformContext).log.error('a page failed', {
    method: request.method,
    path: context.get(routePatternContext)(new URL(request.url).pathname),
    error: loggable(thrown),
  })
}
