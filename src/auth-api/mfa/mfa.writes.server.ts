import { sql } from 'kysely'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser, sessionExists } from '../../domains/identity/identity.reads.server.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import { consumeChallenge, createChallenge } from '../../domains/identity/mfa/challenges.writes.server.ts'
import type { ListedFactor } from '../../domains/identity/mfa/factors.contract.ts'
import { enrollTotp, removeFactor, verifyTotp } from '../../domains/identity/mfa/factors.writes.server.ts'
import {
  authenticationOptions,
  enrollPasskey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../../domains/identity/mfa/passkeys.writes.server.ts'
import { verifySmsCode } from '../../domains/identity/mfa/phone-factors.writes.server.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError, isAuthError, sessionNotFound, tooManyRequests } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import type { Channel } from '../sign-in/phones.contract.ts'
import type { VerifyFactor } from './mfa.contract.ts'
import { readChallenge, readFactor } from './mfa.reads.server.ts'
import { enrollmentError, notAddedError, reauthRequired } from './mfa.rules.ts'
import { challengePhone } from './phone-factors.writes.server.ts'

const notFound = authError('mfa_factor_not_found', 'Factor not found')
const failed = (message: string) => authError('mfa_verification_failed', message)
const noCode = authError('validation_failed', 'Code needs to be non-empty')

/** Starts enrolling a factor. */
export async function enroll(
  { engine }: AuthApiDeps,
  session: Session,
  enrollment: {
    factor_type: 'totp' | 'webauthn'
    friendly_name?: string | undefined
    issuer?: string | undefined
  },
): Promise<Result> {
  const { auth, clock, config, masterKey } = engine
  const error = enrollmentError(session, clock.now())
  if (error) return error
  const { factor_type: type, friendly_name = '' } = enrollment
  const user = await readUser(auth, session.user_id)
  const options = {
    friendly_name,
    keepRecent: { now: clock.now() },
    issuer: enrollment.issuer ?? new URL(config.publicUrl).host,
    account: user?.email ?? '',
  }
  const body = { type, friendly_name }
  if (type === 'totp') {
    const added = await enrollTotp(auth, masterKey, session.user_id, options)
    if (added.outcome !== 'enrolled') return notAddedError(added)
    const { factor_id: id, qr_svg: qr_code, secret, uri } = added
    return { body: { id, ...body, totp: { qr_code, secret, uri } } }
  }
  const added = await enrollPasskey(auth, session.user_id, options)
  return added.outcome === 'enrolled' ? { body: { id: added.factor_id, ...body } } : notAddedError(added)
}

/** Creates the challenge that `verifyFactor` checks. */
export async function challenge(
  api: AuthApiDeps,
  session: Session,
  { factor_id, channel }: { factor_id: string; channel?: Channel | undefined },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { auth, clock } = api.engine
  const factor = await readFactor(auth, session.user_id, factor_id)
  if (!factor) return notFound
  const { phone } = factor
  if (phone) {
    const issued = await challengePhone(api, session, { factor_id, phone, channel }, requestInfo)
    return isAuthError(issued) ? issued : challengeResponse('phone', issued)
  }
  if (factor.factor_type === 'totp') {
    const pending = { user_id: session.user_id, factor_id, challenge: null }
    return challengeResponse('totp', await createChallenge(auth, pending, clock.now()))
  }
  return createWebauthnChallenge(api, session, factor)
}

async function createWebauthnChallenge(
  { engine }: AuthApiDeps,
  { user_id }: Session,
  { id: factor_id, status }: ListedFactor,
): Promise<Result> {
  const { auth, clock, config } = engine
  const isNew = status !== 'verified'
  const account = (isNew && (await readUser(auth, user_id))?.email) || ''
  const issued = isNew
    ? await registrationOptions(auth, config.publicUrl, user_id, { factor_id, account }, clock.now())
    : await authenticationOptions(auth, config.publicUrl, user_id, clock.now(), factor_id)
  if (!issued) return notFound
  const credential_options = { publicKey: issued.options }
  return challengeResponse('webauthn', issued, { type: isNew ? 'create' : 'request', credential_options })
}

const challengeResponse = (
  type: string,
  { challenge_id, expires_at }: { challenge_id: string; expires_at: Date },
  webauthn?: object,
): Result => ({
  body: {
    id: challenge_id,
    type,
    expires_at: Math.floor(expires_at.getTime() / 1000),
    ...(webauthn && { webauthn }),
  },
})

/** Verifies a challenge and raises the session to aal2. */
export async function verifyFactor(
  api: AuthApiDeps,
  session: Session,
  input: VerifyFactor,
  requestInfo: RequestInfo,
): Promise<Result> {
  const { auth, clock, limits } = api.engine
  const factor = await readFactor(auth, session.user_id, input.factor_id)
  if (!factor) return notFound
  if (factor.factor_type !== 'webauthn' && !input.code) return noCode
  // A password alone, or an unattended session, must not be enough to add a factor.
  const isNew = factor.status === 'unverified'
  if (isNew && session.owes_factor)
    return authError('insufficient_aal', 'AAL2 required to enroll a new factor')
  if (isNew && !isRecentlyAuthenticated(session, clock.now())) return reauthRequired
  const storedChallenge = await readChallenge(auth, session.user_id, factor.id, input.challenge_id)
  if (!storedChallenge)
    return authError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (storedChallenge.expires_at <= clock.now()) {
    return authError('mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge')
  }
  const isCode = factor.factor_type !== 'webauthn' && !isNew
  const kind = factor.factor_type === 'webauthn' ? 'passkey' : 'code'
  const attemptKey = { kind, account: session.user_id, clientIp: requestInfo.address, isCode } as const
  const verify = factor.factor_type === 'webauthn' ? verifyWebauthn : verifyCode
  const attempt = await limits.attempt(
    attemptKey,
    // The rate limiter may delay this for seconds.
    async () =>
      (await sessionExists(auth, session)) ? verify(api, session, input, factor) : sessionNotFound,
    (result) => !isAuthError(result),
  )
  if (attempt.outcome === 'wait') return tooManyRequests(attempt.seconds)
  const verification = attempt.result
  if (isAuthError(verification)) return verification
  await upgradeAal(api, session, verification.method)
  // Other sessions may belong to someone else.
  if (isNew) await deleteUnverifiedFactors(auth, session.user_id, factor.factor_type)
  if (isNew && session.aal === 'aal1') {
    const { id: keep, user_id } = session
    await auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  }
  return rotateToBearerSession(api, session.id)
}

/** Supabase also deletes the other unverified factors of the same type. */
const deleteUnverifiedFactors = (auth: Database, user_id: string, factor_type: ListedFactor['factor_type']) =>
  auth
    .deleteFrom('auth.factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .execute()

type Verification = { method: string } | AuthError

async function verifyCode(
  { engine }: AuthApiDeps,
  { user_id }: Session,
  { factor_id, challenge_id, code = '' }: VerifyFactor,
  factor: ListedFactor,
): Promise<Verification> {
  const { auth, clock, masterKey } = engine
  const now = clock.now()
  const isTotp = factor.factor_type === 'totp'
  const { outcome } = isTotp
    ? await verifyTotp(auth, masterKey, user_id, factor_id, code, now)
    : await verifySmsCode(engine, user_id, [factor], code, now)
  if (outcome !== 'verified') return failed(`Invalid ${isTotp ? 'TOTP' : 'MFA Phone'} code entered`)
  await consumeChallenge(auth, user_id, challenge_id, now)
  return { method: isTotp ? 'totp' : 'mfa/phone' }
}

async function verifyWebauthn(
  { engine }: AuthApiDeps,
  session: Session,
  input: VerifyFactor,
): Promise<Verification> {
  const { auth, clock, config, log } = engine
  const { challenge_id, webauthn } = input
  if (!webauthn) return authError('validation_failed', 'WebAuthn config required')
  const now = clock.now()
  const checked =
    webauthn.type === 'create'
      ? await verifyRegistration(
          auth,
          config.publicUrl,
          session.user_id,
          { challenge_id, response: webauthn.credential_response },
          now,
        )
      : await verifyAuthentication(
          auth,
          config.publicUrl,
          session.user_id,
          { challenge_id, response: webauthn.credential_response },
          now,
        )
  if (checked.outcome === 'verified') return { method: 'mfa/webauthn' }
  // Cut before it quotes input.
  log.info('a passkey was refused', {
    error: { name: 'WebAuthn', code: checked.reason.split(/ ?[":]/)[0] ?? '' },
  })
  return failed('Invalid WebAuthn response')
}

export async function upgradeAal({ engine }: AuthApiDeps, session: Session, method: string): Promise<void> {
  const now = engine.clock.now()
  const verification = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  await engine.auth
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', proven_at: now, amr: sql`amr || ${verification}::jsonb` })
    .where('id', '=', session.id)
    .execute()
}

/** Without verified factors, all sessions drop to aal1. */
export async function unenroll(
  { engine }: AuthApiDeps,
  session: Session,
  { factor_id }: { factor_id: string },
): Promise<Result> {
  const { auth, clock } = engine
  const factor = await readFactor(auth, session.user_id, factor_id)
  if (!factor) return notFound
  if (factor.status === 'verified') {
    if (session.aal !== 'aal2') {
      return authError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
    }
    if (!isRecentlyAuthenticated(session, clock.now())) return reauthRequired
  }
  if (!(await removeFactor(auth, session.user_id, factor_id, clock.now(), session.id))) return notFound
  await auth
    .updateTable('auth.sessions')
    .set({ aal: 'aal1' })
    .where('user_id', '=', session.user_id)
    .where(
      sql<boolean>`not exists (select from auth.factors f where f.user_id = ${session.user_id} and f.status = 'verified')`,
    )
    .execute()
  return { body: { id: factor_id } }
}
