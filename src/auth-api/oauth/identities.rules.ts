import type { Session } from '../../domains/identity/identity.contract.ts'
import { isRecentlyAuthenticated, restrictedAccountError } from '../../domains/identity/identity.rules.ts'
import type { Refusal } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'

/** How an account opens is changed only by who has shown a moment ago that it is theirs, with all it asks for. */
export function changeRefused(session: Session, now: Date): Refusal | undefined {
  if (session.owes_factor) return refuse('insufficient_aal', 'AAL2 required to change identities')
  if (!isRecentlyAuthenticated(session, now)) {
    return refuse('reauthentication_needed', 'Changing identities requires reauthentication')
  }
  return undefined
}

/** The same for what adds one. */
export function linkingRefused(session: Session, now: Date): Refusal | undefined {
  const restricted = restrictedAccountError(session)
  return restricted ? refuse('no_authorization', restricted) : changeRefused(session, now)
}

export const ownAlready = refuse('identity_already_exists', 'Identity is already linked')
