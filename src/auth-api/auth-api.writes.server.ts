import type { Session } from '../domains/identity/identity.contract.ts'
import { findSession } from '../domains/identity/identity.reads.server.ts'
import { hasLocalCredential } from '../domains/identity/reauth/reauth.reads.server.ts'
import {
  type AuthEngine,
  type RequestInfo,
  startSession,
} from '../domains/identity/sessions/sessions.writes.server.ts'
import { hashToken, randomToken } from '../platform/crypto.server.ts'
import type { SignInKind } from '../platform/sign-in-event.ts'
import type { ApiResult } from './auth-api.contract.ts'
import { readApiUser } from './auth-api.reads.server.ts'
import { authError, isAuthError, userBanned } from './auth-api.rules.ts'
import { accessTokenTtl, latestAmr } from './sessions/tokens.rules.ts'
import type { Signer } from './sessions/tokens.writes.server.ts'

/** What /auth/v1 works with. */
export type AuthApiDeps = { engine: AuthEngine; sign: Signer }

/** Records how a way in ended that has no limit of its own. @returns the answer, as it is */
export function recordResult(
  { recordSignIn }: Pick<AuthEngine, 'recordSignIn'>,
  kind: SignInKind,
  result: ApiResult,
): ApiResult {
  const code = isAuthError(result) ? result.errorCode : undefined
  if (code === 'over_request_rate_limit') recordSignIn({ kind, outcome: 'paused' })
  else if (code === userBanned.errorCode) recordSignIn({ kind, outcome: 'suspended' })
  else if (code === 'refresh_token_already_used') recordSignIn({ kind, outcome: 'reused' })
  else recordSignIn({ kind, outcome: code ? 'refused' : 'succeeded' })
  return result
}

/**
 * Opens a session for somebody who has just shown who they are.
 *
 * @param method as RFC 8176 would name it: otp, oauth
 */
export async function createBearerSession(
  api: AuthApiDeps,
  user_id: string,
  method: string,
  requestInfo: RequestInfo,
): Promise<ApiResult> {
  const session = await beginSession(api, user_id, method, requestInfo)
  return session ? rotateToBearerSession(api, session.id) : userBanned
}

/** The same, before a client has any token of it. @returns undefined when the account is suspended or gone */
export async function beginSession(
  api: AuthApiDeps,
  user_id: string,
  method: string,
  requestInfo: RequestInfo,
): Promise<Session | undefined> {
  // A provider where the device is still signed in lets in whoever holds it (providers/writes.server.ts, `isProof`).
  const proven = method !== 'oauth' || !(await hasLocalCredential(api.engine, user_id))
  const started = await startSession(api.engine, user_id, { ...requestInfo, method, proven })
  return started?.session
}

/**
 * Hands a session to a client of /auth/v1: a new refresh token carries it from now on, and neither a cookie nor an earlier one.
 */
export async function rotateToBearerSession(api: AuthApiDeps, session_id: string): Promise<ApiResult> {
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

/** The body that the client takes for a session (@supabase/auth-js, lib/fetch.ts, `_sessionResponse`). */
export async function sessionResponse(
  api: AuthApiDeps,
  session: Session,
  refresh_token: string,
): Promise<ApiResult> {
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
