import type { ListedFactor, WrongPasskey } from '../../domains/identity/mfa/factors.contract.ts'
import type { AuthError } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'

export const passkeyNotFound = authError('webauthn_credential_not_found', 'Passkey not found')
export const passkeyErrors = {
  challenge_expired: authError('webauthn_challenge_expired', 'Challenge has expired'),
  challenge_not_found: authError('webauthn_challenge_not_found', 'Challenge not found or already used'),
  credential_exists: authError('webauthn_credential_exists', 'This credential is already registered'),
  verification_failed: authError('webauthn_verification_failed', 'Credential verification failed'),
} as const satisfies Record<WrongPasskey['code'], AuthError>

export const toPasskeyItem = ({ id, friendly_name, created_at, last_challenged_at }: ListedFactor) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at,
  ...(last_challenged_at && { last_used_at: last_challenged_at }),
})
