import type { AppRedirect } from '../domains/identity/messages/messages.rules.ts'
import { type EmailLinkFields, type Refusal, type RefusalCode, refusalStatus } from './auth-api.contract.ts'

/** The one version that has a name; whoever asks for an older one, or for none, gets the first (reference service). */
export const apiVersion = '2024-01-01'
export const versionHeader = 'X-Supabase-Api-Version'

/** @param asked the header of that name */
export const isNamedVersion = (asked: string | undefined): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(asked ?? '') && (asked ?? '') >= apiVersion

export const refuse = (
  refused: RefusalCode,
  message: string,
  more: Pick<Refusal, 'reasons' | 'seconds' | 'oauth' | 'status'> = {},
): Refusal => ({
  refused,
  message,
  ...more,
})

/** @param seconds until it may be tried again */
export const tooMany = (seconds: number): Refusal =>
  refuse('over_request_rate_limit', 'Request rate limit reached', { seconds })

export const paused = refuse('user_banned', 'This account is suspended.')

export const sessionGone = refuse('session_not_found', 'Session from session_id claim in JWT does not exist')

/** Phones are no way in here; in the words of each call (reference service). */
export const noPhone = (message: string): Refusal => refuse('phone_provider_disabled', message)

/** From the configuration: our origin, and what the operator allows besides. */
type Places = { publicUrl: string; redirectUrls: readonly string[] }

type AppPlaces = Places & { authApi: { appUrl: string | undefined } }

/**
 * The one rule of where a client may be led to: an address of our own origin, or one that the operator lists (ASVS 5.0, 10.4.1).
 *
 * @param asked anybody may have written it
 * @returns undefined for every other place
 */
export function allowedRedirectUrl(places: Places, asked: string | null | undefined): URL | undefined {
  const { publicUrl, redirectUrls } = places
  if (!asked || !URL.canParse(asked, publicUrl)) return undefined
  const url = new URL(asked, publicUrl)
  const isNamed = url.username !== '' || url.password !== ''
  return !isNamed && (isSameSite(url, publicUrl) || isListed(url, redirectUrls)) ? url : undefined
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
export const isKnownSite = (url: URL, { publicUrl, redirectUrls }: Places): boolean =>
  [publicUrl, ...redirectUrls].some((known) => isSameSite(url, known))

function isSameSite(url: URL, known: string): boolean {
  const { protocol, host } = new URL(known)
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
  config: AppPlaces,
  asked: string | null | undefined,
  challenge: string | null | undefined,
): URL | undefined {
  const to = allowedRedirectUrl(config, asked)
  return to && (challenge || isListed(to, config.redirectUrls)) ? to : ownApp(config)
}

/** What a letter keeps of a client's wishes. A place that nobody may be led to counts as none. */
export function appRedirect(
  config: AppPlaces,
  { redirect_to, code_challenge, code_challenge_method }: EmailLinkFields,
): AppRedirect {
  const to = tokenRedirectUrl(config, redirect_to, code_challenge)
  return {
    ...(to && { redirect_to: to.href }),
    ...(code_challenge && { code_challenge, code_challenge_method: code_challenge_method ?? 's256' }),
  }
}

export const isRefusal = (answer: object): answer is Refusal => 'refused' in answer

/** @returns the body of a refusal, in the words of the version that was asked for */
export function refusalBody({ refused, message, reasons, oauth, status }: Refusal, named: boolean): object {
  if (oauth) return { error: oauth, error_description: message }
  const weak = reasons ? { weak_password: { reasons } } : {}
  return named
    ? { code: refused, message, ...weak }
    : { code: status ?? refusalStatus[refused], error_code: refused, msg: message, ...weak }
}
