/** The credential used, or the session event. */
export type SignInKind =
  | 'password'
  /** Six digits of an authenticator app or an SMS. */
  | 'code'
  | 'mailed_code'
  | 'mailed_link'
  | 'passkey'
  | 'recovery_code'
  | 'provider'
  | 'wallet'
  /** Exchanged by an app for a session (RFC 6749, 4.1.3). */
  | 'authorization_code'
  | 'refresh_token'
  | 'sign_up'
  | 'password_reset'
  /** A session created after a successful sign-in. */
  | 'session'
  | 'sign_out'
  | 'lock'

type SignInOutcome =
  | 'succeeded'
  | 'wrong'
  /** Rate limited, so not checked. */
  | 'paused'
  | 'suspended'
  /** A token used before: two parties hold it. */
  | 'reused'
  | 'refused'

/**
 * A sign-in event for the log and metrics (ASVS 5.0, 16.3.1). Two closed lists, so it can contain no account, address, device or text.
 * Quick Hide is not an event (safety point 20).
 */
export type SignInEvent = { kind: SignInKind; outcome: SignInOutcome }
export type RecordSignIn = (event: SignInEvent) => void
