import { createContext } from 'react-router'
import type { Samples } from '../domains/demo/demo.contract.ts'
import type { License, Site } from '../domains/editorial/editorial.contract.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What the server hands to the loaders of all pages; whose a page is stands apart (context.ts), where the demo does not look. The
 * build bundles these keys, so the server reads them off the build (entry.server).
 */
export const platformContext = createContext<Platform>()
export const siteContext = createContext<Site>()
export const samplesContext = createContext<Samples>()
export const shellContext = createContext<PageAssets>()
/** Reads what the build found of licenses (server/build/licenses.ts). */
export const licensesContext = createContext<() => Promise<License[]>>()
/** The archive of the running version's source; in development there is none (server/build/source-archive.ts). */
export const sourceArchiveContext = createContext<{ bytes: number } | undefined>()
/** Names the route of a path, for the log (server/http/route-patterns.ts). */
export const routePatternContext = createContext<(path: string) => string>()
export const interfaceContext = createContext<ApiAddress[]>()
export const inlinedContext = createContext<{
  css: string | undefined
  rooms: string | undefined
  nonce?: string
  film?: boolean
  routes?: string
  safe?: string
}>()

/** One thing that a program can ask under `/api`. */
export type ApiAddress = {
  method: string
  path: string
  summary: string
  /** Whether it is a person's own, and asks for who they are. */
  own: boolean
}

/** Addresses of the scripts that pages load; each entry says what it is for. Found once at the start (server/build/build.ts). */
export type PageAssets = {
  /** Of `client/public-pages.ts`, and so on. */
  script: string
  demoScript: string
  homeScript: string
  safeScript: string
  searchScript: string
  /** Of pages that ask for a passkey, and of what such a form fetches when it is used. */
  passkey: { script: string; code: string }
  /** Of what every page of the private area begins with (identity/sessions/prefetch-on-input.client.ts). */
  preloadFiles: string[]
  /** Of what not every page of the private area begins with (routes/dashboard/layout.tsx). */
  prefetchModules: string[]
}

/** What the root's loader gives to every page. */
export type RootData = {
  /** But for what one page alone shows. */
  site: Omit<Site, 'roadmap' | 'planned' | 'texts' | 'resources' | 'home'>
  shell: PageAssets
  /** Origin of canonical addresses. */
  publicUrl: string
  quickHide: { href: string; fallback: string }
}
