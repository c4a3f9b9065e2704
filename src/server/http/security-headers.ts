import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** A Content-Security-Policy source for inline text (CSP level 3, section 2.3.1). */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The policy of a page. A public page names hashes, not a nonce: it is kept and answered with 304, after which a nonce would be
 * a stranger's.
 *
 * @returns the policy of one answer; `nonce` names the scripts of an interactive page, which nobody keeps
 */
export function pagePolicy(inline: {
  styles: string[]
  scripts: string[]
  /** Origins of what a page shows in a frame once it is clicked; none unless told. */
  frames?: string[]
  /** Whether it plays a film of ours. */
  film?: boolean
}): (nonce: string | undefined) => string {
  const scripts = inline.scripts.map(hashSource).join(' ')
  const styles = inline.styles.map(hashSource).join(' ')
  const others = [
    // data: is the neutral icon of Quick Hide, which may not ask the server for one (safety point 20).
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

/** In lower case, as headers are named once they were read: so one of these gives way to a page's own. */
const ofFiles: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const everywhere: Record<string, string> = {
  ...ofFiles,
  // A script's navigation would send our address despite rel=noreferrer: a response policy stops it (safety point 6).
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

const hsts = 'strict-transport-security'

/** Headers of every answer, from the first day; a page replaces the policy with its own. HSTS only where there is TLS. */
export const securityHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:')
    ? { ...everywhere, [hsts]: 'max-age=63072000; includeSubDomains' }
    : everywhere

/**
 * Fonts and scripts are no documents, in which alone most of the headers speak; they would be 1 kB of a first visit. HSTS speaks
 * in any answer (RFC 6797, 7.1).
 */
const headersOfFiles = ({ [hsts]: transport }: Record<string, string>): Record<string, string> =>
  transport === undefined ? ofFiles : { ...ofFiles, [hsts]: transport }

const isFile = (response: Response) =>
  /^(?:font\/|text\/javascript)/.test(response.headers.get('content-type') ?? '')

/** Gives every answer the headers that it does not bring. */
export function addSecurityHeaders(headers: Record<string, string>): MiddlewareHandler {
  const forFiles = headersOfFiles(headers)
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(isFile(context.res) ? forFiles : headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  }
}
