/** What may happen to a session, by the names of the specification's client (point 4, "Authentication session"). */
export const sessionEvents = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const
export type SessionEvent = (typeof sessionEvents)[number]

/** What the browser knows of its session: enough to leave in time, and nothing that opens anything. */
export type SessionSummary = {
  user_id: string
  aal: 'aal1' | 'aal2'
  shared_device: boolean
  /** Milliseconds from the moment it was told: the browser's clock may be wrong by days. */
  expires_in: number
  /** How long it lives from its last use (milliseconds). */
  life: number
  /** Milliseconds until the page should lock, if it does. */
  lock_in: number | null
}
