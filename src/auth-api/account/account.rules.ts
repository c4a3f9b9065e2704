import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { type Refusal, userData } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'

/** What asks for the second factor where there is one. */
export const insufficient = refuse(
  'insufficient_aal',
  'AAL2 session is required to update email or password when MFA is enabled.',
  { status: 401 },
)

/** @param reasons codes, as the reference service has them: `length`, `characters`, `pwned` */
export const weak = (reasons: string[]): Refusal =>
  refuse(
    'weak_password',
    reasons.includes('length')
      ? `Password should be at least ${passwordLength.min} characters.`
      : 'Password is known to be weak and easy to guess, please choose a different one.',
    { reasons: [...new Set(reasons)] },
  )

/** @returns the fields of both; null in the second takes one away */
export function merged(
  before: Record<string, unknown>,
  given: Record<string, unknown>,
  limit = userData,
): { data: Record<string, unknown> } | Refusal {
  const both = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null)
  const parsed = limit.safeParse(Object.fromEntries(both))
  return parsed.success
    ? { data: parsed.data }
    : refuse('validation_failed', parsed.error.issues[0]?.message ?? 'Invalid data')
}

/**
 * What a client tells at sign-up. That the person is at least 16 is remembered only when the client says so: nobody ticked a
 * box of ours.
 */
export const userMetadata = ({ of_age, ...user_metadata }: Record<string, unknown>) => ({
  user_metadata,
  of_age: of_age === true,
})
