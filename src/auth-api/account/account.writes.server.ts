import { v7 as uuidv7 } from 'uuid'
import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { setPassword } from '../../domains/identity/credentials/password.writes.server.ts'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { signUp } from '../../domains/identity/sign-in.writes.server.ts'
import { checkPassword } from '../../platform/passwords/password-hashing.server.ts'
import { findWeaknesses } from '../../platform/passwords/password-strength.server.ts'
import type { AuthError, EmailLinkFields, Result } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import { appRedirect, authError, isAuthError, sessionNotFound, tooManyRequests } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { mergeMetadata, userMetadata, weakPassword } from './account.rules.ts'

type Data = Record<string, unknown>

/** Signs up by email. With email configured, new and existing addresses get the same response. */
export async function signUpByEmail(
  api: AuthApiDeps,
  input: EmailLinkFields & { email: string; password: string; data?: Data | undefined },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { engine } = api
  const { email, password, data = {} } = input
  if (password.length < passwordLength.min) return weakPassword(['length'])
  const userData = userMetadata(data)
  const newAccount = { email, password, app: appRedirect(engine.config, input), userData }
  const result = await signUp(engine, newAccount, requestInfo)
  switch (result.outcome) {
    case 'weak':
      return weakPassword(result.reasons.map(({ code }) => code))
    case 'wait':
      return tooManyRequests(result.seconds)
    case 'closed':
      return authError('signup_disabled', 'Signups not allowed for this instance')
    case 'taken':
      return authError('user_already_exists', 'User already registered')
    case 'signed_in':
      return rotateToBearerSession(api, result.session.id)
    case 'check_mail':
      return { body: unconfirmedUser(result.user_id, { email }, userData.user_metadata, engine.clock.now()) }
  }
}

/** The response to a sign-up by email or phone. */
export function unconfirmedUser(
  id: string,
  { email = '', phone = '' }: { email?: string; phone?: string },
  user_metadata: Data,
  now: Date,
) {
  const at = now.toISOString()
  const provider = email ? 'email' : 'phone'
  const emailIdentity = {
    identity_id: uuidv7(),
    id,
    user_id: id,
    identity_data: { sub: id, email },
    provider,
    created_at: at,
    updated_at: at,
    last_sign_in_at: at,
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata,
    identities: email ? [emailIdentity] : [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}

/** @param userInputs values an attacker may know */
export async function passwordError(password: string, userInputs: string[]): Promise<AuthError | undefined> {
  if (password.length < passwordLength.min) return weakPassword(['length'])
  const reasons = await findWeaknesses(password, userInputs)
  return reasons.length > 0 ? weakPassword(reasons.map(({ code }) => code)) : undefined
}

export async function userResponse({ engine }: AuthApiDeps, session: Session): Promise<Result> {
  const user = await readApiUser(engine.auth, session.user_id)
  return user ? { body: user } : authError('session_not_found', 'User from sub claim in JWT does not exist')
}

/** Merges metadata. After a provider sign-up, clients can send `of_age` only here. */
export async function saveUserData(
  { engine }: AuthApiDeps,
  session: Session,
  data: Data,
): Promise<AuthError | undefined> {
  const { of_age, ...rest } = data
  const now = engine.clock.now()
  return engine.auth.transaction().execute(async (transaction) => {
    const { user_metadata, of_age_at } = await transaction
      .selectFrom('auth.users')
      .select(['user_metadata', 'of_age_at'])
      .where('id', '=', session.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const next = mergeMetadata(user_metadata, rest)
    if (isAuthError(next)) return next
    await transaction
      .updateTable('auth.users')
      .set({
        user_metadata: JSON.stringify(next.data),
        of_age_at: of_age_at ?? (of_age === true ? now : null),
        updated_at: now,
      })
      .where('id', '=', session.user_id)
      .execute()
    return undefined
  })
}

/** Needs a recent authentication or the current password. Ends all other sessions. */
export async function savePassword(
  { engine }: AuthApiDeps,
  session: Session,
  input: { password: string; current_password?: string | undefined },
  requestInfo: RequestInfo,
): Promise<AuthError | undefined> {
  const { auth, clock, limits } = engine
  const { password, current_password } = input
  const user = await readUser(auth, session.user_id)
  if (!user?.email && !user?.phone) {
    return authError('validation_failed', 'A password needs an email address first', { status: 422 })
  }
  if (current_password !== undefined) {
    const { address } = requestInfo
    const attempt = await limits.attempt(
      { kind: 'password', account: session.user_id, clientIp: address },
      () => checkPassword(current_password, user.password_hash),
      Boolean,
    )
    if (attempt.outcome === 'wait') return tooManyRequests(attempt.seconds)
    if (!attempt.result) {
      return authError('current_password_invalid', 'Current password required when setting new password.')
    }
  } else if (!isRecentlyAuthenticated(session, clock.now())) {
    return authError('reauthentication_needed', 'Password update requires reauthentication')
  }
  const weaknessError = await passwordError(password, [user.email ?? '', user.phone ?? ''])
  if (weaknessError) return weaknessError
  if (await checkPassword(password, user.password_hash)) {
    return authError('same_password', 'New password should be different from the old password.')
  }
  const saved = await setPassword(engine, session.user_id, password, { keep: session.id })
  return saved ? undefined : sessionNotFound
}
