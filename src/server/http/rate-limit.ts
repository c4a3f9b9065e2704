import type { Context, MiddlewareHandler } from 'hono'
import { authApiErrorHandler } from '../../auth-api/auth-api.api.server.ts'
import { readGlossaryAddress } from '../../domains/glossary/terms.rules.ts'
import { problemResponse } from '../../platform/errors.ts'
import { language } from '../../platform/language.ts'
import { isThisMachine } from '../../platform/loopback.ts'
import { passwordQueueSeconds } from '../../platform/passwords/password-hashing.server.ts'
import type { RateLimits } from '../../platform/rate-limits.server.ts'
import * as messages from './messages.en.yaml'
import { pagePolicy } from './security-headers.ts'

/** Our own page makes six at a time (HTTP/1.1). */
const maxConcurrentPerIp = 50
/** Seconds. */
const maxHashQueueSeconds = 3

/** Exits are never limited. */
const unlimitedPaths = new Set(['/leave', '/auth-test/sign-out', '/healthz', '/readyz'])
/** Paths that may check a password. */
const passwordPaths =
  /^\/(?:auth-test(?:\.data|\/(?!sign-out|session|passkey|callback|with\/).*)?|auth\/v1\/(?!logout).*)$/

/**
 * Rejects a client IP that sends too much (docs/decisions/021). Requests from this machine are not counted: a proxy missing from
 * TRUSTED_PROXIES would make all users one client.
 */
export function rateLimit(limits: RateLimits, getClientIp: (context: Context) => string): MiddlewareHandler {
  const concurrent = new Map<string, number>()
  return async (context, next) => {
    const { path, method } = context.req
    if (unlimitedPaths.has(path) || method === 'OPTIONS') return next()
    const ip = getClientIp(context)
    if (isThisMachine(ip)) return rejectWhenHashQueueFull(context, next)
    const count = concurrent.get(ip) ?? 0
    const isSearch = context.req.query('search') || context.req.query('q')
    const seconds =
      limits.consumeInMemory('request', ip, costOf(context)) ||
      (isSearch ? limits.consumeInMemory('search', ip) : 0) ||
      (count >= maxConcurrentPerIp ? 1 : 0)
    if (seconds > 0) return rejection(context, seconds, 429)
    concurrent.set(ip, count + 1)
    try {
      return await rejectWhenHashQueueFull(context, next)
    } finally {
      const remaining = (concurrent.get(ip) ?? 1) - 1
      if (remaining > 0) concurrent.set(ip, remaining)
      else concurrent.delete(ip)
    }
  }
}

/** More pages than the glossary has. */
const maxCost = 50

/** One for each page of a list: all take 200 milliseconds. */
function costOf({ req }: Context): number {
  if (!req.query('page')) return 1
  const { page, from } = readGlossaryAddress(new URL(req.url).searchParams)
  return Math.min(page - from + 1, maxCost)
}

const rejectWhenHashQueueFull: MiddlewareHandler = async (context, next) => {
  const { path, method } = context.req
  const seconds = method === 'POST' || method === 'PUT' ? passwordQueueSeconds() : 0
  return seconds > maxHashQueueSeconds && passwordPaths.test(path) ? rejection(context, seconds, 503) : next()
}

function rejection(context: Context, seconds: number, status: 429 | 503): Response {
  const { path } = context.req
  const headers = { 'Retry-After': String(seconds) }
  if (path.startsWith('/auth/v1/')) return authApiErrorHandler(context, seconds)
  const reason = status === 429 ? messages.tooManyRequests({ seconds }) : messages.tooManySignIns({ seconds })
  if (path.startsWith('/api/') || path.endsWith('.data')) {
    const code = status === 429 ? 'too_many_requests' : 'unavailable'
    return problemResponse(code, `${reason} ${messages.nothingLostShort()}`, headers)
  }
  return new Response(errorPage(reason), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
    },
  })
}

const style =
  ':root{color-scheme:light dark}body{max-width:38rem;margin:0 auto;padding:1rem;font:1.15rem/1.6 system-ui,sans-serif}form{text-align:right}button{font:inherit;min-width:44px;min-height:44px;padding:0 1rem}'
const policy = pagePolicy({ styles: [style], scripts: [] })(undefined)

/** Costs neither React nor a query, because the server is overloaded. */
const errorPage = (reason: string) => `<!doctype html>
<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${messages.oneMoment()}</title><style>${style}</style></head>
<body><form method="post" action="/leave"><button>${messages.quickHide()}</button></form>
<main><h1>${messages.oneMoment()}</h1><p>${reason}</p>
<p>${messages.nothingLost()}</p></main></body></html>`
