import type { Session } from '../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import type { AddFactorError } from '../../domains/identity/mfa/factors.contract.ts'
import type { Refusal } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'

export const stale = refuse('reauthentication_needed', 'Changing factors requires reauthentication')
/** A second step stands behind a first, and there is none. */
const forNobody = refuse('no_authorization', 'Anonymous user not allowed to perform these actions', {
  status: 403,
})

/** Why a session begins with no second factor. */
export function mayNotEnroll(session: Session, now: Date): Refusal | undefined {
  if (session.owes_factor) return refuse('insufficient_aal', 'AAL2 required to enroll a new factor')
  if (session.is_anonymous) return forNobody
  return isRecentlyAuthenticated(session, now) ? undefined : stale
}

export const notAdded = ({ outcome }: AddFactorError): Refusal =>
  outcome === 'too_many'
    ? refuse(
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    : refuse('mfa_factor_name_conflict', 'A factor with the friendly name for this user already exists')
