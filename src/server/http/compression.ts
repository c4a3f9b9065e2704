import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

const gzip = compress({ encoding: 'gzip' })

/** The compressed size of a page that reflects another site's text would reveal the page to a network observer (BREACH, 2013). */
export const compression: MiddlewareHandler = (context, next) =>
  ['same-origin', 'none'].includes(context.req.header('Sec-Fetch-Site') ?? '') ? gzip(context, next) : next()
