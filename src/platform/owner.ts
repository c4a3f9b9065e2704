export declare const minted: unique symbol

/**
 * Proof that somebody signed in is asking. Every personal query takes one. Only the gate (server/gate.ts), sign-in and the
 * operator's commands mint it: a house rule holds that.
 */
export type Owner = {
  readonly user_id: string
  readonly session_id: string
  /** What the operator allows: a restricted person reads, exports and deletes, but writes nothing. */
  readonly status: 'active' | 'restricted'
  readonly [minted]: true
}

/** Whether this person may write; reading, exporting and deleting is never taken away (specification point 6). */
export const mayWrite = (owner: Owner): boolean => owner.status === 'active'

/** What a restricted person is told when they write. */
export const onlyReads =
  'Your account cannot write at the moment. You can read, export and delete everything that is yours.'
