import { type ReactNode, use } from 'react'
import {
  href,
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
import { language } from './platform/language.ts'
import * as messages from './routes/messages.en.yaml'
import { platformContext, type RootData, shellContext, siteContext } from './routes/request-context.ts'
import { tabIcon } from './ui/logo/logo.tsx'
import { socialIcons } from './ui/shell/social-icons.ts'

export { ErrorBoundary } from './routes/error-boundary.tsx'

export function loader({ context }: Route.LoaderArgs): RootData {
  const { config } = context.get(platformContext)
  const { roadmap, planned, texts, resources, home, social, ...site } = context.get(siteContext)
  return {
    site: { ...site, social: social.map((network) => ({ ...network, icon: socialIcons[network.name] })) },
    icon: tabIcon,
    shell: context.get(shellContext),
    publicUrl: config.publicUrl,
    quickHide: { href: config.quickHideUrl, fallback: config.quickHideFallbackUrl },
  }
}

/** The data never changes, and reloading it could fail on a lost connection. */
export const shouldRevalidate = () => false

/** Includes React's scripts only if a route is `interactive` (docs/decisions/004). */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const shell = root?.shell
  const { css, nonce, paint, routes, safe } = use(DocumentContext)
  const { pathname, search } = useLocation()
  const handles = useMatches().map(({ handle }) => handle as Handle)
  const interactive = handles.some((handle) => handle?.interactive)
  const demo = handles.some((handle) => handle?.demo)
  return (
    // client/inline/before-first-paint.ts sets attributes here.
    <html
      lang={language()}
      suppressHydrationWarning
      data-path={safe && pathname + search}
      // Public pages set this by script.
      data-signed-in={pathname.startsWith(href('/dashboard')) ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        {/* Safari on iPhone would turn numbers into links that start a call. */}
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own; the policy names its hash */}
        {css !== undefined && <style data-page="" dangerouslySetInnerHTML={{ __html: css }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own; the policy names its hash */}
        {safe && <script data-page="" dangerouslySetInnerHTML={{ __html: safe }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own; the policy names its hash */}
        {paint && <script data-inline-script="" dangerouslySetInnerHTML={{ __html: paint }} />}
        {safe && shell && <script type="module" src={shell.safeScript} data-safe-mode-script="" />}
        {/* No font preload: Chromium would delay the first paint by 0.1 s. */}
        {shell && (
          <script
            type="module"
            src={demo ? shell.demoScript : shell.script}
            data-search={shell.searchScript}
          />
        )}
        <link rel="icon" href={safe || !root ? neutralIcon : root.icon} type="image/svg+xml" />
        {safe ? <title>{messages.home()}</title> : <Meta />}
        <Links />
      </head>
      <body>
        {children}
        {routes && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, which browsers do not run, with "<" escaped
          <script type="application/json" data-routes="" dangerouslySetInnerHTML={{ __html: routes }} />
        )}
        {interactive && <ScrollRestoration nonce={nonce} />}
        {interactive && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

export type Handle =
  | {
      interactive?: boolean
      demo?: boolean
      /** Whether the page's policy allows our film. */
      film?: boolean
      /** Styles of this page only. */
      css?: string
    }
  | undefined

export default function Root() {
  return <Outlet />
}
