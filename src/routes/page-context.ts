import { createContext } from 'react-router'
import type { Samples } from '../domains/demo/demo.contract.ts'
import type { License, Site } from '../domains/editorial/editorial.contract.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Context keys that the server sets for the loaders of all pages. The user's keys are apart, in request-context.ts, which the demo
 * must not import. The build bundles these keys, so the server reads them from the build (entry.server.tsx).
 */
export const platformContext = createContext<Platform>()
export const siteContext = createContext<Site>()
export const samplesContext = createContext<Samples>()
export const shellContext = createContext<PageAssets>()
/** Reads the list of licenses that the build collected (server/build/licenses.ts). */
export const licensesContext = createContext<() => Promise<License[]>>()
/** The source archive of the running version; undefined in development (server/build/source-archive.ts). */
export const sourceArchiveContext = createContext<{ bytes: number } | undefined>()
/** Returns the route pattern of a path, for the log (server/http/route-patterns.ts). */
export const routePatternContext = createContext<(path: string) => string>()
export const interfaceContext = createContext<ApiAddress[]>()
export const inlinedContext = createContext<{
  css: string | undefined
  appCss: string | undefined
  nonce?: string
  film?: boolean
  routes?: string
  safe?: string
}>()

/** An endpoint under `/api`. */
export type ApiAddress = {
  method: string
  path: string
  summary: string
  /** Whether it returns a user's own data and needs their session. */
  own: boolean
}

/** URLs of the scripts that pages load, read once at startup (server/build/build.ts). */
export type PageAssets = {
  /** `client/public-pages.ts`; the next ones likewise. */
  script: string
  demoScript: string
  homeScript: string
  safeScript: string
  searchScript: string
  /** The script of pages with a passkey form, and the code that the form loads on use. */
  passkey: { script: string; code: string }
  /** Files that every page of the private area needs first (identity/sessions/prefetch-on-input.client.ts). */
  preloadFiles: string[]
  /** Modules that only some pages of the private area need (routes/dashboard/layout.tsx). */
  prefetchModules: string[]
}

/** The root loader's data. */
export type RootData = {
  /** Without the parts that only one page shows. */
  site: Omit<Site, 'roadmap' | 'planned' | 'texts' | 'resources' | 'home'>
  shell: PageAssets
  /** Origin of canonical addresses. */
  publicUrl: string
  quickHide: { href: string; fallback: string }
}
