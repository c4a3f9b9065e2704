export type SignInKind =
  | 'password'
  /** Of an app or an SMS. */
  | 'code'
  | 'mailed_code'
  | 'mailed_link'
  | 'passkey'
  | 'recovery_code'
  | 'provider'
  | 'wallet'
  /** RFC 6749, 4.1.3. */
  | 'authorization_code'
  | 'refresh_token'
  | 'sign_up'
  | 'password_reset'
  /** After a successful sign-in. */
  | 'session'
  | 'sign_out'
  | 'lock'

type SignInOutcome =
  | 'succeeded'
  | 'wrong'
  /** Rate limited, so not checked. */
  | 'paused'
  | 'suspended'
  /** Two parties hold the token. */
  | 'reused'
  | 'refused'

/** ASVS 5.0, 16.3.1. Has no account, address, device or text. Quick Hide is no event (safety point 20). */
export type SignInEvent = { kind: SignInKind; outcome: SignInOutcome }
export type RecordSignIn = (event: SignInEvent) => void
