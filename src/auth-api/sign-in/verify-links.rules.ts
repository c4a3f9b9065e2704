import { pkcePrefix } from '../../domains/identity/messages/messages.rules.ts'
import { type Refusal, refusalStatus } from '../auth-api.contract.ts'
import { isRefusal, refuse } from '../auth-api.rules.ts'
import type { AppLink } from './verify-links.contract.ts'

export const wrongLink = refuse('otp_expired', 'Email link is invalid or has expired')

/** Whether the app that asked waits for a code rather than for tokens; known of a link that was used up too. */
export const isPkce = ({ token }: Pick<AppLink, 'token'>): boolean => token.startsWith(pkcePrefix)

/** What the client reads out of the fragment (@supabase/auth-js, `_getSessionFromURL`). */
const carried = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'type', 'message']

/** As the reference service names a status (errors.go, `oauthErrorMap`; RFC 6749, 4.1.2.1); of others it says the code alone. */
export const oauthErrors: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

/**
 * @param what a session, a message or a refusal; all stand in the fragment, which reaches no server's log
 * @param inQueryToo for a message or a refusal in the flow with a challenge, whose client may be a server
 */
export function redirectUrlWithResult(
  to: URL,
  what: Record<string, unknown> | Refusal,
  inQueryToo: boolean,
): URL {
  const error = isRefusal(what) && oauthErrors[refusalStatus[what.refused]]
  const said = isRefusal(what)
    ? { ...(error && { error }), error_code: what.refused, error_description: what.message }
    : Object.fromEntries(Object.entries(what).filter(([name]) => carried.includes(name)))
  return redirectUrlWithParams(to, said, inQueryToo)
}

/** @returns the address with something for a client in its fragment, and in its query where a server may stand behind it */
export function redirectUrlWithParams(to: URL, said: Record<string, unknown>, inQueryToo: boolean): URL {
  const url = new URL(to)
  const pairs = Object.entries(said).map(([name, value]) => [name, String(value)] as [string, string])
  if (inQueryToo) for (const [name, value] of pairs) url.searchParams.set(name, value)
  // By the last the client knows the service that sent it.
  url.hash = new URLSearchParams([...pairs, ['sb', '']]).toString()
  return url
}
