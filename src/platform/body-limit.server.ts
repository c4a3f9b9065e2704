import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** What they bring is never read (RFC 9110, sections 9.3.1 and 9.3.2). */
const withoutBody = new Set(['GET', 'HEAD'])

/**
 * Refuses a body that is too long. One that says its length is judged by what it says, of which Node reads no more (RFC 9112, section
 * 6.3): Hono's own makes a stream of each request first, also of one without a body.
 *
 * @param maxSize in bytes
 * @param refuse what is answered to a longer one
 */
export function limitBody(maxSize: number, refuse: (context: Context) => Response): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError: refuse })
  return async (context, next) => {
    if (withoutBody.has(context.req.method)) return next()
    const length = context.req.header('Content-Length')
    if (length === undefined || context.req.header('Transfer-Encoding')) return counting(context, next)
    return Number(length) <= maxSize ? next() : refuse(context)
  }
}
