import type { AppWish } from '../mail/rules.ts'
import { type LetterWishes, type Refusal, type RefusalCode, refusalStatus } from './contract.ts'

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

export const paused = refuse('user_banned', 'This account is paused.')

export const sessionGone = refuse('session_not_found', 'Session from session_id claim in JWT does not exist')

/** Phones are no way in here; in the words of each call (reference service). */
export const noPhone = (message: string): Refusal => refuse('phone_provider_disabled', message)

/** From the configuration: our origin, and what the operator allows besides. */
type Places = { publicUrl: string; redirectUrls: readonly string[] }

/**
 * The one rule of where a client may be led to: an address of ours, or one that the operator allows, or what lies below it.
 *
 * @param asked anybody may have written it
 * @returns undefined for every other place
 */
export function redirectTarget(
  { publicUrl, redirectUrls }: Places,
  asked: string | null | undefined,
): URL | undefined {
  if (!asked || !URL.canParse(asked, publicUrl)) return undefined
  const url = new URL(asked, publicUrl)
  const named = url.username !== '' || url.password !== ''
  return !named && isWithin(url, [publicUrl, ...redirectUrls]) ? url : undefined
}

const isWithin = (url: URL, allowed: readonly string[]): boolean =>
  allowed
    .map((text) => new URL(text))
    .some(
      ({ protocol, host, pathname }) =>
        url.protocol === protocol &&
        url.host === host &&
        `${url.pathname}/`.startsWith(pathname.replace(/\/*$/, '/')),
    )

/**
 * Where what opens an account may be carried to. Without a challenge that is a session in the address itself: on a page of ours
 * nobody reads it, while the browser's history keeps it, on every device that shares it. So it goes to an app alone that the
 * operator listed, which knows what to do with it.
 *
 * @param challenge by which only the client that asked can use what it gets (RFC 7636)
 */
export function carryTarget(
  config: Places,
  asked: string | null | undefined,
  challenge: string | null | undefined,
): URL | undefined {
  const to = redirectTarget(config, asked)
  return to && (challenge || isWithin(to, config.redirectUrls)) ? to : undefined
}

/** What a letter keeps of a client's wishes. A place that nobody may be led to counts as none. */
export function appWish(
  config: Places,
  { redirect_to, code_challenge, code_challenge_method }: LetterWishes,
): AppWish {
  const to = carryTarget(config, redirect_to, code_challenge)
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
