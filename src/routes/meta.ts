import type { MetaDescriptor } from 'react-router'
import type { RootData } from './page-context.ts'

/** Builds the title and meta tags; `page.path` is canonical, without a query. */
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

/** The root loader's data, from the matches of `meta`. */
export function getRootData(
  matches: ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>,
): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** Shared caches never store a page. */
export const publicHeaders = { 'Cache-Control': 'private, max-age=60' }

/** In Safe Mode the start page's path shows another page, which a cached one would replace (docs/decisions/020). */
export const homeHeaders = { 'Cache-Control': 'private, no-cache' }

/** For a user's search and an incomplete page (safety point 12). */
export const noStoreHeaders = { 'Cache-Control': 'no-store' }
