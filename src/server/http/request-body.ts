import type { MiddlewareHandler } from 'hono'
import { contentLimit } from '../../domains/connections/entries.rules.ts'
import { messageLength } from '../../domains/contact/contact.rules.ts'
import { limitBody } from '../../platform/body-limit.server.ts'
import { problemResponse } from '../../platform/errors.ts'

/** Our forms are far smaller; whoever sends more, to fill our memory, is not waited for. */
const atMost = (maxSize: number, words = 'That is more than a form of ours holds.') =>
  limitBody(maxSize, () => problemResponse('invalid_request', words))

export const limitFormBody = atMost(64 * 1024)
/** A Connection, of which a form writes a character in up to twelve bytes. */
const long = atMost(12 * contentLimit + 10_000)
/** So long that what is somewhat too long comes back with a word about it, and of the rest the browser has a copy. */
export const limitContactBody = atMost(
  24 * messageLength.max,
  'That is far more than this form takes. Please go back: what you wrote is still in your browser.',
)
/** Of a private page. */
export const limitPrivateBody: MiddlewareHandler = (context, next) =>
  (context.req.path.startsWith('/dashboard/connections/') ? long : limitFormBody)(context, next)

/** What a form sends without being told otherwise. */
export const isForm = (type = ''): boolean => /^application\/x-www-form-urlencoded(?:;|$)/i.test(type)

/** Of anything else a page could not read the fields. */
export const requireForm: MiddlewareHandler = async ({ req }, next) =>
  isForm(req.header('Content-Type'))
    ? next()
    : problemResponse('invalid_request', 'Please send this by the form of the page.')

/** React Router compares it with the Host header, which says http behind a proxy with TLS. It has been judged here already. */
export function withoutOrigin(request: Request): Request {
  if (request.method !== 'POST') return request
  const headers = new Headers(request.headers)
  headers.delete('Origin')
  return new Request(request, { headers })
}
