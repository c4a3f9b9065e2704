import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, Env } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { limitBody } from './body-limit.server.ts'
import { errorStatus, problemResponse } from './errors.ts'
import { isAccountDeletedError, notSignedIn, type Owner } from './owner.ts'

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(errorStatus)),
    detail: z.string(),
  })
  .openapi('Problem')

/** An answer of `/api`, for its description. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

/** A refusal of `/api`, for its description. @param more what this one brings beside a problem's own members */
export const refused = (description: string, more: z.ZodRawShape = {}) => ({
  description,
  content: {
    'application/problem+json': {
      schema: Object.keys(more).length > 0 ? z.object({ ...problemSchema.shape, ...more }) : problemSchema,
    },
  },
})

/** A 429 of `/api`, for its description. */
export const tooMany = (description: string) => ({
  ...refused(description),
  headers: z.object({ 'Retry-After': z.int().min(1).describe('Seconds until the next request is answered') }),
})

/** Refusals of every operation: the share of one network address (server/http/rate-limit.ts), and what has failed. */
export const commonRefusals = {
  429: tooMany('Too many requests from this network address'),
  503: refused('It could not be done right now; nothing was lost'),
}

/** 400 of an operation that changes something and takes no body. */
export const takesNoBody = { 400: refused('A body, where none is taken') }

/**
 * An id in a path. Any text is taken here: one that is no UUID is answered as an id that belongs to nothing, or to somebody else, so
 * the answer tells nothing of what there is.
 */
export const pathId = (description: string) => z.string().openapi({ format: 'uuid', description })

/** What a room's part of `/api` is made of: what does not parse is answered 400, saying what is wrong with it. */
export const createApi = <Room extends Env>() =>
  new OpenAPIHono<Room>({
    defaultHook(result) {
      if (result.success) return
      const reasons = result.error.issues.map((issue) => issue.message)
      return problemResponse('invalid_request', `${reasons.join('; ').replace(/[.]$/, '')}.`)
    },
  })

/** Who asks, or the refusal that they get (server/http/authentication.ts). */
export type GetOwner = (context: Context, askToSignIn?: string) => Promise<Owner | Response>

export type OwnerEnv = { Variables: { owner: Owner } }

/** Answers that any personal address may give, for its description. */
export const ownerErrorResponses = {
  401: refused('No session, or one that has ended'),
  403: refused('From another site, without the second step, or of an account that may not write'),
  ...commonRefusals,
}

/** Either opens what is personal (server/http/authentication.ts). */
export const personalSecurity: Record<string, string[]>[] = [{ bearer: [] }, { session: [] }]

/** `askToSignIn` gives the sentence for a request without a session, where this API has its own. */
type OfThisRoom = { askToSignIn?: (method: string) => string | undefined }

/**
 * A room's part of `/api` that is a person's own: no handler is reached without an Owner, and no answer is kept anywhere.
 *
 * @param paths all that the room answers, below `/api`; `/x/*` means `/x` too
 * @param maxBytes of a request's body, and what is said to a longer one
 */
export function createOwnerApi(
  paths: string[],
  ownerOf: GetOwner,
  { maxBytes, tooLong }: { maxBytes: number; tooLong: string },
  { askToSignIn = () => undefined }: OfThisRoom = {},
) {
  const api = createApi<OwnerEnv>()
  const limit = limitBody(maxBytes, () => problemResponse('invalid_request', tooLong))
  for (const path of paths) {
    api.use(path, async (context, next) => {
      const owner = await ownerOf(context, askToSignIn(context.req.method))
      if (owner instanceof Response) return owner
      context.set('owner', owner)
      await next()
      if (context.res.status >= 500 || context.res.status === 404) {
        // Who was erased while they asked has nothing any more, and is told why: they are signed out.
        const now = await ownerOf(context, askToSignIn(context.req.method)).catch(() => owner)
        if (now instanceof Response) context.res = now
      }
      context.res.headers.set('Cache-Control', 'no-store')
    })
    api.use(path, limit)
  }
  return api
}

/**
 * Whether what was thrown says that a body cannot be judged: zod (4.6) asks how long a text is also where it is none, and throws where
 * that is something that cannot be compared.
 */
export const isZodLengthCrash = (thrown: unknown): boolean =>
  thrown instanceof TypeError && thrown.message === 'Cannot convert object to primitive value'

/** What is no failure of ours: a body that is no JSON, of another kind, or beyond judging; and a person who was erased meanwhile. */
export function clientErrorResponse(thrown: unknown): Response | undefined {
  if (isAccountDeletedError(thrown)) return sessionExpired()
  return (thrown instanceof HTTPException && thrown.status < 500) || isZodLengthCrash(thrown)
    ? problemResponse('invalid_request', 'The body could not be read: send JSON, as application/json.')
    : undefined
}

/** RFC 9110, 11.6.1: the answer names the way that a program can use. */
export const unauthorized = (detail: string) =>
  problemResponse('unauthorized', detail, { 'WWW-Authenticate': 'Bearer' })

export const sessionExpired = () => unauthorized(notSignedIn.out)
