import { createContext } from 'react-router'
import type { Site } from '../domains/editorial/contract.ts'
import type { Platform } from '../platform/platform.ts'

/** What the server hands to loaders. The build bundles these keys, so the server reads them off the build (entry.server). */
export const platformContext = createContext<Platform>()
export const siteContext = createContext<Site>()
export const shellContext = createContext<Shell>()

/** What every page carries in its head: made once at start from the built files. */
export type Shell = {
  /** The whole style sheet, inlined: a page needs no second request before it can be read. Undefined in development. */
  css: string | undefined
  /** Address of the module that `entry.public.ts` became. */
  script: string
}

/** What the root's loader gives to every page. */
export type RootData = {
  site: Site
  shell: Shell
  /** Origin of canonical addresses. */
  publicUrl: string
  quickHide: { href: string; fallback: string }
}
