import type { MetaDescriptor } from 'react-router'
import type { RootData } from './page-context.ts'

/**
 * What search engines and links shown elsewhere need.
 *
 * @param page `path` is the canonical address without its query; `noindex` for what should not be found
 */
export function describePage(
  root: RootData | undefined,
  page: { title: string; description: string; path: string; noindex?: boolean },
): MetaDescriptor[] {
  const address = `${root?.publicUrl ?? ''}${page.path}`
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { tagName: 'link', rel: 'canonical', href: address } as const,
          { property: 'og:title', content: page.title },
          { property: 'og:description', content: page.description },
        ]),
  ]
}

/** The root's own data among the matches that `meta` is given. */
export function rootOf(
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>,
): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** How long a reader's browser may keep a public page: a minute, and never a cache that others share. */
export const publicHeaders = { 'Cache-Control': 'private, max-age=60' }

/**
 * For the start page: asked for anew each time, as by the address of Safe Mode (docs/decisions/020). Who opens it, signs in and is in Safe
 * Mode would be shown it again from the browser's memory, with its title, in place of the page that stands there for them.
 */
export const startHeaders = { 'Cache-Control': 'private, no-cache' }

/** For a search, which is somebody's own, and for a page that lacks a part: kept nowhere (safety point 12). */
export const unkeptHeaders = { 'Cache-Control': 'no-store' }
