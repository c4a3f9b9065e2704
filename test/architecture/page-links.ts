type Route = { path?: string; children?: Route[] }

/** Paths of the route table, such as `/glossary/:slug`. */
export const pagePaths = (routes: Route[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [`/${path}`] : []), ...pagePaths(children)])

/** `/api` is a page, and the address of the API too. */
const notOnlyPages = ['/api']

/** The start of a string or of its part after a value, but not of the argument of `href` or `apiFetch` (below `/api`). */
const start = /(?<!\bhref\(\s*|\bapiFetch(?:<[^(]*>)?\(\s*)["'`]|(?<=[}]|[?&]\w+=)/.source
const path = /(?<path>(?:\/(?:[\w-]+|\$\{[^}]*\}))+)(?=\/?(?:["'`?#&]|\$\{))/.source
const written = new RegExp(`(?:${start})${path}`, 'g')

/**
 * Finds links to pages that no type checks.
 *
 * @param pages from `pagePaths`
 * @returns the pages
 */
export function findUntypedLinks(text: string, pages: string[]): string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?[*]).*$/gm, '')
  const checked = pages.filter((page) => !page.includes('*') && !notOnlyPages.includes(page))
  return [...code.matchAll(written)].flatMap(({ groups }) => {
    const page = checked.find((page) => patternOf(page).test(groups?.path ?? ''))
    return page ? [page] : []
  })
}

const patternOf = (page: string) => new RegExp(`^${page.replaceAll(/:\w+/g, '(?:[\\w-]+|\\$\\{[^}]*\\})')}$`)
