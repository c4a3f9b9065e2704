import { z } from 'zod'
import { passwordLength } from '../domains/identity/credentials/password.rules.ts'

/** HTTP statuses (@supabase/auth-js, lib/error-codes.ts). */
export const errorStatus = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  current_password_invalid: 400,
  email_exists: 422,
  email_not_confirmed: 400,
  identity_already_exists: 422,
  identity_not_found: 422,
  insufficient_aal: 403,
  feature_disabled: 404,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  invalid_credentials: 400,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_phone_enroll_not_enabled: 422,
  mfa_recovery_codes_locked: 429,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  passkey_disabled: 404,
  over_sms_send_rate_limit: 429,
  phone_exists: 422,
  phone_not_confirmed: 422,
  phone_provider_disabled: 400,
  provider_disabled: 400,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  saml_assertion_no_user_id: 400,
  saml_provider_disabled: 404,
  saml_relay_state_not_found: 404,
  same_password: 422,
  session_not_found: 403,
  single_identity_not_deletable: 422,
  signup_disabled: 422,
  sso_provider_not_found: 404,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 404,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
  web3_unsupported_chain: 400,
  webauthn_challenge_expired: 400,
  webauthn_challenge_not_found: 400,
  webauthn_credential_exists: 422,
  webauthn_credential_not_found: 404,
  webauthn_verification_failed: 400,
} as const

export type AuthErrorCode = keyof typeof errorStatus

/** `seconds` until a retry; `oauth` replaces the code (RFC 6749, 5.2); `status` overrides the code's. */
export type AuthError = {
  errorCode: AuthErrorCode
  message: string
  oauth?: string
  reasons?: string[] | undefined
  seconds?: number
  status?: 400 | 401 | 403 | 404 | 422
}

/** `empty` is 204, `to` a redirect. */
export type Result =
  | { body: object; headers?: Record<string, string> }
  | { empty: true }
  | { to: string }
  | AuthError

/** Specification point 5. */
export const missingCredentials = {
  password: 'You must provide either an email or phone number and a password',
  otp: 'You must provide either an email or phone number.',
} as const

export const address = z
  .string('Unable to validate email address: invalid format')
  .trim()
  .max(254, 'Unable to validate email address: invalid format')
  .pipe(z.email('Unable to validate email address: invalid format'))

/** Rejects an email with a phone. @param suffix ends the message */
export const notBoth = (suffix: string) =>
  [
    ({ email, phone }: { email?: unknown; phone?: unknown }) => !(email && phone),
    `Only an email address or phone number should be provided${suffix}`,
  ] as const

/** Treats null and '' as missing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional()).optional()

/** RFC 7636, 4.2. `plain` would reveal the verifier in the URL. */
const challenge = z
  .string()
  .regex(
    /^[A-Za-z0-9._~-]{43,128}$/,
    'code challenge has to be between 43 and 128 characters: letters, digits, hyphens, periods, underscores and tildes',
  )
const method = z
  .string()
  .refine((name) => name.toLowerCase() === 's256', 'Invalid code_challenge_method: only s256 is accepted')
const pkce = { code_challenge: optional(challenge), code_challenge_method: optional(method) }

/** PostgreSQL rejects zero bytes and half surrogate pairs (RFC 8259, 8.2). */
const invalidInPostgres = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Every access token, sent in a header, contains the metadata. */
const byteLength = (text: string) => new TextEncoder().encode(text).length

const metadataOf = (maxBytes: number) =>
  z.record(z.string(), z.unknown(), 'data must be an object').refine((data) => {
    try {
      const text = JSON.stringify(data)
      return byteLength(text) <= maxBytes && !invalidInPostgres.test(text)
    } catch {
      // Nested too deeply.
      return false
    }
  }, `data must be text of at most ${maxBytes} bytes`)

export const userData = metadataOf(4096)
/** With `userData` it fits an 8 kB header. */
export const appMetadata = metadataOf(512)

/** Disallowed targets are ignored (`allowedRedirectUrl`). */
const redirect_to = optional(z.string().max(2000))

/** Fields of email links and provider redirects. */
export const emailLinkFields = { ...pkce, redirect_to }
export type EmailLinkFields = z.infer<z.ZodObject<typeof emailLinkFields>>

export const password = z
  .string()
  .max(passwordLength.max, `Password cannot be longer than ${passwordLength.max} characters`)
