import { type ReactNode, use } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { DocumentContext } from './client/inline/document-context.ts'
import { neutralIcon } from './domains/safety/safety.contract.ts'
import { platformContext, type RootData, shellContext, siteContext } from './routes/request-context.ts'
import { tabIcon } from './ui/logo/logo.tsx'

export { ErrorBoundary } from './routes/error-boundary.tsx'

export function loader({ context }: Route.LoaderArgs): RootData {
  const { config } = context.get(platformContext)
  const { roadmap, planned, texts, resources, home, ...site } = context.get(siteContext)
  return {
    site,
    shell: context.get(shellContext),
    publicUrl: config.publicUrl,
    quickHide: { href: config.quickHideUrl, fallback: config.quickHideFallbackUrl },
  }
}

/** The same on every page. Asked for again, it would fail with a line that is cut, and take the frame of the page along. */
export const shouldRevalidate = () => false

/**
 * Every page: written by React on the server, and sent without React's scripts unless one of its routes says in its `handle`
 * that it is interactive (docs/decisions/004).
 */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const shell = root?.shell
  const { css, nonce, paint, routes, safe } = use(DocumentContext)
  const { pathname, search } = useLocation()
  const handles = useMatches().map(({ handle }) => handle as Handle)
  const interactive = handles.some((handle) => handle?.interactive)
  const demo = handles.some((handle) => handle?.demo)
  return (
    // What is chosen before the first paint stands here, and is not React's.
    <html
      lang="en"
      suppressHydrationWarning
      data-path={safe && pathname + search}
      // Pages for everyone learn it from the cookie, by a script (client/inline/before-first-paint.ts); nobody else is let in here.
      data-signed-in={pathname.startsWith('/dashboard') ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Safari on iPhone would make calls of numbers that somebody has written down, a touch away. */}
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, named by its hash in the policy of the page */}
        {css !== undefined && <style data-page="" dangerouslySetInnerHTML={{ __html: css }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, named by its hash in the policy of the page */}
        {safe && <script data-page="" dangerouslySetInnerHTML={{ __html: safe }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, named by its hash in the policy of the page */}
        {paint && <script data-inline-script="" dangerouslySetInnerHTML={{ __html: paint }} />}
        {safe && shell && <script type="module" src={shell.safeScript} data-safe-mode-script="" />}
        {/* The fonts are not preloaded: Chromium holds the first paint for them (0.1 s). */}
        {shell && (
          <script
            type="module"
            src={demo ? shell.demoScript : shell.script}
            data-search={shell.searchScript}
          />
        )}
        <link rel="icon" href={safe ? neutralIcon : tabIcon} type="image/svg+xml" />
        {safe ? <title>Home</title> : <Meta />}
        <Links />
      </head>
      <body>
        {children}
        {routes && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, which no browser runs; its "<" are written otherwise
          <script type="application/json" data-routes="" dangerouslySetInnerHTML={{ __html: routes }} />
        )}
        {interactive && <ScrollRestoration nonce={nonce} />}
        {interactive && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** What a route may say of itself. */
export type Handle =
  | {
      interactive?: boolean
      demo?: boolean
      /** Whether a film of ours is on it, which its policy then lets be played. */
      film?: boolean
      /** Rules of this page's own, inlined after those of every page (entry.server.tsx). */
      css?: string
    }
  | undefined

export default function Root() {
  return <Outlet />
}
