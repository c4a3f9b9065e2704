/** Names of specification point 4. */
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

/** What scripts of the page may know; it contains no credentials. */
export type SessionSummary = {
  user_id: string
  aal: 'aal1' | 'aal2'
  shared_device: boolean
  /** Milliseconds from the response: the browser's clock may be wrong by days. */
  expires_in: number
  /** Idle timeout (milliseconds). */
  life: number
  /** Milliseconds until the page should lock. */
  lock_in: number | null
}
