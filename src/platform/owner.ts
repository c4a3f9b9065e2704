import * as messages from './messages.en.yaml'

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

/** Restricted users still read, export and delete (specification point 6). */
export const canWrite = (owner: Pick<Owner, 'status'>): boolean => owner.status === 'active'

/** Returns why Connections and drafts cannot be written. */
export function journalAccessError(owner: Pick<Owner, 'status' | 'journals'>): string | undefined {
  if (!canWrite(owner)) return messages.readOnlyAccount()
  return owner.journals ? undefined : messages.planRequired()
}

/** Rows that are deleted with the account. */
const refersToOwner = /(?:_user_id|_session_id|_entry_id|^profiles_id)_fkey$/

/** The account was deleted meanwhile (foreign_key_violation). */
export const isAccountDeletedError = (thrown: unknown): boolean => {
  const { code, constraint } = Object(thrown) as { code?: unknown; constraint?: unknown }
  return code === '23503' && refersToOwner.test(String(constraint))
}
