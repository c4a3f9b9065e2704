import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  clientErrorResponse,
  commonErrorResponses,
  createApi,
  errorResponse,
  jsonResponse,
  rateLimitResponse,
} from '../../platform/api.server.ts'
import { limitBody } from '../../platform/body-limit.server.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimits } from '../../platform/rate-limits.server.ts'
import { contactMessageSchema } from './contact.contract.ts'
import { messageLength, tooManyMessages } from './contact.rules.ts'
import { sendMessage } from './contact.writes.server.ts'
import * as messages from './messages.en.yaml'

/** A client may escape a code point as two surrogates: twelve bytes. */
const maxBytes = 12 * messageLength.max + 10_000

const send = createRoute({
  tags: ['contact'],
  method: 'post',
  path: '/contact',
  operationId: 'sendContactMessage',
  summary: 'Write to the people who run this',
  description: 'Needs no session. White space around a text is removed before its length is judged.',
  request: {
    body: { required: true, content: { 'application/json': { schema: contactMessageSchema } } },
  },
  responses: {
    201: jsonResponse(
      z.object({ title: z.string(), description: z.string() }),
      'It is kept, and will be answered',
    ),
    400: errorResponse('Something is missing or too long'),
    ...commonErrorResponses,
    429: rateLimitResponse('Too many messages, or too many requests, from this network address'),
  },
})

/** The contact form, without session or cookie. Other sites cannot post JSON: we answer no CORS preflight. */
export function contactApi(platform: Platform, limits: RateLimits, clientIp: (context: Context) => string) {
  const api = createApi()
  api.use('/contact', limitBody(maxBytes, tooLong))
  api.openapi(send, async (context) => {
    const { confirmation: _, ...message } = context.req.valid('json')
    const result = await sendMessage({ ...platform, limits }, message, clientIp(context))
    if (result.outcome === 'sent')
      return context.json({ title: messages.sent(), description: messages.sentDescription() }, 201)
    if (result.outcome === 'failed') return problemResponse('unavailable', messages.failed()) as never
    return problemResponse('too_many_requests', tooManyMessages(result.seconds), {
      'Retry-After': String(result.seconds),
    }) as never
  })
  api.onError((thrown, { req: { method } }) => {
    const clientError = clientErrorResponse(thrown)
    if (clientError) return clientError
    platform.log.error('the contact form failed', { method, error: loggable(thrown) })
    return problemResponse('unavailable', messages.failed())
  })
  return api
}

const tooLong = () => problemResponse('invalid_request', messages.longMessage({ max: messageLength.max }))
