import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** CSP level 3, section 2.3.1. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Public pages are cached, so their policy names hashes instead of a nonce. */
export function pagePolicy(inline: {
  styles: string[]
  scripts: string[]
  /** Origins. */
  frames?: string[]
  film?: boolean
}): (nonce: string | undefined) => string {
  const scripts = inline.scripts.map(hashSource).join(' ')
  const styles = inline.styles.map(hashSource).join(' ')
  const others = [
    // Quick Hide must not request its neutral icon from the server (safety point 20).
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(inline.film ? ["media-src 'self'"] : []),
    ...(inline.frames?.length ? [`frame-src ${inline.frames.join(' ')}`] : []),
  ].join('; ')
  return (nonce) =>
    `default-src 'none'; script-src 'self' ${scripts}${nonce ? ` 'nonce-${nonce}'` : ''}; style-src ${styles}; ${others}`
}

/** Lowercase, so that a page's own header replaces the default. */
const fileHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const defaultHeaders: Record<string, string> = {
  ...fileHeaders,
  // A script's navigation sends our address despite rel=noreferrer (safety point 6).
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

const hsts = 'strict-transport-security'

export const securityHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:')
    ? { ...defaultHeaders, [hsts]: 'max-age=63072000; includeSubDomains' }
    : defaultHeaders

const isFile = (response: Response) =>
  /^(?:font\/|text\/javascript)/.test(response.headers.get('content-type') ?? '')

/** Fewer headers for fonts and scripts save 1 kB of a first visit; HSTS applies to any response (RFC 6797, 7.1). */
export function addSecurityHeaders(headers: Record<string, string>): MiddlewareHandler {
  const { [hsts]: transport } = headers
  const forFiles = transport === undefined ? fileHeaders : { ...fileHeaders, [hsts]: transport }
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(isFile(context.res) ? forFiles : headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  }
}
