import type { AppRedirect } from '../domains/identity/messages/messages.rules.ts'
import { type AuthError, type AuthErrorCode, type EmailLinkFields, errorStatus } from './auth-api.contract.ts'

/** The only dated API version. Clients that request an older one, or none, get the undated format (reference service). */
export const apiVersion = '2024-01-01'
export const versionHeader = 'X-Supabase-Api-Version'

/** @param requested the value of `X-Supabase-Api-Version` */
export const isDatedVersion = (requested: string | undefined): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(requested ?? '') && (requested ?? '') >= apiVersion

export const authError = (
  errorCode: AuthErrorCode,
  message: string,
  more: Pick<AuthError, 'reasons' | 'seconds' | 'oauth' | 'status'> = {},
): AuthError => ({ errorCode, message, ...more })

/** @param seconds until a retry is allowed */
export const tooManyRequests = (seconds: number): AuthError =>
  authError('over_request_rate_limit', 'Request rate limit reached', { seconds })

export const userBanned = authError('user_banned', 'This account is suspended.')

export const sessionNotFound = authError(
  'session_not_found',
  'Session from session_id claim in JWT does not exist',
)

/** Phone sign-in is disabled. The reference service words it differently for each endpoint. */
export const phoneDisabled = (message: string): AuthError => authError('phone_provider_disabled', message)

/** From the configuration: our origin, and the redirect URLs that the operator allows. */
type RedirectConfig = { publicUrl: string; redirectUrls: readonly string[] }

type AppRedirectConfig = RedirectConfig & { authApi: { appUrl: string | undefined } }

/**
 * Validates a redirect target: a URL of our own origin, or one on the operator's list (ASVS 5.0, 10.4.1).
 *
 * @param requested untrusted
 * @returns undefined for every other URL
 */
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

/** An exact match, ignoring the fragment. An entry that ends in `/**` allows every URL below it. */
function isListed(url: URL, redirectUrls: readonly string[]): boolean {
  const exact = new URL(url)
  exact.hash = ''
  return redirectUrls.some((entry) =>
    entry.endsWith('/**') ? exact.href.startsWith(entry.slice(0, -2)) : exact.href === entry,
  )
}

/** @returns whether the URL's origin is ours or one of the operator's list, whatever its path */
export const isAllowedSite = (url: URL, { publicUrl, redirectUrls }: RedirectConfig): boolean =>
  [publicUrl, ...redirectUrls].some((other) => isSameSite(url, other))

function isSameSite(url: URL, other: string): boolean {
  const { protocol, host } = new URL(other)
  return url.protocol === protocol && url.host === host
}

/** The default app, like the reference service's site URL: used when a request names no allowed URL. */
export const ownApp = ({ authApi }: { authApi: { appUrl: string | undefined } }): URL | undefined =>
  authApi.appUrl === undefined ? undefined : new URL(authApi.appUrl)

/**
 * The URL that may receive a session or code. Without a challenge, the URL itself carries the session: our own pages would
 * ignore it, but the history of a shared browser would keep it. So it goes only to an app on the operator's list.
 *
 * @param challenge binds the result to the client that started the flow (RFC 7636)
 */
export function tokenRedirectUrl(
  config: AppRedirectConfig,
  requested: string | null | undefined,
  challenge: string | null | undefined,
): URL | undefined {
  const to = allowedRedirectUrl(config, requested)
  return to && (challenge || isListed(to, config.redirectUrls)) ? to : ownApp(config)
}

/** The part of a client's request that an email link stores. A redirect that is not allowed is dropped. */
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

/** @returns the body of an error, in the format of the requested version */
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
