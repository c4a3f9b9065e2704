import type { AppRedirect } from '../domains/identity/messages/messages.rules.ts'
import { type AuthError, type AuthErrorCode, type EmailLinkFields, errorStatus } from './auth-api.contract.ts'

/** The one version that has a name; whoever asks for an older one, or for none, gets the first (reference service). */
export const apiVersion = '2024-01-01'
export const versionHeader = 'X-Supabase-Api-Version'

/** @param requested the header of that name */
export const isDatedVersion = (requested: string | undefined): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(requested ?? '') && (requested ?? '') >= apiVersion

export const authError = (
  errorCode: AuthErrorCode,
  message: string,
  more: Pick<AuthError, 'reasons' | 'seconds' | 'oauth' | 'status'> = {},
): AuthError => ({
  errorCode,
  message,
  ...more,
})

/** @param seconds until it may be tried again */
export const tooManyRequests = (seconds: number): AuthError =>
  authError('over_request_rate_limit', 'Request rate limit reached', { seconds })

export const userBanned = authError('user_banned', 'This account is suspended.')

export const sessionNotFound = authError(
  'session_not_found',
  'Session from session_id claim in JWT does not exist',
)

/** Phones are no way in here; in the words of each call (reference service). */
export const phoneDisabled = (message: string): AuthError => authError('phone_provider_disabled', message)

/** From the configuration: our origin, and what the operator allows besides. */
type RedirectConfig = { publicUrl: string; redirectUrls: readonly string[] }

type AppRedirectConfig = RedirectConfig & { authApi: { appUrl: string | undefined } }

/**
 * The one rule of where a client may be led to: an address of our own origin, or one that the operator lists (ASVS 5.0, 10.4.1).
 *
 * @param requested anybody may have written it
 * @returns undefined for every other place
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

/** Exact but for the fragment, which no server sees. An entry that ends in `/**` opens all that lies below it. */
function isListed(url: URL, redirectUrls: readonly string[]): boolean {
  const exact = new URL(url)
  exact.hash = ''
  return redirectUrls.some((entry) =>
    entry.endsWith('/**') ? exact.href.startsWith(entry.slice(0, -2)) : exact.href === entry,
  )
}

/** @returns whether a page of that address belongs to us or to an app that the operator lists, whatever its path */
export const isAllowedSite = (url: URL, { publicUrl, redirectUrls }: RedirectConfig): boolean =>
  [publicUrl, ...redirectUrls].some((other) => isSameSite(url, other))

function isSameSite(url: URL, other: string): boolean {
  const { protocol, host } = new URL(other)
  return url.protocol === protocol && url.host === host
}

/** The app that is led to where it named no address that is allowed, as the reference service's site URL. */
export const ownApp = ({ authApi }: { authApi: { appUrl: string | undefined } }): URL | undefined =>
  authApi.appUrl === undefined ? undefined : new URL(authApi.appUrl)

/**
 * Where what opens an account may be carried to. Without a challenge that is a session in the address itself: on a page of ours
 * nobody reads it, while the browser's history keeps it, on every device that shares it. So it goes to an app alone that the
 * operator listed, which knows what to do with it.
 *
 * @param challenge by which only the client that asked can use what it gets (RFC 7636)
 */
export function tokenRedirectUrl(
  config: AppRedirectConfig,
  requested: string | null | undefined,
  challenge: string | null | undefined,
): URL | undefined {
  const to = allowedRedirectUrl(config, requested)
  return to && (challenge || isListed(to, config.redirectUrls)) ? to : ownApp(config)
}

/** What a letter keeps of a client's wishes. A place that nobody may be led to counts as none. */
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

/** @returns the body of a refusal, in the words of the version that was asked for */
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
