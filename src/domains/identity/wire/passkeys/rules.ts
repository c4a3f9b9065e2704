import type { ListedFactor } from '../../factors/contract.ts'
import { refuse } from '../rules.ts'

export const passkeyNotFound = refuse('webauthn_credential_not_found', 'Passkey not found')
export const failed = refuse('webauthn_verification_failed', 'Credential verification failed')

/** One of a list, as the client reads it (`PasskeyListItem`). */
export const listed = ({ id, friendly_name, created_at, last_challenged_at }: ListedFactor) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at,
  ...(last_challenged_at && { last_used_at: last_challenged_at }),
})
