import type { ListedFactor, WrongPasskey } from '../../domains/identity/mfa/factors.contract.ts'
import type { Refusal } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'

export const passkeyNotFound = refuse('webauthn_credential_not_found', 'Passkey not found')
/** Why a passkey was not taken, in the words of the reference service. */
export const refusedPasskey = {
  challenge_expired: refuse('webauthn_challenge_expired', 'Challenge has expired'),
  challenge_not_found: refuse('webauthn_challenge_not_found', 'Challenge not found or already used'),
  credential_exists: refuse('webauthn_credential_exists', 'This credential is already registered'),
  verification_failed: refuse('webauthn_verification_failed', 'Credential verification failed'),
} as const satisfies Record<WrongPasskey['code'], Refusal>

/** One of a list, as the client reads it (`PasskeyListItem`). */
export const listed = ({ id, friendly_name, created_at, last_challenged_at }: ListedFactor) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at,
  ...(last_challenged_at && { last_used_at: last_challenged_at }),
})
