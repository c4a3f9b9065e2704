import type { AppRedirect } from '../domains/identity/messages/messages.rules.ts'
import { type AuthError, type AuthErrorCode, type EmailLinkFields, errorStatus } from './auth-api.contract.ts'

/** Older clients get the undated format (reference service). */
export const apiVersion = '2024-01-01'
export const versionHeader = 'X-Supabase-Api-Version'

/** @param requested `X-Supabase-Api-Version` */
export const isDatedVersion = (requested: string | undefined): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(requested ?? '') && (requested ?? '') >= apiVersion

export const authError = (
  errorCode: AuthErrorCode,
  message: string,
  more: Pick<AuthError, 'reasons' | 'seconds' | 'oauth' | 'status'> = {},
): AuthError => ({ errorCode, message, ...more })

export const tooManyRequests = (seconds: number): AuthError =>
  authError('over_request_rate_limit', 'Request rate limit reached', { seconds })

export const userBanned = authError('user_banned', 'This account is suspended.')

export const sessionNotFound = authError(
  'session_not_found',
  'Session from session_id claim in JWT does not exist',
)

export const emailExists = authError(
  'email_exists',
  'A user with this email address has already been registered',
)

export const invalidCode = authError('otp_expired', 'Token has expired or is invalid')

/** Each endpoint words it differently (reference service). */
export const phoneDisabled = (message: string): AuthError => authError('phone_provider_disabled', message)

type RedirectConfig = { publicUrl: string; redirectUrls: readonly string[] }

type AppRedirectConfig = RedirectConfig & { authApi: { appUrl: string | undefined } }

/** @returns undefined unless the origin is ours or the operator lists the URL (ASVS 5.0, 10.4.1) */
export function allowedRedirectUrl(
  config: RedirectConfig,
  requested: string | null | undefined,
): URL | undefined {
  const { publicUrl, redirectUrls } = config
  if (!requested || !URL.canParse(requested, publicUrl)) return undefined
  const url = new URL(requested, publicUrl)
  const hasCredentials = url.username !== '' || url.password !== ''
  return !hasCredentials && (isSameSite(url, publicUrl) || isListed(url, redirectUrls)) ? url : undefined
}

/** Ignores the fragment; `/**` allows every URL below. */
function isListed(url: URL, redirectUrls: readonly string[]): boolean {
  const exact = new URL(url)
  exact.hash = ''
  return redirectUrls.some((entry) =>
    entry.endsWith('/**') ? exact.href.startsWith(entry.slice(0, -2)) : exact.href === entry,
  )
}

/** Compares origins only. */
export const isAllowedSite = (url: URL, { publicUrl, redirectUrls }: RedirectConfig): boolean =>
  [publicUrl, ...redirectUrls].some((other) => isSameSite(url, other))

function isSameSite(url: URL, other: string): boolean {
  const { protocol, host } = new URL(other)
  return url.protocol === protocol && url.host === host
}

/** For requests without an allowed URL. */
export const ownApp = ({ authApi }: { authApi: { appUrl: string | undefined } }): URL | undefined =>
  authApi.appUrl === undefined ? undefined : new URL(authApi.appUrl)

/**
 * Where a session or code may go. Without a challenge (RFC 7636), only listed apps get the session: a shared
 * browser's history keeps its URL.
 */
export function tokenRedirectUrl(
  config: AppRedirectConfig,
  requested: string | null | undefined,
  challenge: string | null | undefined,
): URL | undefined {
  const to = allowedRedirectUrl(config, requested)
  return to && (challenge || isListed(to, config.redirectUrls)) ? to : ownApp(config)
}

/** Drops a disallowed redirect. */
export function appRedirect(
  config: AppRedirectConfig,
  { redirect_to, code_challenge, code_challenge_method }: EmailLinkFields,
): AppRedirect {
  const to = tokenRedirectUrl(config, redirect_to, code_challenge)
  return {
    ...(to && { redirect_to: to.href }),
    ...(code_challenge && { code_challenge, code_challenge_method: code_challenge_method ?? 's256' }),
  }
}

export const isAuthError = (result: object): result is AuthError => 'errorCode' in result

/** Formats an error for the requested version. */
export function errorBody(
  { errorCode, message, reasons, oauth, status }: AuthError,
  isDated: boolean,
): object {
  if (oauth) return { error: oauth, error_description: message }
  const weak = reasons ? { weak_password: { reasons } } : {}
  return isDated
    ? { code: errorCode, message, ...weak }
    : { code: status ?? errorStatus[errorCode], error_code: errorCode, msg: message, ...weak }
}
