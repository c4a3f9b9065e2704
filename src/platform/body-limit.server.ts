import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Their bodies are never read (RFC 9110, 9.3.1 and 9.3.2). */
const bodilessMethods = new Set(['GET', 'HEAD'])

/**
 * Rejects longer bodies. Trusts `Content-Length`, beyond which Node does not read (RFC 9112, 6.3): Hono's own middleware turns every
 * request into a stream first, even one without a body.
 *
 * @param maxSize in bytes
 */
export function limitBody(
  maxSize: number,
  tooLargeResponse: (context: Context) => Response,
): MiddlewareHandler {
  const limitByCounting = bodyLimit({ maxSize, onError: tooLargeResponse })
  return async (context, next) => {
    if (bodilessMethods.has(context.req.method)) return next()
    const length = context.req.header('Content-Length')
    if (length === undefined || context.req.header('Transfer-Encoding')) return limitByCounting(context, next)
    return Number(length) <= maxSize ? next() : tooLargeResponse(context)
  }
}
