import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, Env } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { limitBody } from './body-limit.server.ts'
import { errorStatus, problemResponse } from './errors.ts'
import * as messages from './messages.en.yaml'
import { isAccountDeletedError, type Owner } from './owner.ts'

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(errorStatus)),
    detail: z.string(),
  })
  .openapi('Problem')

/** For the OpenAPI document. */
export const jsonResponse = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

/** An error (RFC 9457); `more` are extension members. */
export const errorResponse = (description: string, more: z.ZodRawShape = {}) => ({
  description,
  content: {
    'application/problem+json': {
      schema: Object.keys(more).length > 0 ? z.object({ ...problemSchema.shape, ...more }) : problemSchema,
    },
  },
})

/** A 429, for the OpenAPI document. */
export const rateLimitResponse = (description: string) => ({
  ...errorResponse(description),
  headers: z.object({ 'Retry-After': z.int().min(1).describe('Seconds until the next request is answered') }),
})

/** Of every operation. */
export const commonErrorResponses = {
  429: rateLimitResponse('Too many requests from this network address'),
  503: errorResponse('It could not be done right now; nothing was lost'),
}

export const noBodyResponses = { 400: errorResponse('A body, where none is taken') }

/** Any text: an invalid UUID gets the 404 of another user's id. */
export const pathId = (description: string) => z.string().openapi({ format: 'uuid', description })

/** Answers 400 if a request does not match its schema. */
export const createApi = <E extends Env>() =>
  new OpenAPIHono<E>({
    defaultHook(result) {
      if (result.success) return
      const reasons = result.error.issues.map((issue) => issue.message)
      return problemResponse('invalid_request', `${reasons.join('; ').replace(/[.]$/, '')}.`)
    },
  })

/** Resolves the owner, or the error response. */
export type GetOwner = (context: Context, signInMessage?: string) => Promise<Owner | Response>

export type OwnerEnv = { Variables: { owner: Owner } }

/** Of every personal endpoint. */
export const ownerErrorResponses = {
  401: errorResponse('No session, or one that has ended'),
  403: errorResponse('From another site, without the second step, or of an account that may not write'),
  ...commonErrorResponses,
}

/** Accepts either (server/http/authentication.ts). */
export const personalSecurity: Record<string, string[]>[] = [{ bearer: [] }, { session: [] }]

/** Gives handlers an Owner; responses are never cached. `paths` are below `/api`; `/x/*` includes `/x`. */
export function createOwnerApi(
  paths: string[],
  getOwner: GetOwner,
  { maxBytes, tooLong }: { maxBytes: number; tooLong: string },
  { signInMessage = () => undefined }: { signInMessage?: (method: string) => string | undefined } = {},
) {
  const api = createApi<OwnerEnv>()
  const limit = limitBody(maxBytes, () => problemResponse('invalid_request', tooLong))
  for (const path of paths) {
    api.use(path, async (context, next) => {
      const owner = await getOwner(context, signInMessage(context.req.method))
      if (owner instanceof Response) return owner
      context.set('owner', owner)
      await next()
      if (context.res.status >= 500 || context.res.status === 404) {
        // The account may have been deleted meanwhile.
        const current = await getOwner(context, signInMessage(context.req.method)).catch(() => owner)
        if (current instanceof Response) context.res = current
      }
      context.res.headers.set('Cache-Control', 'no-store')
    })
    api.use(path, limit)
  }
  return api
}

/** zod (4.6) throws where it compares the `length` of some non-strings. */
export const isZodLengthCrash = (thrown: unknown): boolean =>
  thrown instanceof TypeError && thrown.message === 'Cannot convert object to primitive value'

/** Answers an unreadable body, and an account deleted meanwhile. */
export function clientErrorResponse(thrown: unknown): Response | undefined {
  if (isAccountDeletedError(thrown)) return sessionExpired()
  return (thrown instanceof HTTPException && thrown.status < 500) || isZodLengthCrash(thrown)
    ? problemResponse('invalid_request', 'The body could not be read: send JSON, as application/json.')
    : undefined
}

/** A 401 with a scheme for programs (RFC 9110, 11.6.1). */
export const unauthorized = (detail: string) =>
  problemResponse('unauthorized', detail, { 'WWW-Authenticate': 'Bearer' })

export const sessionExpired = () => unauthorized(messages.signedOutMeanwhile())
