import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { problemResponse } from '../../platform/errors.ts'
import { isClientDisconnect, type Log, loggable } from '../../platform/log.server.ts'
import { refusalOf } from '../../platform/refusal.ts'
import { requestId, withRequestId } from '../../platform/request-id.ts'
import * as messages from './messages.en.yaml'
import type { Observe } from './metrics.ts'
import type { createRoutePatterns } from './route-patterns.ts'

/** Logged as nginx does when the client closed the connection. */
const clientClosedRequest = 499

/** Logs and counts responses, never by path. */
export function createRequestLog(
  log: Log,
  { patternOf }: ReturnType<typeof createRoutePatterns>,
  observe: Observe | undefined,
) {
  const logResponse = (method: string, path: string, status: number, milliseconds: number) => {
    const pattern = patternOf(path)
    const refused = refusalOf(status)
    observe?.({ path: pattern, method, status, seconds: milliseconds / 1000 })
    log.info('request', {
      method,
      path: pattern,
      status,
      ...(refused && { refused }),
      milliseconds: Math.round(milliseconds * 10) / 10,
    })
  }

  const assignRequestId: MiddlewareHandler = (_, next) => withRequestId(next)

  const logRequests: MiddlewareHandler = async (context, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path, raw } = context.req
    // The use of Quick Hide, and its time, are recorded nowhere (safety point 20).
    if (path === '/leave') return
    // A page that is not rendered for an absent client is no failure.
    const isAborted = context.res.status >= 500 && raw.signal.aborted
    const status = isAborted ? clientClosedRequest : context.res.status
    logResponse(method, path, status, performance.now() - startedAt)
  }

  const handleError: ErrorHandler = (thrown, { req }) => {
    if (isClientDisconnect(thrown, req.raw))
      return problemResponse('invalid_request', 'The request did not come whole.')
    const { method, path } = req
    log.error('a request failed', { method, path: patternOf(path), error: loggable(thrown) })
    return problemResponse('unexpected', messages.failed(), {}, { request: requestId() })
  }

  return { assignRequestId, logRequests, logResponse, handleError }
}
