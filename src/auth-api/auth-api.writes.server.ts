import type { Session } from '../domains/identity/identity.contract.ts'
import { findSession } from '../domains/identity/identity.reads.server.ts'
import { emailKey } from '../domains/identity/identity.rules.ts'
import { hasLocalCredential } from '../domains/identity/reauth/reauth.reads.server.ts'
import {
  type AuthEngine,
  type RequestInfo,
  startSession,
} from '../domains/identity/sessions/sessions.writes.server.ts'
import { hashToken, randomToken } from '../platform/crypto.server.ts'
import type { SignInKind } from '../platform/sign-in-event.ts'
import type { AuthError, Result } from './auth-api.contract.ts'
import { readApiUser } from './auth-api.reads.server.ts'
import { authError, isAuthError, userBanned } from './auth-api.rules.ts'
import { accessTokenTtl, latestAmr } from './sessions/tokens.rules.ts'
import type { Signer } from './sessions/tokens.writes.server.ts'

export type AuthApiDeps = { engine: AuthEngine; sign: Signer }

/** Records and returns the outcome of a sign-in without a rate limit. */
export function recordResult(
  { recordSignIn }: Pick<AuthEngine, 'recordSignIn'>,
  kind: SignInKind,
  result: Result,
): Result {
  const code = isAuthError(result) ? result.errorCode : undefined
  if (code === 'over_request_rate_limit') recordSignIn({ kind, outcome: 'paused' })
  else if (code === userBanned.errorCode) recordSignIn({ kind, outcome: 'suspended' })
  else if (code === 'refresh_token_already_used') recordSignIn({ kind, outcome: 'reused' })
  else recordSignIn({ kind, outcome: code ? 'refused' : 'succeeded' })
  return result
}

/** @returns the operation, which also records its outcome as a sign-in of this kind */
export const recorded =
  <Args extends unknown[]>(
    kind: SignInKind,
    operation: (api: AuthApiDeps, ...args: Args) => Promise<Result> | Result,
  ) =>
  async (api: AuthApiDeps, ...args: Args): Promise<Result> =>
    recordResult(api.engine, kind, await operation(api, ...args))

/** Starts a session and issues its tokens. @param method as in RFC 8176 */
export async function createBearerSession(
  api: AuthApiDeps,
  user_id: string,
  method: string,
  requestInfo: RequestInfo,
): Promise<Result> {
  const session = await beginSession(api, user_id, method, requestInfo)
  return session ? rotateToBearerSession(api, session.id) : userBanned
}

/** Limits unknown recipients alike: an SMS costs money and can wake people. */
export async function sendLimitError(
  { limits }: AuthEngine,
  recipient: { email: string } | { phone: string },
  { address }: Pick<RequestInfo, 'address'>,
): Promise<AuthError | undefined> {
  const key = 'email' in recipient ? emailKey(recipient.email) : `+${recipient.phone}`
  const seconds = (await limits.consumeForIp('mail', address)) || (await limits.consume('mail', key))
  if (seconds <= 0) return undefined
  return 'email' in recipient
    ? authError('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
    : authError('over_sms_send_rate_limit', 'SMS rate limit exceeded', { seconds })
}

/** @returns undefined for a suspended or deleted account */
export async function beginSession(
  api: AuthApiDeps,
  user_id: string,
  method: string,
  requestInfo: RequestInfo,
): Promise<Session | undefined> {
  // A shared device may still be signed in at the provider (`isProofOfIdentity`).
  const proven = method !== 'oauth' || !(await hasLocalCredential(api.engine, user_id))
  const started = await startSession(api.engine, user_id, { ...requestInfo, method, proven })
  return started?.session
}

/** Issues a refresh token, which revokes the session's cookie and earlier tokens. */
export async function rotateToBearerSession(api: AuthApiDeps, session_id: string): Promise<Result> {
  const { auth, clock } = api.engine
  const refresh_token = randomToken()
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('auth.sessions')
      .set({ token_hash: null })
      .where('id', '=', session_id)
      .execute()
    await transaction.deleteFrom('auth.refresh_tokens').where('session_id', '=', session_id).execute()
    await transaction
      .insertInto('auth.refresh_tokens')
      .values({ token_hash: hashToken(refresh_token), session_id, created_at: clock.now() })
      .execute()
  })
  const session = await findSession(auth, { id: session_id }, clock.now())
  if (session === 'suspended') return userBanned
  if (!session) return authError('session_not_found', 'Session not found')
  return sessionResponse(api, session, refresh_token)
}

/** @supabase/auth-js, lib/fetch.ts, `_sessionResponse`. */
export async function sessionResponse(
  api: AuthApiDeps,
  session: Session,
  refresh_token: string,
): Promise<Result> {
  const { auth, clock } = api.engine
  const now = clock.now()
  const user = await readApiUser(auth, session.user_id)
  if (!user) return authError('session_not_found', 'Session not found')
  const access_token = await api.sign(
    {
      sub: user.id,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: user.role,
      aal: session.aal,
      amr: latestAmr(session.amr),
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    now,
  )
  return {
    body: {
      access_token,
      token_type: 'bearer',
      expires_in: accessTokenTtl,
      expires_at: Math.floor(now.getTime() / 1000) + accessTokenTtl,
      refresh_token,
      user,
    },
  }
}
