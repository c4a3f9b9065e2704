export declare const ownerBrand: unique symbol

/** Proof of an authenticated user. Only create-owner.ts makes one; `.dependency-cruiser.js` limits who may import that. */
export type Owner = {
  readonly user_id: string
  readonly session_id: string
  /** Restricted users cannot write. */
  readonly status: 'active' | 'restricted'
  /** Whether the plan includes writing Connections. */
  readonly journals: boolean
  readonly [ownerBrand]: true
}

/** `owing`: MFA is missing. */
export const notSignedIn = {
  out: 'You were signed out meanwhile. Please sign in again.',
  locked: 'This page is locked. Please confirm it’s you.',
  owing: 'Please finish signing in with your second step.',
} as const

/** Restricted users still read, export and delete (specification point 6). */
export const canWrite = (owner: Pick<Owner, 'status'>): boolean => owner.status === 'active'

export const readOnlyMessage =
  'Your account cannot write at the moment. You can read, export and delete everything that is yours.'

export const planRequiredMessage =
  'Writing Connections is part of the Journal plan, which your account does not have now. Everything you wrote is still yours to read, export and delete.'

/** Returns why Connections and drafts cannot be written. */
export function journalAccessError(owner: Pick<Owner, 'status' | 'journals'>): string | undefined {
  if (!canWrite(owner)) return readOnlyMessage
  return owner.journals ? undefined : planRequiredMessage
}

/** Rows that are deleted with the account. */
const refersToOwner = /(?:_user_id|_session_id|_entry_id|^profiles_id)_fkey$/

/** The account was deleted meanwhile (foreign_key_violation). */
export const isAccountDeletedError = (thrown: unknown): boolean => {
  const { code, constraint } = Object(thrown) as { code?: unknown; constraint?: unknown }
  return code === '23503' && refersToOwner.test(String(constraint))
}
