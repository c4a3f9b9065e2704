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
import { preHydrationScript } from './domains/connections/drafts/ui/pre-hydration-draft.tsx'
import { isClientDisconnect, loggable } from './platform/log.server.ts'
import { isAccountDeletedError } from './platform/owner.ts'
import type { Handle } from './root.tsx'
import {
  inlinedContext,
  type PageArea,
  platformContext,
  requestIdContext,
  routePatternContext,
} from './routes/request-context.ts'

export {
  engineContext,
  inlinedContext,
  interfaceContext,
  licensesContext,
  platformContext,
  requestIdContext,
  routePatternContext,
  samplesContext,
  shellContext,
  siteContext,
  sourceArchiveContext,
  visitorContext,
} from './routes/request-context.ts'
export { beforePaint, preHydrationScript, safePaint }

/** Renders without streaming, because public pages are cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const base = context.get(inlinedContext)
  const handles = entry.staticHandlerContext.matches.map(
    ({ route }) => entry.routeModules[route.id]?.handle as Handle,
  )
  const isInteractive = base.css !== undefined && handles.some((handle) => handle?.interactive)
  const inlined = {
    ...base,
    css: pageStyles(base, handles),
    area: areaOf(handles),
    film: handles.some((handle) => handle?.film),
    ...(isInteractive && { routes: routesOf(entry) }),
  }
  // For the page's policy (server/http/pages.ts).
  context.set(inlinedContext, inlined)
  const nonce = inlined.nonce ? { nonce: inlined.nonce } : {}
  const page = await renderToReadableStream(
    <DocumentContext value={{ ...inlined, paint: beforePaint, requestId: context.get(requestIdContext) }}>
      <ServerRouter context={entry} url={request.url} {...nonce} />
    </DocumentContext>,
    {
      ...nonce,
      onError(error) {
        // The server's error handler logs these.
        if (error instanceof Error) throw error
      },
    },
  )
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status, headers })
}

/** The styles inside a page. @param handles those of its routes, from the root */
export function pageStyles(
  { css, appCss }: { css: string | undefined; appCss: string | undefined },
  handles: Handle[],
): string | undefined {
  const isInteractive = handles.some((handle) => handle?.interactive)
  return css && [css, isInteractive ? appCss : '', ...handles.map((handle) => handle?.css ?? '')].join('')
}

function areaOf(handles: Handle[]): PageArea {
  if (handles.some((handle) => handle?.demo)) return 'demo'
  return handles.some((handle) => handle?.interactive) ? 'private' : 'public'
}

/** React Router's file of all routes would be one more request (docs/decisions/033). */
function routesOf({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const layout = matches[1]?.route.id
  const routes = Object.entries(manifest.routes).filter(
    ([id, route]) => id === 'root' || id === layout || route?.parentId === layout,
  )
  const omitFalse = (_key: string, value: unknown) => (value === false ? undefined : value)
  const json = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) }, omitFalse)
  return json.replaceAll('<', '\\u003c')
}

/** React Router's default prints whole errors to stderr; PostgreSQL's errors quote rows. */
export const handleError: HandleErrorFunction = (thrown, { request, context }) => {
  // An unsupported method.
  if (isRouteErrorResponse(thrown)) return
  if (isClientDisconnect(thrown, request) || isAccountDeletedError(thrown)) return
  context.get(platformContext).log.error('a page failed', {
    method: request.method,
    path: context.get(routePatternContext)(new URL(request.url).pathname),
    error: loggable(thrown),
  })
}
