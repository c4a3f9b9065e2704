/** Cookies of Safe Mode (docs/decisions/020). Their neutral names reveal nothing about the pages read. */
export const safeModeCookieName = '__Host-view'
const attributes = 'Path=/; Secure; SameSite=Lax'
/** The maximum of browsers, in seconds (RFC 6265bis, 5.5). */
const maxAge = 400 * 24 * 60 * 60

export const safeModeCookie = (on: boolean): string =>
  `${safeModeCookieName}=${on ? '1' : ''}; ${attributes}; HttpOnly; Max-Age=${on ? maxAge : 0}`

export const maskedPathCookieName = '__Host-page'

/** A session cookie. @param encryptedPath of the current page; omit to delete the cookie */
export const maskedPathCookie = (encryptedPath?: string): string =>
  `${maskedPathCookieName}=${encryptedPath ?? ''}; ${attributes}; HttpOnly${encryptedPath === undefined ? '; Max-Age=0' : ''}`

export const neutralTitle = 'Home'
/** The URL of every page in Safe Mode. */
export const maskedUrl = '/'

/** Files and APIs, which keep their own URLs in Safe Mode. */
const notPages =
  /^\/(?:(?:api|auth\/v1|assets)\/|(?:leave|healthz|readyz|robots\.txt|sitemap\.xml|favicon\.\w+)$)/

/**
 * @param to untrusted input
 * @returns path and query of one of our pages, or the start page
 */
export function toAppPath(to: string): string {
  const base = 'https://here.invalid'
  if (to.length > 2_000 || !URL.canParse(to, base)) return maskedUrl
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !notPages.test(pathname) ? pathname + search : maskedUrl
}

/** Whether a request loads a document: by Fetch metadata, or by `Accept` in older browsers. */
export const isDocument = (path: string, headers: Headers): boolean =>
  !notPages.test(path) &&
  (headers.has('Sec-Fetch-Dest')
    ? headers.get('Sec-Fetch-Dest') === 'document'
    : (headers.get('Accept') ?? '').startsWith('text/html,'))
