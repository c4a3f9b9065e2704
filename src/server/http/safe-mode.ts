import type { Handler, Hono } from 'hono'
import {
  isDocument,
  maskedPathCookie,
  maskedPathCookieName,
  maskedUrl,
  neutralTitle,
  safeModeCookieName,
  toAppPath,
} from '../../domains/safety/safe-mode.rules.ts'
import { readCookie } from '../../platform/cookies.ts'
import { seal, unseal } from '../../platform/crypto.server.ts'
import type { Platform } from '../../platform/platform.ts'

/** @param cookies a Cookie header */
export const isSafeMode = (cookies: string | null | undefined): boolean =>
  readCookie(cookies, safeModeCookieName) === '1'

/** The encrypted value that `maskedPathCookie` set. */
export const maskedPathCookieFrom = (cookies: string | null | undefined): string | undefined =>
  readCookie(cookies, maskedPathCookieName)

/** The current page, and the Sec-Fetch-Site that led there. */
type Location = { path: string; site: string | null }
type Fetch = (request: Request) => Response | Promise<Response>

const encryptionContext = ['safe mode', 'page']

/** Served as 404, so that browsers neither record nor suggest its address (docs/decisions/020). */
const blankPage = `<!doctype html><html lang="en"><title>${neutralTitle}</title><link rel="icon" href="data:,"></html>`

/** Serves every page at one URL, with a neutral title; an encrypted cookie has the real path. */
export function createSafeMode(
  { masterKey, config }: Pick<Platform, 'masterKey' | 'config'>,
  headers: Record<string, string>,
) {
  const locationCookie = ({ path, site }: Location) =>
    maskedPathCookie(
      seal(masterKey, JSON.stringify([toAppPath(path), site]), encryptionContext).toString('base64url'),
    )

  function locationFrom(cookies: string | null): Location {
    try {
      const encrypted = Buffer.from(maskedPathCookieFrom(cookies) ?? '', 'base64url')
      const location: [string, string | null] = JSON.parse(unseal(masterKey, encrypted, encryptionContext))
      return { path: toAppPath(location[0]), site: location[1] }
    } catch {
      return { path: maskedUrl, site: null }
    }
  }

  /** Works without a script. */
  function blankRedirect(location: Location, cookies: string[] = []): Response {
    const response = new Response(blankPage, {
      status: 404,
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store',
        Refresh: `0;url=${maskedUrl}`,
      },
    })
    for (const cookie of [...cookies, locationCookie(location)]) response.headers.append('Set-Cookie', cookie)
    return response
  }

  function sendToMaskedUrl({ headers }: Response, location: Location): Response {
    headers.set('Location', maskedUrl)
    headers.append('Set-Cookie', locationCookie(location))
    return new Response(null, { status: 303, headers })
  }

  /** Undefined for other sites, and for files, whose download continues. */
  function redirectTarget(response: Response, request: Request): string | undefined {
    const location = response.headers.get('Location')
    if (!location || response.status < 300 || response.status > 399 || !URL.canParse(location, request.url))
      return
    const { origin, pathname, search } = new URL(location, request.url)
    if (origin !== new URL(request.url).origin && origin !== config.publicUrl) return
    const path = toAppPath(pathname + search)
    return path === pathname + search ? path : undefined
  }

  const turnsOff = (response: Response) =>
    response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${safeModeCookieName}=;`))

  async function fetchMasked(request: Request, fetch: Fetch): Promise<Response> {
    const { pathname, search, origin } = new URL(request.url)
    const site = request.headers.get('Sec-Fetch-Site')
    // A prefetched page would show at its real URL.
    if (request.headers.get('Sec-Purpose')?.startsWith('prefetch'))
      return new Response(null, { status: 503, headers: { ...headers, 'Cache-Control': 'no-store' } })
    if (!isDocument(pathname, request.headers)) {
      const response = await fetch(request)
      if (!pathname.startsWith('/assets/')) response.headers.set('Cache-Control', 'no-store')
      return request.headers.has('X-Safe-Mode-Form') ? toFormResult(response, request, true) : response
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && pathname + search !== maskedUrl) return blankRedirect({ path: pathname + search, site })
    const current = isRead ? locationFrom(request.headers.get('Cookie')) : { path: maskedUrl, site }
    const inner = isRead ? toInnerRequest(request, new URL(current.path, origin), current.site) : request
    const response = await fetch(inner)
    const path = redirectTarget(response, inner)
    response.headers.set('Cache-Control', 'no-store')
    return path === undefined || turnsOff(response)
      ? response
      : sendToMaskedUrl(response, { path, site: current.site })
  }

  async function fetchUnmasked(request: Request, fetch: Fetch): Promise<Response> {
    const response = await fetch(request)
    const cookies = response.headers.getSetCookie()
    const turnsOn = cookies.some((cookie) => isSafeMode(cookie))
    if (request.headers.has('X-Safe-Mode-Form')) return toFormResult(response, request, turnsOn)
    if (!turnsOn) return response
    const { pathname, search } = new URL(request.url)
    if (!isDocument(pathname, request.headers)) return response
    const site = request.headers.get('Sec-Fetch-Site')
    const path = redirectTarget(response, request)
    if (path !== undefined) return sendToMaskedUrl(response, { path, site })
    return request.method === 'GET' ? blankRedirect({ path: pathname + search, site }, cookies) : response
  }

  /** For a form that a script sent (safety/send-form.client.ts), a redirect as JSON. */
  function toFormResult(response: Response, request: Request, isSafe: boolean): Response {
    const location = response.headers.get('Location')
    const path = redirectTarget(response, request)
    if (!location) return response
    const isMasked = isSafe && path !== undefined && !turnsOff(response)
    const result = new Response(JSON.stringify({ to: isMasked ? maskedUrl : location }), {
      headers: response.headers,
    })
    result.headers.delete('Location')
    result.headers.set('Content-Type', 'application/json')
    if (isMasked) result.headers.append('Set-Cookie', locationCookie({ path, site: 'same-origin' }))
    return result
  }

  return {
    /** The app sees the real URLs, the browser the masked one. */
    wrap:
      (fetch: Hono['fetch']): Hono['fetch'] =>
      (request, ...rest) => {
        const handle = isSafeMode(request.headers.get('Cookie')) ? fetchMasked : fetchUnmasked
        return handle(request, (inner) => fetch(inner, ...rest))
      },

    /** `POST /`, by the page's script. */
    move: (async (context) => {
      const { to } = await context.req.parseBody()
      context.header('Set-Cookie', locationCookie({ path: toAppPath(String(to)), site: 'same-origin' }))
      return context.body(null, 204)
    }) satisfies Handler,
  }
}

function toInnerRequest(request: Request, url: URL, site: string | null): Request {
  const headers = new Headers(request.headers)
  for (const name of ['If-None-Match', 'If-Modified-Since', 'Range']) headers.delete(name)
  // The redirect would make another site's link look same-origin.
  headers.delete('Sec-Fetch-Site')
  if (site) headers.set('Sec-Fetch-Site', site)
  return new Request(url, { method: request.method, headers })
}
