import { sql } from 'kysely'
import { hashToken, randomToken } from '../../../platform/crypto.server.ts'
import { checkPassword } from '../../../platform/passwords/password-hashing.server.ts'
import type { SignInKind } from '../../../platform/sign-in-event.ts'
import type { Session } from '../identity.contract.ts'
import { findSession, readUser, sessionExists } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import { consumeEmailToken, queueEmail } from '../messages/messages.writes.server.ts'
import type { AuthenticationAnswer } from '../mfa/factors.contract.ts'
import { listFactors } from '../mfa/factors.reads.server.ts'
import { totpCodeOf } from '../mfa/factors.rules.ts'
import { verifyTotp } from '../mfa/factors.writes.server.ts'
import { verifyAuthentication } from '../mfa/passkeys.writes.server.ts'
import { sendSmsCode, verifySmsCode } from '../mfa/phone-factors.writes.server.ts'
import { redeemRecoveryCode } from '../mfa/recovery-codes.writes.server.ts'
import { nextLockTime } from '../sessions/safe-mode.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import type { Person } from '../social/providers.contract.ts'
import { isIdentityOf } from '../social/providers.reads.server.ts'

export type ProofOutcome =
  | { outcome: 'proven'; token: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number }

/** Verifies a code of an app or SMS, or a recovery code. */
export async function proveByCode(
  engine: AuthEngine,
  session: Session,
  input: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, masterKey, clock } = engine
  const isCode = totpCodeOf(input) !== undefined
  const verify = async () => {
    const now = clock.now()
    const factors = (await listFactors(auth, session.user_id)).filter(({ status }) => status === 'verified')
    for (const { id } of factors.filter(({ factor_type }) => factor_type === 'totp')) {
      const { outcome } = await verifyTotp(auth, masterKey, session.user_id, id, input, now)
      if (outcome === 'verified') return renewSession(engine, session, 'totp', 'aal2')
    }
    const telephones = factors.filter(({ phone }) => phone !== null)
    const { outcome } = await verifySmsCode(engine, session.user_id, telephones, input, now)
    if (outcome === 'verified') return renewSession(engine, session, 'mfa/phone', 'aal2')
    return (await redeemRecoveryCode(auth, masterKey, session.user_id, input, now))
      ? renewSession(engine, session, 'recovery', 'aal2')
      : undefined
  }
  return judgeProof(engine, session, requestInfo, { kind: isCode ? 'code' : 'recovery_code', isCode }, verify)
}

/** Sends a code to one of the user's verified numbers. */
export async function requestReauthSms(
  engine: AuthEngine,
  { user_id }: Session,
  factor_id: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<{ outcome: 'sent' } | { outcome: 'wait'; seconds: number }> {
  const factors = await listFactors(engine.auth, user_id)
  const phone = factors.find(({ id, status }) => id === factor_id && status === 'verified')?.phone
  return phone ? sendSmsCode(engine, { user_id, phone, channel: 'sms' }, requestInfo) : { outcome: 'sent' }
}

/** Verifies a passkey. */
export function proveByPasskey(
  engine: AuthEngine,
  session: Session,
  answer: AuthenticationAnswer,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, clock, config } = engine
  return judgeProof(engine, session, requestInfo, { kind: 'passkey' }, async () => {
    const { user_id } = session
    const verified = await verifyAuthentication(auth, config.publicUrl, user_id, answer, clock.now())
    return verified.outcome === 'verified' ? renewSession(engine, session, 'webauthn', 'aal2') : undefined
  })
}

/** Verifies the password. */
export async function proveByPassword(
  engine: AuthEngine,
  session: Session,
  password: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  return judgeProof(engine, session, requestInfo, { kind: 'password' }, async () => {
    const user = await readUser(engine.auth, session.user_id)
    return (await checkPassword(password, user?.password_hash))
      ? renewSession(engine, session, 'password', session.aal)
      : undefined
  })
}

/** Emails a code to the user. The caller checks that this is available. */
export async function requestReauthEmail(
  engine: AuthEngine,
  session: Session,
): Promise<{ outcome: 'sent' } | { outcome: 'wait'; seconds: number }> {
  const { auth, limits } = engine
  const email = (await readUser(auth, session.user_id))?.email
  if (!email) return { outcome: 'sent' }
  const seconds =
    (await limits.consume('mail', session.user_id)) || (await limits.consume('mail', emailKey(email)))
  if (seconds > 0) return { outcome: 'wait', seconds }
  await queueEmail(engine, { user_id: session.user_id, purpose: 'reauthentication', sent_to: email })
  return { outcome: 'sent' }
}

/** Verifies that code; five wrong attempts kill it. */
export function proveByEmailCode(
  engine: AuthEngine,
  session: Session,
  input: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, clock, masterKey } = engine
  const prove = async () => {
    const credential = { user_id: session.user_id, code: input.replace(/\s/g, ''), masterKey }
    const row = await consumeEmailToken(auth, credential, ['reauthentication'], clock.now())
    return row ? renewSession(engine, session, 'otp', session.aal) : undefined
  }
  return judgeProof(engine, session, requestInfo, { kind: 'mailed_code', isCode: true }, prove)
}

/**
 * Reauthenticates by a new sign-in with a linked provider.
 * @param asked the session that requested it, perhaps minutes ago
 */
export async function proveByProvider(
  engine: AuthEngine,
  identity: { provider: string; person: Pick<Person, 'issuer' | 'sub'> },
  asked: { id: string; user_id: string },
): Promise<{ token: string; session: Session } | 'gone' | 'not_linked'> {
  const { auth, clock } = engine
  const session = await findSession(auth, { id: asked.id }, clock.now())
  if (!session || session === 'suspended' || session.owes_factor) return 'gone'
  if (session.user_id !== asked.user_id) return 'gone'
  const linked = await auth
    .selectFrom('auth.identities')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where(isIdentityOf(identity.provider, identity.person))
    .executeTakeFirst()
  if (!linked) return 'not_linked'
  return { token: await renewSession(engine, session, 'oauth', session.aal), session }
}

/**
 * Limits wrong attempts, per account and client IP. Fails if the session has ended.
 * @param attempt `isCode`: a six-digit code; too many wrong ones block right ones for a while
 */
export async function judgeProof(
  { auth, limits }: AuthEngine,
  session: Session,
  { address }: Pick<RequestInfo, 'address'>,
  attempt: { kind: SignInKind; isCode?: boolean },
  verify: () => Promise<string | undefined>,
): Promise<ProofOutcome> {
  const judged = await limits.attempt(
    { ...attempt, account: session.user_id, clientIp: address },
    async () =>
      // It may have waited for seconds.
      (await sessionExists(auth, session)) ? verify() : undefined,
  )
  if (judged.outcome === 'wait') return judged
  return judged.result ? { outcome: 'proven', token: judged.result } : { outcome: 'wrong' }
}

/** Marks the session as reauthenticated, under a new token: one seen before becomes useless. */
export async function renewSession(
  { auth, clock }: AuthEngine,
  session: Session,
  method: string,
  aal: 'aal1' | 'aal2',
): Promise<string> {
  const now = clock.now()
  const token = randomToken()
  const proof = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  await auth
    .updateTable('auth.sessions')
    .set({
      token_hash: hashToken(token),
      aal,
      proven_at: now,
      locks_at: nextLockTime(session, now),
      amr: sql`amr || ${proof}::jsonb`,
      // The idle lock closes a locked journal too.
      ...(session.locked && { journal_reload_key: null }),
    })
    .where('id', '=', session.id)
    .execute()
  return token
}
