import type { Context, MiddlewareHandler } from 'hono'
import { authApiErrorHandler } from '../../auth-api/auth-api.api.server.ts'
import { readGlossaryAddress } from '../../domains/glossary/terms.rules.ts'
import { problemResponse } from '../../platform/errors.ts'
import { isThisMachine } from '../../platform/loopback.ts'
import { secondsUntilPasswords } from '../../platform/passwords/password-hashing.server.ts'
import type { Limits } from '../../platform/rate-limits.server.ts'
import { pagePolicy } from './security-headers.ts'

/** How much one place may have in work at once; a page of ours asks for six things at a time (browsers, HTTP/1.1). */
const maxConcurrentPerIp = 50
/** Passwords are what the next one waits for longest: from here on it is told so. */
const longestWait = 3

/** Leaving is always possible: it costs one statement, and whoever floods with it holds nobody. */
const always = new Set(['/leave', '/auth-test/sign-out', '/healthz', '/readyz'])
/** Where a password may be looked at; sessions, passkeys and what a provider brings take none. */
const takesPasswords =
  /^\/(?:auth-test(?:\.data|\/(?!sign-out|session|passkey|callback|with\/).*)?|auth\/v1\/(?!logout).*)$/

/**
 * Whoever asks very much, by mistake or to have nobody served, is refused before anything is read for them, so that others are
 * served on (docs/decisions/021): more than fifty things at once, thirty a second, ten searches a second from one place. Nobody who
 * reads and writes meets it, nor a house full of them.
 *
 * What comes from this machine itself is not counted: a proxy that nobody told us of (TRUSTED_PROXIES) would make one place of
 * everybody.
 *
 * @param placeOf the network address of who asks; a forged header is not believed (gate.ts)
 */
export function rateLimit(limits: Limits, placeOf: (context: Context) => string): MiddlewareHandler {
  const inWork = new Map<string, number>()
  return async (context, next) => {
    const { path, method } = context.req
    if (always.has(path) || method === 'OPTIONS') return next()
    const place = placeOf(context)
    if (isThisMachine(place)) return rejectWhenHashQueueFull(context, next)
    const held = inWork.get(place) ?? 0
    const searches = context.req.query('search') || context.req.query('q')
    const seconds =
      limits.spend('request', place, partsOf(context)) ||
      (searches ? limits.spend('search', place) : 0) ||
      (held >= maxConcurrentPerIp ? 1 : 0)
    if (seconds > 0) return refuseFor(context, seconds, 429)
    inWork.set(place, held + 1)
    try {
      return await rejectWhenHashQueueFull(context, next)
    } finally {
      const left = (inWork.get(place) ?? 1) - 1
      if (left > 0) inWork.set(place, left)
      else inWork.delete(place)
    }
  }
}

/** Longer than the glossary is: an address may name any page. */
const longest = 50

/** How many pages of a list are asked for at once (`?page=`): all of them take two hundred milliseconds. */
function partsOf({ req }: Context): number {
  if (!req.query('page')) return 1
  const { page, from } = readGlossaryAddress(new URL(req.url).searchParams)
  return Math.min(page - from + 1, longest)
}

/** The line in which passwords wait has an end: who would stand behind it is told to come again. */
const rejectWhenHashQueueFull: MiddlewareHandler = async (context, next) => {
  const { path, method } = context.req
  const seconds = method === 'POST' || method === 'PUT' ? secondsUntilPasswords() : 0
  return seconds > longestWait && takesPasswords.test(path) ? refuseFor(context, seconds, 503) : next()
}

function refuseFor(context: Context, seconds: number, status: 429 | 503): Response {
  const { path } = context.req
  const headers = { 'Retry-After': String(seconds) }
  if (path.startsWith('/auth/v1/')) return authApiErrorHandler(context, seconds)
  const because = status === 429 ? tooMuch : tooMany
  const when = `Please try again in ${seconds > 1 ? `${seconds} seconds` : 'a second'}.`
  if (path.startsWith('/api/') || path.endsWith('.data')) {
    const code = status === 429 ? 'too_many_requests' : 'unavailable'
    return problemResponse(code, `${because} ${when} Nothing was lost.`, headers)
  }
  return new Response(pageOf(because, when), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
    },
  })
}

const tooMuch = 'Too many requests from your network.'
const tooMany = 'A lot of people are signing in right now.'

const style =
  ':root{color-scheme:light dark}body{max-width:38rem;margin:0 auto;padding:1rem;font:1.15rem/1.6 system-ui,sans-serif}form{text-align:right}button{font:inherit;min-width:44px;min-height:44px;padding:0 1rem}'
const policy = pagePolicy({ styles: [style], scripts: [] })(undefined)

/** Written without React and without asking anybody, since it is there for when there is no time; Quick Hide stands on it too. */
const pageOf = (because: string, when: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>One moment, please</title><style>${style}</style></head>
<body><form method="post" action="/leave"><button>Quick Hide</button></form>
<main><h1>One moment, please</h1><p>${because} ${when}</p>
<p>Nothing of yours was lost. If you had typed something, going back shows it again.</p></main></body></html>`
