import type { MiddlewareHandler } from 'hono'
import { href } from 'react-router'
import { contentLimit } from '../../domains/connections/entries.rules.ts'
import { messageLength } from '../../domains/contact/contact.rules.ts'
import { limitBody } from '../../platform/body-limit.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import * as messages from './messages.en.yaml'

/** Rejects a larger body before it fills our memory. */
const limitBytes = (maxBytes: number, detail = messages.formTooLong) =>
  limitBody(maxBytes, () => problemResponse('invalid_request', detail()))

export const limitFormBody = limitBytes(64 * 1024)
/** A form encodes one character in up to twelve bytes. */
const limitConnectionBody = limitBytes(12 * contentLimit + 10_000)
/** A slightly long message gets a validation error with its text. */
export const limitContactBody = limitBytes(24 * messageLength.max, messages.contactTooLong)
export const limitPrivateBody: MiddlewareHandler = (context, next) => {
  const isConnection = context.req.path.startsWith(`${href('/dashboard/connections')}/`)
  return isConnection ? limitConnectionBody(context, next) : limitFormBody(context, next)
}

export const isForm = (type = ''): boolean => /^application\/x-www-form-urlencoded(?:;|$)/i.test(type)

/** Rejects a body whose fields a page could not read. */
export const requireForm: MiddlewareHandler = async ({ req }, next) =>
  isForm(req.header('Content-Type')) ? next() : problemResponse('invalid_request', messages.onlyByForm())

/** React Router's check fails behind a TLS proxy; `isSameOrigin` has checked it. */
export function withoutOrigin(request: Request): Request {
  if (request.method !== 'POST') return request
  const headers = new Headers(request.headers)
  headers.delete('Origin')
  return new Request(request, { headers })
}
