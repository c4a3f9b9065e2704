import type { MetaDescriptor } from 'react-router'
import * as messages from './messages.en.yaml'
import type { RootData } from './page-context.ts'

type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>
type Page = { title: string; description: string; path: string; wholeTitle?: boolean; noindex?: boolean }

/** The root loader's data, from the matches of `meta`. */
export const getRootData = (matches: Matches): RootData | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined

/** Builds the meta tags. The site's name follows every title but a whole one; `path` has no query. */
export function describePage(matches: Matches, page: Page): MetaDescriptor[] {
  const root = getRootData(matches)
  const title = page.wholeTitle
    ? page.title
    : messages.pageTitle({ title: page.title, site: root?.site.name ?? '' })
  const { description } = page
  return [
    { title },
    { name: 'description', content: description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { tagName: 'link', rel: 'canonical', href: `${root?.publicUrl ?? ''}${page.path}` } as const,
          { property: 'og:title', content: title },
          { property: 'og:description', content: description },
        ]),
  ]
}

/** Shared caches never store a page. */
export const publicHeaders = { 'Cache-Control': 'private, max-age=60' }

/** In Safe Mode the start page's path shows another page, which a cached one would replace (docs/decisions/020). */
export const homeHeaders = { 'Cache-Control': 'private, no-cache' }

/** For a user's search and an incomplete page (safety point 12). */
export const noStoreHeaders = { 'Cache-Control': 'no-store' }
