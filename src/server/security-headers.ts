import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** A Content-Security-Policy source for inline text (CSP level 3, section 2.3.1). */
const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The policy of a public page. It names hashes, not a nonce: such a page is kept and answered with 304, after which a nonce
 * would be a stranger's.
 */
export function publicPolicy(inline: { styles: string[]; scripts: string[] }): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.scripts.map(hashSource).join(' ')}`,
    `style-src ${inline.styles.map(hashSource).join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const everywhere: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  // A script's navigation would send our address despite rel=noreferrer: a response policy stops it (safety point 6).
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), interest-cohort=()',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Headers of every answer, from the first day; a page replaces the policy with its own. HSTS only where there is TLS. */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const secure = publicUrl.startsWith('https:')
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(everywhere)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    if (secure) context.res.headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  }
}
