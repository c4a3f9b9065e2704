import type { Session } from '../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated, restrictedAccountError } from '../../domains/identity/identity.rules.ts'
import type { AuthError } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'

/** Requires a recent authentication with all factors. */
export function identityChangeError(session: Session, now: Date): AuthError | undefined {
  if (session.owes_factor) return authError('insufficient_aal', 'AAL2 required to change identities')
  if (!isRecentlyAuthenticated(session, now)) {
    return authError('reauthentication_needed', 'Changing identities requires reauthentication')
  }
  return undefined
}

/** Also requires an unrestricted account. */
export function linkingError(session: Session, now: Date): AuthError | undefined {
  const restricted = restrictedAccountError(session)
  return restricted ? authError('no_authorization', restricted) : identityChangeError(session, now)
}

export const linkedToSelf = authError('identity_already_exists', 'Identity is already linked')
