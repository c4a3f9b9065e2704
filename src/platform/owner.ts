export declare const ownerBrand: unique symbol

/**
 * Proof that somebody signed in is asking. Every personal query takes one. Only the gate (server/http/authentication.ts), sign-in and the
 * operator's commands mint it: a house rule holds that.
 */
export type Owner = {
  readonly user_id: string
  readonly session_id: string
  /** What the operator allows: a restricted person reads, exports and deletes, but writes nothing. */
  readonly status: 'active' | 'restricted'
  /** Whether their plan holds journaling at this moment; during the beta everybody's does (identity/plan). */
  readonly journals: boolean
  readonly [ownerBrand]: true
}

/** What is said to who asks for something of their own and is nobody here, or not yet. */
export const notSignedIn = {
  out: 'You were signed out meanwhile. Please sign in again.',
  locked: 'This page is locked. Please confirm it’s you.',
  owing: 'Please finish signing in with your second step.',
} as const

/** Whether this person may write; reading, exporting and deleting is never taken away (specification point 6). */
export const mayWrite = (owner: Pick<Owner, 'status'>): boolean => owner.status === 'active'

/** What a restricted person is told when they write. */
export const readOnlyMessage =
  'Your account cannot write at the moment. You can read, export and delete everything that is yours.'

/** What somebody is told whose plan holds no journaling, or does not any more. */
export const planRequiredMessage =
  'Writing Connections is part of the Journal plan, which your account does not have now. Everything you wrote is still yours to read, export and delete.'

/**
 * Why this person may write no Connection and no draft: asked by every write of the journal, whichever door it came by, and by
 * the pages that would show a form.
 *
 * @returns the sentence that refuses; undefined for who may
 */
export function journalAccessError(owner: Pick<Owner, 'status' | 'journals'>): string | undefined {
  if (!mayWrite(owner)) return readOnlyMessage
  return owner.journals ? undefined : planRequiredMessage
}

/** Of what belongs to a person, a session, or a Connection that is edited: none of the three goes alone (database/schema.sql). */
const refersToOwner = /(?:_user_id|_session_id|_entry_id|^profiles_id)_fkey$/

/**
 * Whether what was thrown says that its person was erased while they asked (PostgreSQL, foreign_key_violation): no failure of ours, and
 * whoever asks again is signed out.
 */
export const isAccountDeletedError = (thrown: unknown): boolean => {
  const { code, constraint } = Object(thrown) as { code?: unknown; constraint?: unknown }
  return code === '23503' && refersToOwner.test(String(constraint))
}
