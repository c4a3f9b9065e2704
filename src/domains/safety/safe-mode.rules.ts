/**
 * Safe Mode (docs/decisions/020): what the browser keeps of it. All of the names could be any site's: whoever looks at the cookies
 * learns that this site was used, and nothing that was read.
 */
export const safeModeCookieName = '__Host-view'
const attributes = 'Path=/; Secure; SameSite=Lax'
/** As long as browsers keep a cookie at most (RFC 6265bis, 5.5), in seconds. */
const maxAge = 400 * 24 * 60 * 60

/** Turns Safe Mode on or off in a browser. */
export const safeModeCookie = (on: boolean): string =>
  `${safeModeCookieName}=${on ? '1' : ''}; ${attributes}; HttpOnly; Max-Age=${on ? maxAge : 0}`

export const maskedPathCookieName = '__Host-page'

/** @param encryptedPath where somebody is; left out, it is forgotten. It ends with the browser. */
export const maskedPathCookie = (encryptedPath?: string): string =>
  `${maskedPathCookieName}=${encryptedPath ?? ''}; ${attributes}; HttpOnly${encryptedPath === undefined ? '; Max-Age=0' : ''}`

/** Title of every page in Safe Mode. */
export const neutralTitle = 'Home'
/** The one address of Safe Mode. */
export const maskedUrl = '/'

/** What has an address of its own in Safe Mode too: files and interfaces, which are never shown as a page. */
const notPages =
  /^\/(?:(?:api|auth\/v1|assets)\/|(?:leave|healthz|readyz|robots\.txt|sitemap\.xml|favicon\.\w+)$)/

/**
 * @param to as a script, a form or an address says it; anybody may have written it
 * @returns the path and query of a page of ours, or the start page
 */
export function toAppPath(to: string): string {
  const base = 'https://here.invalid'
  if (to.length > 2_000 || !URL.canParse(to, base)) return maskedUrl
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !notPages.test(pathname) ? pathname + search : maskedUrl
}

/** @returns whether what is asked for would be shown as a page with its address: browsers say so (Fetch metadata), older ones by what they take */
export const isDocument = (path: string, headers: Headers): boolean =>
  !notPages.test(path) &&
  (headers.has('Sec-Fetch-Dest')
    ? headers.get('Sec-Fetch-Dest') === 'document'
    : (headers.get('Accept') ?? '').startsWith('text/html,'))
