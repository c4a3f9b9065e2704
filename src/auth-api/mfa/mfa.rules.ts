import type { Session } from '../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import type { AddFactorError } from '../../domains/identity/mfa/factors.contract.ts'
import type { AuthError } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'

export const reauthRequired = authError(
  'reauthentication_needed',
  'Changing factors requires reauthentication',
)
/** An anonymous user has no first factor. */
const anonymousNotAllowed = authError(
  'no_authorization',
  'Anonymous user not allowed to perform these actions',
  { status: 403 },
)

/** @returns why the session cannot enroll */
export function enrollmentError(session: Session, now: Date): AuthError | undefined {
  if (session.owes_factor) return authError('insufficient_aal', 'AAL2 required to enroll a new factor')
  if (session.is_anonymous) return anonymousNotAllowed
  return isRecentlyAuthenticated(session, now) ? undefined : reauthRequired
}

export const notAddedError = ({ outcome }: AddFactorError): AuthError =>
  outcome === 'too_many'
    ? authError(
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    : authError('mfa_factor_name_conflict', 'A factor with the friendly name for this user already exists')
