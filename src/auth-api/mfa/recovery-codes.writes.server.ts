import { v5 as uuidv5 } from 'uuid'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import { readRecoveryCodes } from '../../domains/identity/mfa/factors.reads.server.ts'
import { recoveryCodeOf } from '../../domains/identity/mfa/factors.rules.ts'
import {
  createRecoveryCodes,
  deleteRecoveryCodes,
  redeemRecoveryCode,
} from '../../domains/identity/mfa/recovery-codes.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { reauthRequired } from './mfa.rules.ts'
import { upgradeAal } from './mfa.writes.server.ts'

const noRecoveryCodes = authError('mfa_factor_not_found', 'Recovery codes not found')
const type = 'recovery_code'
/** Derived, as the client expects an ID. */
const codeSetId = ({ user_id }: Session) => uuidv5('recovery codes', user_id)

export async function readStatus({ engine }: AuthApiDeps, session: Session): Promise<Result> {
  const { total, left } = await readRecoveryCodes(engine.auth, session.user_id)
  return total > 0 ? { body: { id: codeSetId(session), type, total, remaining: left } } : noRecoveryCodes
}

/** The codes replace the second factor, so a change requires a recent one. */
function changeError(session: Session, now: Date): AuthError | undefined {
  if (session.aal !== 'aal2') return authError('insufficient_aal', 'AAL2 required to change recovery codes')
  return isRecentlyAuthenticated(session, now) ? undefined : reauthRequired
}

/** @param replacing existing codes */
export async function generateRecoveryCodes(
  { engine }: AuthApiDeps,
  session: Session,
  replacing: boolean,
): Promise<Result> {
  const { auth, clock, masterKey } = engine
  const error = changeError(session, clock.now())
  if (error) return error
  const { total } = await readRecoveryCodes(auth, session.user_id)
  if (replacing && total === 0) return noRecoveryCodes
  if (!replacing && total > 0) {
    return authError(
      'mfa_verified_factor_exists',
      'Recovery codes already exist, regenerate them to continue',
    )
  }
  const newCodes = await createRecoveryCodes(auth, masterKey, session.user_id, clock.now())
  // Without our own pages' hyphens.
  const codes = newCodes.flatMap((code) => recoveryCodeOf(code) ?? [])
  return { body: { id: codeSetId(session), type, total: codes.length, codes } }
}

/** Each code works once. */
export async function verifyRecoveryCode(
  api: AuthApiDeps,
  session: Session,
  { code }: { code: string },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { auth, clock, limits, masterKey } = api.engine
  const { user_id } = session
  const attempt = await limits.attempt(
    { kind: 'recovery_code', account: user_id, clientIp: requestInfo.address },
    () => redeemRecoveryCode(auth, masterKey, user_id, code, clock.now()),
    Boolean,
  )
  if (attempt.outcome === 'wait') {
    return authError('mfa_recovery_codes_locked', 'Too many wrong codes', { seconds: attempt.seconds })
  }
  if (!attempt.result) return authError('mfa_verification_failed', 'Invalid recovery code entered')
  await upgradeAal(api, session, 'mfa/recovery_code')
  return rotateToBearerSession(api, session.id)
}

export async function removeRecoveryCodes({ engine }: AuthApiDeps, session: Session): Promise<Result> {
  const { auth, clock } = engine
  const error = changeError(session, clock.now())
  if (error) return error
  const deleted = await deleteRecoveryCodes(auth, session.user_id, clock.now())
  return deleted ? { body: { id: codeSetId(session) } } : noRecoveryCodes
}
