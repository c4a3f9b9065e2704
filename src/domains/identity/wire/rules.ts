import { type Refusal, type RefusalCode, refusalStatus } from './contract.ts'

/** The one version that has a name; whoever asks for an older one, or for none, gets the first (reference service). */
export const apiVersion = '2024-01-01'
export const versionHeader = 'X-Supabase-Api-Version'

/** @param asked the header of that name */
export const isNamedVersion = (asked: string | undefined): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(asked ?? '') && (asked ?? '') >= apiVersion

export const refuse = (
  refused: RefusalCode,
  message: string,
  more: Pick<Refusal, 'reasons' | 'seconds'> = {},
): Refusal => ({
  refused,
  message,
  ...more,
})

/** @param seconds until it may be tried again */
export const tooMany = (seconds: number): Refusal =>
  refuse('over_request_rate_limit', 'Request rate limit reached', { seconds })

export const paused = refuse('user_banned', 'This account is paused.')

/** Phones are no way in here; in the words of each call (reference service). */
export const noPhone = (message: string): Refusal => refuse('phone_provider_disabled', message)

/**
 * @param asked where a client wants its link to lead; anybody may have written it
 * @returns the address, if it is one of ours (path, query and all), else our front page
 */
export function ownAddress(publicUrl: string, asked: string | null | undefined): URL {
  const front = new URL('/', publicUrl)
  if (!asked || !URL.canParse(asked, publicUrl)) return front
  const url = new URL(asked, publicUrl)
  return url.origin === front.origin && url.username === '' && url.password === '' ? url : front
}

export const isRefusal = (answer: object): answer is Refusal => 'refused' in answer

/** @returns the body of a refusal, in the words of the version that was asked for */
export function refusalBody({ refused, message, reasons }: Refusal, named: boolean): object {
  const weak = reasons ? { weak_password: { reasons } } : {}
  return named
    ? { code: refused, message, ...weak }
    : { code: refusalStatus[refused], error_code: refused, msg: message, ...weak }
}
