import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { z } from 'zod'
import {
  type Actor,
  type AdminCall,
  recordAuditEvent,
} from '../domains/identity/accounts/audit-log.writes.server.ts'
import { readServiceToken } from '../domains/identity/accounts/service-tokens.reads.server.ts'
import type { Session } from '../domains/identity/identity.contract.ts'
import { describeUserAgent } from '../domains/identity/identity.rules.ts'
import type { RequestInfo } from '../domains/identity/sessions/sessions.writes.server.ts'
import { type Answer, type Refusal, refusalStatus } from './auth-api.contract.ts'
import {
  isNamedVersion,
  isRefusal,
  paused,
  refusalBody,
  refuse,
  sessionGone,
  versionHeader,
} from './auth-api.rules.ts'
import type { AuthApiDeps } from './auth-api.writes.server.ts'
import { readTokenSession } from './sessions/tokens.reads.server.ts'
import { bearerOf } from './sessions/tokens.rules.ts'

/** Where a request comes from is known to the server alone (server/http/authentication.ts). */
export type RouteContext = AuthApiDeps & { clientIp: (context: Context) => string }

type Work<Given, Who> = (given: Given, who: Who, context: Context) => Promise<Answer> | Answer

/** An answer as the client reads it. */
export function reply(context: Context, answer: Answer): Response {
  if ('empty' in answer) return context.body(null, 204)
  if ('to' in answer) return context.redirect(answer.to, 303)
  if (!isRefusal(answer)) return context.json(answer.body, 200, answer.headers)
  if (!answer.oauth) context.header('X-Sb-Error-Code', answer.refused)
  if (answer.seconds) context.header('Retry-After', String(answer.seconds))
  const named = isNamedVersion(context.req.header(versionHeader))
  return context.json(refusalBody(answer, named), answer.status ?? refusalStatus[answer.refused])
}

/** A handler for anybody. */
export const publicHandler =
  <Schema extends z.ZodType>(door: RouteContext, schema: Schema, work: Work<z.infer<Schema>, RequestInfo>) =>
  async (context: Context): Promise<Response> => {
    const given = await givenIn(context, schema)
    if (isRefusal(given)) return reply(context, given)
    return reply(context, await work(given.given, toRequestInfo(door, context), context))
  }

/** A handler for whoever brings an access token of a session that lives. */
export const sessionHandler =
  <Schema extends z.ZodType>(
    door: RouteContext,
    schema: Schema,
    work: Work<z.infer<Schema>, { session: Session; requestInfo: RequestInfo }>,
  ) =>
  async (context: Context): Promise<Response> => {
    const session = await bearerSession(door, context)
    if (isRefusal(session)) return reply(context, session)
    const given = await givenIn(context, schema)
    if (isRefusal(given)) return reply(context, given)
    return reply(
      context,
      await work(given.given, { session, requestInfo: toRequestInfo(door, context) }, context),
    )
  }

/**
 * A handler for a program of the operator's, while `ADMIN_CALLS` is on. Each call is written down before it is done: who, what,
 * when and to which account, so that none stands without its line, whatever comes of it.
 *
 * @param call what it is called in the audit, and which account it is about
 */
export const serviceHandler =
  <Schema extends z.ZodType>(
    door: RouteContext,
    schema: Schema,
    [action, subjectOf]: [
      AdminCall,
      (given: z.infer<Schema>) => string | null | undefined | Promise<string | null>,
    ],
    work: Work<z.infer<Schema>, Actor>,
  ) =>
  async (context: Context): Promise<Response> => {
    const actor = await serviceOf(door, context)
    if (typeof actor !== 'string') return reply(context, actor)
    const given = await givenIn(context, schema)
    if (isRefusal(given)) return reply(context, given)
    const { auth, clock } = door.engine
    const subject = (await subjectOf(given.given)) ?? null
    await recordAuditEvent(auth, { actor, action, subject, now: clock.now() })
    return reply(context, await work(given.given, actor, context))
  }

/** Who is signed in is nobody here: the operator works on the machine, or by a token made there. */
export async function serviceOf(door: RouteContext, context: Context): Promise<Actor | Refusal> {
  const { auth, clock, config } = door.engine
  const token = bearerOf(context.req.header('Authorization'))
  const service = config.authApi.admin && token && (await readServiceToken(auth, token, clock.now()))
  if (service) return `service ${service.id}`
  const session = await bearerSession(door, context)
  return isRefusal(session) ? session : noAdmin
}

/** Of whoever is signed in, nobody is an administrator. */
const noAdmin = refuse('not_admin', 'User not allowed')

export const toRequestInfo = (door: RouteContext, context: Context): RequestInfo => ({
  device: describeUserAgent(context.req.header('User-Agent')),
  address: door.clientIp(context),
  shared_device: false,
})

/** Address, body and path in one: the client sends some things here and some there. */
async function givenIn<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<{ given: z.infer<Schema> } | Refusal> {
  const text = ['GET', 'HEAD'].includes(context.req.method) ? '' : await context.req.text()
  let body: unknown = {}
  try {
    if (text) body = JSON.parse(text)
  } catch {
    return refuse('bad_json', 'Could not parse request body as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse('bad_json', 'The request body must be a JSON object')
  }
  const inPath = context.req.param()
  const parsed = schema.safeParse({ ...context.req.query(), ...body, ...inPath })
  if (parsed.success) return { given: parsed.data }
  const issue = parsed.error.issues[0]
  // An id in the path that is none names nothing (reference service).
  const isPath = Object.hasOwn(inPath, String(issue?.path[0]))
  return refuse('validation_failed', issue?.message ?? 'Invalid request', isPath ? { status: 404 } : {})
}

/** The cookie is never looked at here: another site's page could send it along. */
export async function bearerSession({ engine }: RouteContext, context: Context): Promise<Session | Refusal> {
  const { auth, clock, config, log } = engine
  const token = bearerOf(context.req.header('Authorization'))
  if (!token) return refuse('no_authorization', 'This endpoint requires a valid Bearer token')
  const session = await readTokenSession(auth, config.publicUrl, token, clock.now())
  if (session === 'suspended') return paused
  if (!session) return sessionGone
  if (!('wrong' in session)) return session
  log.warn('an access token was refused', {
    path: routePath(context),
    error: { name: 'AccessToken', code: session.wrong },
  })
  return refuse('bad_jwt', 'invalid JWT: unable to parse or verify signature')
}
