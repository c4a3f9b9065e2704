import { createContext } from 'react-router'
import type { Samples } from '../domains/demo/contract.ts'
import type { Site } from '../domains/editorial/contract.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What the server hands to the loaders of all pages; whose a page is stands apart (context.ts), where the demo does not look. The
 * build bundles these keys, so the server reads them off the build (entry.server).
 */
export const platformContext = createContext<Platform>()
export const siteContext = createContext<Site>()
export const samplesContext = createContext<Samples>()
export const shellContext = createContext<Shell>()
export const interfaceContext = createContext<ApiAddress[]>()
export const inlinedContext = createContext<{
  css: string | undefined
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

/** What every page carries in its head: made once at start from the built files. */
export type Shell = {
  /** Address of the module that `entry.public.ts` became. */
  script: string
  /** Address of the module that `entry.demo.ts` became. */
  demoScript: string
  /** Address of the module that `entry.safe.ts` became: Safe Mode's alone. */
  safeScript: string
  /** Address of the module of pages that ask for a passkey. */
  passkeyScript: string
  /** Address of the module that `entry.home.ts` became. */
  homeScript: string
  /** What the header search loads when it is entered. */
  searchScript: string
  /** Addresses of what the pages of the private area are made of (dashboard/frame.tsx). */
  privateModules: string[]
  /** Addresses of what any of them needs before it can be used. */
  privateEntry: string[]
}

/** What the root's loader gives to every page. */
export type RootData = {
  /** But for what one page alone shows. */
  site: Omit<Site, 'roadmap' | 'planned' | 'texts' | 'resources' | 'home'>
  shell: Shell
  /** Origin of canonical addresses. */
  publicUrl: string
  quickHide: { href: string; fallback: string }
}
