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
import type { Answer, EmailLinkFields, Refusal } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import { appRedirect, isRefusal, refuse, sessionGone, tooMany } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { merged, userMetadata, weak } from './account.rules.ts'

type Data = Record<string, unknown>

/**
 * A new account. With mail every address gets the same answer: a user that is not confirmed, with an id of its own, which is
 * the real one only for whoever is new. (The reference service leaves out `identities` for a known address, which tells.)
 */
export async function signUpByWire(
  wire: AuthApiDeps,
  given: EmailLinkFields & { email: string; password: string; data?: Data | undefined },
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { engine } = wire
  const { email, password, data = {} } = given
  if (password.length < passwordLength.min) return weak(['length'])
  const asked = { email, password, app: appRedirect(engine.config, given), told: userMetadata(data) }
  const made = await signUp(engine, asked, requestInfo)
  switch (made.outcome) {
    case 'weak':
      return weak(made.reasons.map(({ code }) => code))
    case 'wait':
      return tooMany(made.seconds)
    case 'closed':
      return refuse('signup_disabled', 'Signups not allowed for this instance')
    case 'taken':
      return refuse('user_already_exists', 'User already registered')
    case 'signed_in':
      return rotateToBearerSession(wire, made.session.id)
    case 'check_mail':
      return { body: unconfirmed(made.user_id, email, asked.told.user_metadata, engine.clock.now()) }
  }
}

function unconfirmed(id: string, email: string, data: Data, now: Date) {
  const at = now.toISOString()
  const identity = {
    identity_id: uuidv7(),
    id,
    user_id: id,
    identity_data: { sub: id, email },
    provider: 'email',
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [{ ...identity, created_at: at, updated_at: at, last_sign_in_at: at }],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}

/** @param about whoever it is for: what everybody knows of them is no secret @returns why it is none, undefined for a good one */
export async function refusedPassword(password: string, about: string[]): Promise<Refusal | undefined> {
  if (password.length < passwordLength.min) return weak(['length'])
  const reasons = await findWeaknesses(password, about)
  return reasons.length > 0 ? weak(reasons.map(({ code }) => code)) : undefined
}

/** The user as the client reads it after a change. */
export async function userAnswer({ engine }: AuthApiDeps, session: Session): Promise<Answer> {
  const user = await readApiUser(engine.auth, session.user_id)
  return user ? { body: user } : refuse('session_not_found', 'User from sub claim in JWT does not exist')
}

/**
 * Merges into what a client keeps with the user; null takes a field away (reference service). `of_age` is remembered apart: who
 * came by a provider's token has no other place to say it.
 */
export async function saveUserData(
  { engine }: AuthApiDeps,
  session: Session,
  data: Data,
): Promise<Refusal | undefined> {
  const { of_age, ...rest } = data
  const now = engine.clock.now()
  return engine.auth.transaction().execute(async (transaction) => {
    const { user_metadata, of_age_at } = await transaction
      .selectFrom('auth.users')
      .select(['user_metadata', 'of_age_at'])
      .where('id', '=', session.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const next = merged(user_metadata, rest)
    if (isRefusal(next)) return next
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

/**
 * A new password, for whoever has just shown who they are (by signing in, by a mailed link, by a second factor), or shows the
 * old one. Every other session ends (design: "Identity").
 */
export async function savePassword(
  { engine }: AuthApiDeps,
  session: Session,
  given: { password: string; current_password?: string | undefined },
  requestInfo: RequestInfo,
): Promise<Refusal | undefined> {
  const { auth, clock, limits } = engine
  const { password, current_password } = given
  const user = await readUser(auth, session.user_id)
  // Nothing could be typed beside it.
  if (!user?.email && !user?.phone) {
    return refuse('validation_failed', 'A password needs an email address first', { status: 422 })
  }
  if (current_password !== undefined) {
    const { address } = requestInfo
    const judged = await limits.attempt(
      { kind: 'password', account: session.user_id, clientIp: address },
      () => checkPassword(current_password, user.password_hash),
      Boolean,
    )
    if (judged.outcome === 'wait') return tooMany(judged.seconds)
    if (!judged.result) {
      return refuse('current_password_invalid', 'Current password required when setting new password.')
    }
  } else if (!isRecentlyAuthenticated(session, clock.now())) {
    return refuse('reauthentication_needed', 'Password update requires reauthentication')
  }
  const tooWeak = await refusedPassword(password, [user.email ?? '', user.phone ?? ''])
  if (tooWeak) return tooWeak
  if (await checkPassword(password, user.password_hash)) {
    return refuse('same_password', 'New password should be different from the old password.')
  }
  const saved = await setPassword(engine, session.user_id, password, { keep: session.id })
  return saved ? undefined : sessionGone
}
