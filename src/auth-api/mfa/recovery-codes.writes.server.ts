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
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { stale } from './mfa.rules.ts'
import { raise } from './mfa.writes.server.ts'

const none = refuse('mfa_factor_not_found', 'Recovery codes not found')
const type = 'recovery_code'
/** The client wants a number for the whole set, which has none of its own. */
const idOf = ({ user_id }: Session) => uuidv5('recovery codes', user_id)

export async function readStatus({ engine }: AuthApiDeps, session: Session): Promise<Answer> {
  const { total, left } = await readRecoveryCodes(engine.auth, session.user_id)
  return total > 0 ? { body: { id: idOf(session), type, total, remaining: left } } : none
}

/** They open the account without its second step, so who asks has just shown one: with the last step the codes go, too. */
function mayNotChange(session: Session, now: Date): Refusal | undefined {
  if (session.aal !== 'aal2') return refuse('insufficient_aal', 'AAL2 required to change recovery codes')
  return isRecentlyAuthenticated(session, now) ? undefined : stale
}

/** @param again in place of those that there are, or as the first ones */
export async function generate({ engine }: AuthApiDeps, session: Session, again: boolean): Promise<Answer> {
  const { auth, clock, masterKey } = engine
  const refused = mayNotChange(session, clock.now())
  if (refused) return refused
  const { total } = await readRecoveryCodes(auth, session.user_id)
  if (again && total === 0) return none
  if (!again && total > 0) {
    return refuse('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to continue')
  }
  const made = await createRecoveryCodes(auth, masterKey, session.user_id, clock.now())
  // Without the hyphens by which our own pages show them.
  const codes = made.flatMap((code) => recoveryCodeOf(code) ?? [])
  return { body: { id: idOf(session), type, total: codes.length, codes } }
}

/** The second proof by a code that was written down; each counts once. */
export async function prove(
  wire: AuthApiDeps,
  session: Session,
  code: string,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { auth, clock, limits, masterKey } = wire.engine
  const { user_id } = session
  const judged = await limits.attempt(
    { kind: 'recovery_code', account: user_id, clientIp: requestInfo.address },
    () => redeemRecoveryCode(auth, masterKey, user_id, code, clock.now()),
    Boolean,
  )
  if (judged.outcome === 'wait') {
    return refuse('mfa_recovery_codes_locked', 'Too many wrong codes', { seconds: judged.seconds })
  }
  if (!judged.result) return refuse('mfa_verification_failed', 'Invalid recovery code entered')
  await raise(wire, session, 'mfa/recovery_code')
  return rotateToBearerSession(wire, session.id)
}

export async function erase({ engine }: AuthApiDeps, session: Session): Promise<Answer> {
  const { auth, clock } = engine
  const refused = mayNotChange(session, clock.now())
  if (refused) return refused
  const erased = await deleteRecoveryCodes(auth, session.user_id, clock.now())
  return erased ? { body: { id: idOf(session) } } : none
}
