import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

const gzip = compress({ encoding: 'gzip' })

/**
 * Compresses personal pages for same-origin and user-initiated requests only. If another site could trigger requests that reflect its
 * text, the compressed size would reveal the page to a network observer (BREACH, 2013).
 */
export const compression: MiddlewareHandler = (context, next) =>
  ['same-origin', 'none'].includes(context.req.header('Sec-Fetch-Site') ?? '') ? gzip(context, next) : next()
