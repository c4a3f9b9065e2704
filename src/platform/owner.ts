export declare const ownerBrand: unique symbol

/**
 * Proof of an authenticated user, required by every personal query. Only server/http/authentication.ts, sign-in and the operator's
 * commands may create one; an architecture test enforces that.
 */
export type Owner = {
  readonly user_id: string
  readonly session_id: string
  /** A restricted user can read, export and delete, but not write. */
  readonly status: 'active' | 'restricted'
  /** Whether their plan includes journaling now; during the beta every plan does (identity/plan). */
  readonly journals: boolean
  readonly [ownerBrand]: true
}

/** Error messages for requests without a complete session. `owing` means that MFA is missing. */
export const notSignedIn = {
  out: 'You were signed out meanwhile. Please sign in again.',
  locked: 'This page is locked. Please confirm it’s you.',
  owing: 'Please finish signing in with your second step.',
} as const

/** Reading, exporting and deleting are always allowed (specification point 6). */
export const canWrite = (owner: Pick<Owner, 'status'>): boolean => owner.status === 'active'

export const readOnlyMessage =
  'Your account cannot write at the moment. You can read, export and delete everything that is yours.'

export const planRequiredMessage =
  'Writing Connections is part of the Journal plan, which your account does not have now. Everything you wrote is still yours to read, export and delete.'

/**
 * Checks write access to Connections and drafts, for every write and for the pages with their forms.
 *
 * @returns the error message; undefined if allowed
 */
export function journalAccessError(owner: Pick<Owner, 'status' | 'journals'>): string | undefined {
  if (!canWrite(owner)) return readOnlyMessage
  return owner.journals ? undefined : planRequiredMessage
}

/** Foreign keys to a user, a session or an edited Connection, which are all deleted with the account (database/schema.sql). */
const refersToOwner = /(?:_user_id|_session_id|_entry_id|^profiles_id)_fkey$/

/** Whether a write failed because the account was deleted during the request (PostgreSQL, foreign_key_violation). */
export const isAccountDeletedError = (thrown: unknown): boolean => {
  const { code, constraint } = Object(thrown) as { code?: unknown; constraint?: unknown }
  return code === '23503' && refersToOwner.test(String(constraint))
}
