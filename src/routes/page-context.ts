import { createContext } from 'react-router'
import type { Samples } from '../domains/demo/demo.contract.ts'
import type { License, Site } from '../domains/editorial/editorial.contract.ts'
import type { Platform } from '../platform/platform.ts'

/** The demo must not import the user's keys (request-context.ts). The server reads keys from the build. */
export const platformContext = createContext<Platform>()
export const siteContext = createContext<Site>()
export const samplesContext = createContext<Samples>()
export const shellContext = createContext<PageAssets>()
/** Collected by the build. */
export const licensesContext = createContext<() => Promise<License[]>>()
/** Undefined in development. */
export const sourceArchiveContext = createContext<{ bytes: number } | undefined>()
/** The route pattern of a path, for the log. */
export const routePatternContext = createContext<(path: string) => string>()
/** The request's number in the log, for error pages. */
export const requestIdContext = createContext<string | undefined>(undefined)
export const interfaceContext = createContext<ApiAddress[]>()
export const inlinedContext = createContext<{
  css: string | undefined
  appCss: string | undefined
  /** Set by the rendered page. */
  area?: PageArea
  nonce?: string
  film?: boolean
  routes?: string
  safe?: string
}>()

/** Pages of an area may load the same scripts. */
export type PageArea = 'public' | 'demo' | 'private'

/** Subresource Integrity (server/build/page-integrity.ts). */
export type PageIntegrity = {
  /** Hashes by URL path. */
  files: Map<string, string>
  /** JSON, for what modules import. */
  importMaps: Record<PageArea, string>
}

export type ApiAddress = {
  method: string
  path: string
  summary: string
  /** Whether it returns a user's own data. */
  own: boolean
}

/** Script URLs, read once at startup. */
export type PageAssets = {
  script: string
  demoScript: string
  homeScript: string
  safeScript: string
  searchScript: string
  /** The form loads `code` on use. */
  passkey: { script: string; code: string }
  /** Every private page needs them first. */
  preloadFiles: string[]
  /** Only some private pages need them. */
  prefetchModules: string[]
}

export type RootData = {
  site: Omit<Site, 'roadmap' | 'planned' | 'texts' | 'resources' | 'home' | 'social'> & {
    social: { name: string; url: string; icon: string }[]
  }
  shell: PageAssets
  /** A data URL. */
  icon: string
  /** Origin of canonical addresses. */
  publicUrl: string
  quickHide: { href: string; fallback: string }
}
