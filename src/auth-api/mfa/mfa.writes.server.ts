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
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { isRefusal, refuse, sessionGone, tooMany } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import type { Channel } from '../sign-in/phones.contract.ts'
import type { VerifyFactor } from './mfa.contract.ts'
import { readChallenge, readFactor } from './mfa.reads.server.ts'
import { mayNotEnroll, notAdded, stale } from './mfa.rules.ts'
import { challengePhone } from './phone-factors.writes.server.ts'

const notFound = refuse('mfa_factor_not_found', 'Factor not found')
const failed = (message: string) => refuse('mfa_verification_failed', message)
const noCode = refuse('validation_failed', 'Code needs to be non-empty')

type Wish = {
  factor_type: 'totp' | 'webauthn'
  friendly_name?: string | undefined
  issuer?: string | undefined
}

/** Begins with a second factor. It counts for nothing until it was proven once. */
export async function enroll({ engine }: AuthApiDeps, session: Session, wish: Wish): Promise<Answer> {
  const { auth, clock, config, masterKey } = engine
  const refused = mayNotEnroll(session, clock.now())
  if (refused) return refused
  const { factor_type: type, friendly_name = '' } = wish
  const user = await readUser(auth, session.user_id)
  const naming = {
    friendly_name,
    beside: { now: clock.now() },
    issuer: wish.issuer ?? new URL(config.publicUrl).host,
    account: user?.email ?? '',
  }
  const body = { type, friendly_name }
  if (type === 'totp') {
    const added = await enrollTotp(auth, masterKey, session.user_id, naming)
    if (added.outcome !== 'enrolled') return notAdded(added)
    const { factor_id: id, qr_svg: qr_code, secret, uri } = added
    return { body: { id, ...body, totp: { qr_code, secret, uri } } }
  }
  const added = await enrollPasskey(auth, session.user_id, naming)
  return added.outcome === 'enrolled' ? { body: { id: added.factor_id, ...body } } : notAdded(added)
}

/** Puts the question that `proveFactor` answers. */
export async function challenge(
  wire: AuthApiDeps,
  session: Session,
  { factor_id, channel }: { factor_id: string; channel?: Channel | undefined },
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { auth, clock } = wire.engine
  const factor = await readFactor(auth, session.user_id, factor_id)
  if (!factor) return notFound
  const { phone } = factor
  if (phone) {
    const put = await challengePhone(wire, session, { factor_id, phone, channel }, requestInfo)
    return isRefusal(put) ? put : challengeAnswer('phone', put)
  }
  if (factor.factor_type === 'totp') {
    const asked = { user_id: session.user_id, factor_id, challenge: null }
    return challengeAnswer('totp', await createChallenge(auth, asked, clock.now()))
  }
  const put = await putWebauthn(wire, session, factor)
  return put ? challengeAnswer('webauthn', put, put.webauthn) : notFound
}

async function putWebauthn(
  { engine }: AuthApiDeps,
  session: Session,
  { id: factor_id, status }: ListedFactor,
) {
  const { auth, clock, config } = engine
  const now = clock.now()
  if (status === 'verified') {
    const put = await authenticationOptions(auth, config.publicUrl, session.user_id, now, factor_id)
    return put && { ...put, webauthn: { type: 'request', credential_options: { publicKey: put.options } } }
  }
  const account = (await readUser(auth, session.user_id))?.email ?? ''
  const put = await registrationOptions(auth, config.publicUrl, session.user_id, { factor_id, account }, now)
  return put && { ...put, webauthn: { type: 'create', credential_options: { publicKey: put.options } } }
}

const challengeAnswer = (
  type: string,
  { challenge_id, expires_at }: { challenge_id: string; expires_at: Date },
  webauthn?: object,
): Answer => ({
  body: {
    id: challenge_id,
    type,
    expires_at: Math.floor(expires_at.getTime() / 1000),
    ...(webauthn && { webauthn }),
  },
})

/** Takes the answer: the session rises to aal2 and goes on under new tokens; those of before are worth no more than before. */
export async function proveFactor(
  wire: AuthApiDeps,
  session: Session,
  given: VerifyFactor,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { auth, clock, limits } = wire.engine
  const factor = await readFactor(auth, session.user_id, given.factor_id)
  if (!factor) return notFound
  if (factor.factor_type !== 'webauthn' && !given.code) return noCode
  // Else whoever has the first proof alone, or a phone that was left lying, would bring a second of their own.
  const isNew = factor.status === 'unverified'
  if (isNew && session.owes_factor) return refuse('insufficient_aal', 'AAL2 required to enroll a new factor')
  if (isNew && !isRecentlyAuthenticated(session, clock.now())) return stale
  const asked = await readChallenge(auth, session.user_id, factor.id, given.challenge_id)
  if (!asked) return refuse('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (asked.expires_at <= clock.now()) {
    return refuse('mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge')
  }
  const isCode = factor.factor_type !== 'webauthn' && !isNew
  const kind = factor.factor_type === 'webauthn' ? 'passkey' : 'code'
  const guess = { kind, account: session.user_id, clientIp: requestInfo.address, isCode } as const
  const prove = { totp: proveTotp, webauthn: proveWebauthn, phone: provePhone }[factor.factor_type]
  const judged = await limits.attempt(
    guess,
    // It may have been held up for seconds.
    async () => ((await sessionExists(auth, session)) ? prove(wire, session, given, factor) : sessionGone),
    (result) => !isRefusal(result),
  )
  if (judged.outcome === 'wait') return tooMany(judged.seconds)
  const proof = judged.result
  if (isRefusal(proof)) return proof
  await raise(wire, session, proof.method)
  // With the first one, as on our own pages (second-step): the others were opened without, and may be somebody else's.
  if (isNew) await dropBegun(auth, session.user_id, factor.factor_type)
  if (isNew && session.aal === 'aal1') {
    const { id: keep, user_id } = session
    await auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  }
  return rotateToBearerSession(wire, session.id)
}

/** Of several that were begun, one is in use now (reference service). */
const dropBegun = (auth: Database, user_id: string, factor_type: ListedFactor['factor_type']) =>
  auth
    .deleteFrom('auth.factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .execute()

type Proof = { method: string } | Refusal

async function proveTotp({ engine }: AuthApiDeps, session: Session, given: VerifyFactor): Promise<Proof> {
  const { auth, clock, masterKey } = engine
  const now = clock.now()
  const code = given.code ?? ''
  const { outcome } = await verifyTotp(auth, masterKey, session.user_id, given.factor_id, code, now)
  if (outcome !== 'verified') return failed('Invalid TOTP code entered')
  await consumeChallenge(auth, session.user_id, given.challenge_id, now)
  return { method: 'totp' }
}

async function provePhone(
  { engine }: AuthApiDeps,
  session: Session,
  given: VerifyFactor,
  factor: ListedFactor,
): Promise<Proof> {
  const now = engine.clock.now()
  const { outcome } = await verifySmsCode(engine, session.user_id, [factor], given.code ?? '', now)
  if (outcome !== 'verified') return failed('Invalid MFA Phone code entered')
  await consumeChallenge(engine.auth, session.user_id, given.challenge_id, now)
  return { method: 'mfa/phone' }
}

async function proveWebauthn({ engine }: AuthApiDeps, session: Session, given: VerifyFactor): Promise<Proof> {
  const { auth, clock, config, log } = engine
  const { challenge_id, webauthn } = given
  if (!webauthn) return refuse('validation_failed', 'WebAuthn config required')
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
  // The reason is a sentence of the library, up to where it quotes what was sent.
  log.info('a passkey was refused', {
    error: { name: 'WebAuthn', code: checked.reason.split(/ ?[":]/)[0] ?? '' },
  })
  return failed('Invalid WebAuthn response')
}

/** The session has shown a second proof. */
export async function raise({ engine }: AuthApiDeps, session: Session, method: string): Promise<void> {
  const now = engine.clock.now()
  const proof = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  await engine.auth
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', proven_at: now, amr: sql`amr || ${proof}::jsonb` })
    .where('id', '=', session.id)
    .execute()
}

/** Takes a factor away. With the last one nobody's session is more than aal1. */
export async function unenroll(
  { engine }: AuthApiDeps,
  session: Session,
  factor_id: string,
): Promise<Answer> {
  const { auth, clock } = engine
  const factor = await readFactor(auth, session.user_id, factor_id)
  if (!factor) return notFound
  if (factor.status === 'verified') {
    if (session.aal !== 'aal2') {
      return refuse('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
    }
    if (!isRecentlyAuthenticated(session, clock.now())) return stale
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
