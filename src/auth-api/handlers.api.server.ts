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
import { type AuthError, errorStatus, type Result } from './auth-api.contract.ts'
import {
  authError,
  errorBody,
  isAuthError,
  isDatedVersion,
  sessionNotFound,
  userBanned,
  versionHeader,
} from './auth-api.rules.ts'
import type { AuthApiDeps } from './auth-api.writes.server.ts'
import { readTokenSession } from './sessions/tokens.reads.server.ts'
import { bearerToken } from './sessions/tokens.rules.ts'

export type RouteContext = AuthApiDeps & { clientIp: (context: Context) => string }

/** Sends a result as HTTP. */
export function sendResult(context: Context, result: Result): Response {
  if ('empty' in result) return context.body(null, 204)
  if ('to' in result) return context.redirect(result.to, 303)
  if (!isAuthError(result)) return context.json(result.body, 200, result.headers)
  if (!result.oauth) context.header('X-Sb-Error-Code', result.errorCode)
  if (result.seconds) context.header('Retry-After', String(result.seconds))
  const isDated = isDatedVersion(context.req.header(versionHeader))
  return context.json(errorBody(result, isDated), result.status ?? errorStatus[result.errorCode])
}

const respond =
  (handle: (context: Context) => Promise<Result>) =>
  async (context: Context): Promise<Response> =>
    sendResult(context, await handle(context))

type MaybePromise<Value> = Value | Promise<Value>

/** Needs no authentication. */
export const publicHandler = <Schema extends z.ZodType>(
  api: RouteContext,
  schema: Schema,
  handle: (
    api: RouteContext,
    input: z.infer<Schema>,
    requestInfo: RequestInfo,
    context: Context,
  ) => MaybePromise<Result>,
) =>
  respond(async (context) => {
    const parsed = await parseInput(context, schema)
    if (isAuthError(parsed)) return parsed
    return handle(api, parsed.input, toRequestInfo(api, context), context)
  })

/** Requires an access token. */
export const sessionHandler = <Schema extends z.ZodType>(
  api: RouteContext,
  schema: Schema,
  handle: (
    api: RouteContext,
    session: Session,
    input: z.infer<Schema>,
    requestInfo: RequestInfo,
  ) => MaybePromise<Result>,
) =>
  respond(async (context) => {
    const session = await authenticateSession(api, context)
    if (isAuthError(session)) return session
    const parsed = await parseInput(context, schema)
    return isAuthError(parsed) ? parsed : handle(api, session, parsed.input, toRequestInfo(api, context))
  })

/**
 * Requires a service token and `ADMIN_CALLS`; audits each call before it runs.
 * @param call the audit action, and its account
 */
export const serviceHandler = <Schema extends z.ZodType>(
  api: RouteContext,
  schema: Schema,
  [action, subjectOf]: [AdminCall, (input: z.infer<Schema>) => MaybePromise<string | null | undefined>],
  handle: (api: RouteContext, input: z.infer<Schema>, actor: Actor, context: Context) => Promise<Result>,
) =>
  respond(async (context) => {
    const actor = await authenticateService(api, context)
    if (typeof actor !== 'string') return actor
    const parsed = await parseInput(context, schema)
    if (isAuthError(parsed)) return parsed
    const { auth, clock } = api.engine
    const subject = (await subjectOf(parsed.input)) ?? null
    await recordAuditEvent(auth, { actor, action, subject, now: clock.now() })
    return handle(api, parsed.input, actor, context)
  })

/** @returns the actor for the audit log, never for a user's session */
export async function authenticateService(api: RouteContext, context: Context): Promise<Actor | AuthError> {
  const { auth, clock, config } = api.engine
  const token = bearerToken(context.req.header('Authorization'))
  const service = config.authApi.admin && token && (await readServiceToken(auth, token, clock.now()))
  if (service) return `service ${service.id}`
  const session = await authenticateSession(api, context)
  return isAuthError(session) ? session : notAdmin
}

const notAdmin = authError('not_admin', 'User not allowed')

export const toRequestInfo = (api: RouteContext, context: Context): RequestInfo => ({
  device: describeUserAgent(context.req.header('User-Agent')),
  address: api.clientIp(context),
  shared_device: false,
})

/** The client spreads input over query, body and path. */
async function parseInput<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<{ input: z.infer<Schema> } | AuthError> {
  const text = ['GET', 'HEAD'].includes(context.req.method) ? '' : await context.req.text()
  let body: unknown = {}
  try {
    if (text) body = JSON.parse(text)
  } catch {
    return authError('bad_json', 'Could not parse request body as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return authError('bad_json', 'The request body must be a JSON object')
  }
  const inPath = context.req.param()
  const parsed = schema.safeParse({ ...context.req.query(), ...body, ...inPath })
  if (parsed.success) return { input: parsed.data }
  const issue = parsed.error.issues[0]
  // Supabase answers 404 for an invalid id in the path.
  const isPath = Object.hasOwn(inPath, String(issue?.path[0]))
  return authError('validation_failed', issue?.message ?? 'Invalid request', isPath ? { status: 404 } : {})
}

/** Ignores the cookie: other sites could send it (CSRF). */
export async function authenticateSession(
  { engine }: RouteContext,
  context: Context,
): Promise<Session | AuthError> {
  const { auth, clock, config, log } = engine
  const token = bearerToken(context.req.header('Authorization'))
  if (!token) return authError('no_authorization', 'This endpoint requires a valid Bearer token')
  const session = await readTokenSession(auth, config.publicUrl, token, clock.now())
  if (session === 'suspended') return userBanned
  if (!session) return sessionNotFound
  if (!('wrong' in session)) return session
  log.warn('an access token was refused', {
    path: routePath(context),
    error: { name: 'AccessToken', code: session.wrong },
  })
  return authError('bad_jwt', 'invalid JWT: unable to parse or verify signature')
}
