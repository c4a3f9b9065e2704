import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { smsCodeTtl } from '../../domains/identity/messages/messages.rules.ts'
import { createChallenge } from '../../domains/identity/mfa/challenges.writes.server.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import { addFactor } from '../../domains/identity/mfa/factors.writes.server.ts'
import { sendSmsCode } from '../../domains/identity/mfa/phone-factors.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import type { Channel } from '../sign-in/phones.contract.ts'
import { enrollmentError, notAddedError } from './mfa.rules.ts'

/** Starts enrolling a phone. */
export async function enrollPhone(
  { engine }: AuthApiDeps,
  session: Session,
  { phone, friendly_name = '' }: { phone: string; friendly_name?: string | undefined },
): Promise<Result> {
  const { auth, clock } = engine
  const error = enrollmentError(session, clock.now())
  if (error) return error
  // One SMS must not be both factors.
  if ((await readUser(auth, session.user_id))?.phone === phone) {
    return authError('validation_failed', 'The number that signs in is no second step')
  }
  const factors = await listFactors(auth, session.user_id)
  if (factors.some((factor) => factor.phone === phone && factor.status === 'verified')) {
    return authError(
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  const options = { friendly_name, keepRecent: { now: clock.now() } }
  const added = await addFactor(auth, session.user_id, options, () => ({ factor_type: 'phone', phone }))
  if (added.outcome !== 'enrolled') return notAddedError(added)
  return { body: { id: added.factor_id, type: 'phone', friendly_name, phone } }
}

/** The code expires with its challenge. */
export async function challengePhone(
  { engine }: AuthApiDeps,
  { user_id }: Session,
  { factor_id, phone, channel = 'sms' }: { factor_id: string; phone: string; channel?: Channel | undefined },
  requestInfo: RequestInfo,
): Promise<{ challenge_id: string; expires_at: Date } | AuthError> {
  const sent = await sendSmsCode(engine, { user_id, phone, channel }, requestInfo)
  if (sent.outcome === 'wait') {
    return authError('over_sms_send_rate_limit', 'SMS rate limit exceeded', { seconds: sent.seconds })
  }
  return createChallenge(engine.auth, { user_id, factor_id, challenge: null }, engine.clock.now(), smsCodeTtl)
}
