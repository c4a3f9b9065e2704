import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** RFC 9110, 9.3.1 and 9.3.2. */
const bodilessMethods = new Set(['GET', 'HEAD'])

/** Trusts `Content-Length`, beyond which Node does not read (RFC 9112, 6.3). Hono's own always streams. */
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
