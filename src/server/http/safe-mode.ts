import type { Handler } from 'hono'
import {
  isDocument,
  maskedPathCookie,
  maskedUrl,
  neutralTitle,
  safeModeCookieName,
  toAppPath,
} from '../../domains/safety/safe-mode.rules.ts'
import { seal, unseal } from '../../platform/crypto.server.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSafeMode, maskedPathCookieFrom } from './safe-mode-cookies.ts'

/** Where somebody is, and whether a page of ours led there, as the browser said (Fetch metadata, "Sec-Fetch-Site"). */
type Place = { to: string; site: string | null }
type Ask = (request: Request) => Response | Promise<Response>

const context = ['safe mode', 'page']

/** Nothing to see on the way. A 404, so that browsers neither list this address nor offer it again (docs/decisions/020). */
const onTheWay = `<!doctype html><html lang="en"><title>${neutralTitle}</title><link rel="icon" href="data:,"></html>`

/**
 * Safe Mode: every page is served at one address, with a neutral title. Which page it is stands in a cookie that only the server
 * opens. What leads to any other address of ours is led here; a page's own script (safety/safe-mode-navigation.client.ts) asks for no other.
 *
 * @param headers of every answer
 */
export function createSafeMode(
  { masterKey, config }: Pick<Platform, 'masterKey' | 'config'>,
  headers: Record<string, string>,
) {
  const cookieOf = ({ to, site }: Place) =>
    maskedPathCookie(seal(masterKey, JSON.stringify([toAppPath(to), site]), context).toString('base64url'))

  function placeIn(cookies: string | null): Place {
    try {
      const sealed = Buffer.from(maskedPathCookieFrom(cookies) ?? '', 'base64url')
      const [to, site] = JSON.parse(unseal(masterKey, sealed, context)) as [string, string | null]
      return { to: toAppPath(to), site }
    } catch {
      return { to: maskedUrl, site: null }
    }
  }

  /** Says nothing, remembers the place, and leads to the one address: without a script too. */
  function lead(place: Place, cookies: string[] = []): Response {
    const answer = new Response(onTheWay, {
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
    for (const cookie of [...cookies, cookieOf(place)]) answer.headers.append('Set-Cookie', cookie)
    return answer
  }

  /** In place of an answer that leads to another page of ours. */
  function sendToMaskedUrl({ headers }: Response, place: Place): Response {
    headers.set('Location', maskedUrl)
    headers.append('Set-Cookie', cookieOf(place))
    return new Response(null, { status: 303, headers })
  }

  /** @returns the page of ours that an answer leads to; another site's address stays as it is */
  function redirectTargetOf(answer: Response, request: Request): string | undefined {
    const location = answer.headers.get('Location')
    if (!location || answer.status < 300 || answer.status > 399 || !URL.canParse(location, request.url))
      return
    const { origin, pathname, search } = new URL(location, request.url)
    if (origin !== new URL(request.url).origin && origin !== config.publicUrl) return
    const to = toAppPath(pathname + search)
    // A file is no page: its download goes on as it is.
    return to === pathname + search ? to : undefined
  }

  /** A browser that leaves Safe Mode with this answer. */
  const ends = (answer: Response) =>
    answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${safeModeCookieName}=;`))

  return {
    /** Everything that a browser in Safe Mode asks. */
    async answer(request: Request, ask: Ask): Promise<Response> {
      const { pathname, search, origin } = new URL(request.url)
      const site = request.headers.get('Sec-Fetch-Site')
      // A browser that guesses where somebody goes next: what it were given would be shown at its own address.
      if (request.headers.get('Sec-Purpose')?.startsWith('prefetch'))
        return new Response(null, { status: 503, headers: { ...headers, 'Cache-Control': 'no-store' } })
      if (!isDocument(pathname, request.headers)) {
        const answer = await ask(request)
        if (!pathname.startsWith('/assets/')) answer.headers.set('Cache-Control', 'no-store')
        return request.headers.has('X-Safe-Mode-Form') ? toScript(answer, request, true) : answer
      }
      const reads = request.method === 'GET' || request.method === 'HEAD'
      if (reads && pathname + search !== maskedUrl) return lead({ to: pathname + search, site })
      const place = reads ? placeIn(request.headers.get('Cookie')) : { to: maskedUrl, site }
      const asked = reads ? inside(request, new URL(place.to, origin), place.site) : request
      const answer = await ask(asked)
      const to = redirectTargetOf(answer, asked)
      answer.headers.set('Cache-Control', 'no-store')
      return to === undefined || ends(answer) ? answer : sendToMaskedUrl(answer, { to, site: place.site })
    },

    /** Everything that any other browser asks: where an answer turns Safe Mode on, its page is not shown at its address any more. */
    async begin(request: Request, ask: Ask): Promise<Response> {
      const answer = await ask(request)
      const cookies = answer.headers.getSetCookie()
      const begins = cookies.some((cookie) => isSafeMode(cookie))
      if (request.headers.has('X-Safe-Mode-Form')) return toScript(answer, request, begins)
      if (!begins) return answer
      const { pathname, search } = new URL(request.url)
      if (!isDocument(pathname, request.headers)) return answer
      const site = request.headers.get('Sec-Fetch-Site')
      const to = redirectTargetOf(answer, request)
      if (to !== undefined) return sendToMaskedUrl(answer, { to, site })
      return request.method === 'GET' ? lead({ to: pathname + search, site }, cookies) : answer
    },

    /** `POST /`: a page's script says where somebody goes next. */
    move: (async (context) => {
      const { to } = await context.req.parseBody()
      if (isSafeMode(context.req.header('Cookie')))
        context.header('Set-Cookie', cookieOf({ to: toAppPath(String(to)), site: 'same-origin' }))
      return context.body(null, 204)
    }) satisfies Handler,
  }

  /**
   * Answers a form that a script sent (safety/send-form.client.ts): a page as it is, and in place of a redirect its address as JSON.
   *
   * @param safe whether the browser is in Safe Mode, or is from this answer on
   */
  function toScript(answer: Response, request: Request, safe: boolean): Response {
    const location = answer.headers.get('Location')
    const to = redirectTargetOf(answer, request)
    if (!location) return answer
    const ours = safe && to !== undefined && !ends(answer)
    const told = new Response(JSON.stringify({ to: ours ? maskedUrl : location }), {
      headers: answer.headers,
    })
    told.headers.delete('Location')
    told.headers.set('Content-Type', 'application/json')
    if (ours) told.headers.append('Set-Cookie', cookieOf({ to, site: 'same-origin' }))
    return told
  }
}

/** The same browser asks for what it means by the one address. */
function inside(request: Request, address: URL, site: string | null): Request {
  const headers = new Headers(request.headers)
  for (const name of ['If-None-Match', 'If-Modified-Since', 'Range']) headers.delete(name)
  // Else another site's link would count as ours, once it was led here.
  headers.delete('Sec-Fetch-Site')
  if (site) headers.set('Sec-Fetch-Site', site)
  return new Request(address, { method: request.method, headers })
}
