import type { MetaDescriptor } from 'react-router'
import type { RootData } from './page-context.ts'

/**
 * Builds the title and the meta tags for search engines and link previews.
 *
 * @param page `path` is the canonical path without its query
 */
export function describePage(
  root: RootData | undefined,
  page: { title: string; description: string; path: string; noindex?: boolean },
): MetaDescriptor[] {
  const url = `${root?.publicUrl ?? ''}${page.path}`
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { tagName: 'link', rel: 'canonical', href: url } as const,
          { property: 'og:title', content: page.title },
          { property: 'og:description', content: page.description },
        ]),
  ]
}

/** Finds the root's loader data in the matches that `meta` receives. */
export function getRootData(
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>,
): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** Lets the browser cache a public page for a minute, and shared caches never. */
export const publicHeaders = { 'Cache-Control': 'private, max-age=60' }

/**
 * For the start page, which must be revalidated: in Safe Mode its path shows another page (docs/decisions/020). A cached start page
 * would replace that page, title included.
 */
export const homeHeaders = { 'Cache-Control': 'private, no-cache' }

/** For a user's search and for an incomplete page (safety point 12). */
export const noStoreHeaders = { 'Cache-Control': 'no-store' }
