/** How a person shows who they are, or what begins, goes on or ends by it. */
export type SignInKind =
  | 'password'
  /** Six digits of an authenticator app or of a text. */
  | 'code'
  | 'mailed_code'
  | 'mailed_link'
  | 'passkey'
  | 'recovery_code'
  | 'provider'
  | 'wallet'
  /** What an app exchanges for a session (RFC 6749, 4.1.3). */
  | 'authorization_code'
  | 'refresh_token'
  | 'sign_up'
  | 'password_reset'
  /** A session that a right proof opens. */
  | 'session'
  | 'sign_out'
  | 'lock'

type SignInOutcome =
  | 'succeeded'
  | 'wrong'
  /** Not judged, because there were too many. */
  | 'paused'
  | 'suspended'
  /** A token that was used before: two hold it. */
  | 'reused'
  | 'refused'

/**
 * What the log and the metrics learn of signing in (ASVS 5.0, 16.3.1): two words of closed lists, so no account, address, device or
 * text can be in it. Leaving by Quick Hide is no event (safety point 20).
 */
export type SignInEvent = { kind: SignInKind; outcome: SignInOutcome }
export type RecordSignIn = (event: SignInEvent) => void
