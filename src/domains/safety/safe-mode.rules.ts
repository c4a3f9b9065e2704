/** Neutral names reveal nothing (docs/decisions/020). */
export const safeModeCookieName = '__Host-view'
const attributes = 'Path=/; Secure; SameSite=Lax'
/** Browsers' maximum, in seconds (RFC 6265bis, 5.5). */
const maxAge = 400 * 24 * 60 * 60

export const safeModeCookie = (on: boolean): string =>
  `${safeModeCookieName}=${on ? '1' : ''}; ${attributes}; HttpOnly; Max-Age=${on ? maxAge : 0}`

export const maskedPathCookieName = '__Host-page'

/** A session cookie, or its deletion without a path. */
export const maskedPathCookie = (encryptedPath?: string): string =>
  `${maskedPathCookieName}=${encryptedPath ?? ''}; ${attributes}; HttpOnly${encryptedPath === undefined ? '; Max-Age=0' : ''}`

export const neutralTitle = 'Home'
/** Every page's URL in Safe Mode. */
export const maskedUrl = '/'

const notPages =
  /^\/(?:\/|(?:api|auth\/v1|assets)\/|(?:leave|healthz|readyz|robots\.txt|sitemap\.xml|favicon\.\w+)$)/

/** Returns path and query of one of our pages, or the start page. @param to untrusted input */
export function toAppPath(to: string): string {
  const base = 'https://here.invalid'
  if (to.length > 2_000 || !URL.canParse(to, base)) return maskedUrl
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !notPages.test(pathname) ? pathname + search : maskedUrl
}

/** Whether a request loads a document; older browsers send no Fetch metadata. */
export const isDocument = (path: string, headers: Headers): boolean =>
  !notPages.test(path) &&
  (headers.has('Sec-Fetch-Dest')
    ? headers.get('Sec-Fetch-Dest') === 'document'
    : (headers.get('Accept') ?? '').startsWith('text/html,'))
