import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { type AuthError, userData } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'

export const aal2Required = authError(
  'insufficient_aal',
  'AAL2 session is required to update email or password when MFA is enabled.',
  { status: 401 },
)

/** @param reasons `length`, `characters`, `pwned` (reference service) */
export const weakPassword = (reasons: string[]): AuthError =>
  authError(
    'weak_password',
    reasons.includes('length')
      ? `Password should be at least ${passwordLength.min} characters.`
      : 'Password is known to be weak and easy to guess, please choose a different one.',
    { reasons: [...new Set(reasons)] },
  )

/** A null value deletes its field. */
export function mergeMetadata(
  existing: Record<string, unknown>,
  changes: Record<string, unknown>,
  schema = userData,
): { data: Record<string, unknown> } | AuthError {
  const entries = Object.entries({ ...existing, ...changes }).filter(([, value]) => value !== null)
  const parsed = schema.safeParse(Object.fromEntries(entries))
  return parsed.success
    ? { data: parsed.data }
    : authError('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid data')
}

/** `of_age` counts only if sent: our checkbox was not shown. */
export const userMetadata = ({ of_age, ...user_metadata }: Record<string, unknown>) => ({
  user_metadata,
  of_age: of_age === true,
})
