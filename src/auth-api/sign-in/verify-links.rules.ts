import { pkcePrefix } from '../../domains/identity/messages/messages.rules.ts'
import { type AuthError, errorStatus } from '../auth-api.contract.ts'
import { authError, isAuthError } from '../auth-api.rules.ts'
import type { AppLink } from './verify-links.contract.ts'

export const invalidLink = authError('otp_expired', 'Email link is invalid or has expired')

/** Whether the app expects a code instead of tokens; known even for a used link. */
export const isPkce = ({ token }: Pick<AppLink, 'token'>): boolean => token.startsWith(pkcePrefix)

/** The fields that the client reads from the fragment (@supabase/auth-js, `_getSessionFromURL`). */
const clientFields = [
  'access_token',
  'refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'message',
]

/**
 * OAuth names of HTTP statuses (reference service, errors.go, `oauthErrorMap`; RFC 6749, 4.1.2.1). Other statuses have only a
 * code.
 */
export const oauthErrors: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

/**
 * @param result a session, a message or an error; goes into the fragment, which reaches no server's log
 * @param inQueryToo for messages and errors of a PKCE flow, whose client may be a server
 */
export function redirectUrlWithResult(
  to: URL,
  result: Record<string, unknown> | AuthError,
  inQueryToo: boolean,
): URL {
  const error = isAuthError(result) && oauthErrors[errorStatus[result.errorCode]]
  const params = isAuthError(result)
    ? { ...(error && { error }), error_code: result.errorCode, error_description: result.message }
    : Object.fromEntries(Object.entries(result).filter(([name]) => clientFields.includes(name)))
  return redirectUrlWithParams(to, params, inQueryToo)
}

/** @returns the URL with the parameters in its fragment, and in its query for clients that may be servers */
export function redirectUrlWithParams(to: URL, params: Record<string, unknown>, inQueryToo: boolean): URL {
  const url = new URL(to)
  const pairs = Object.entries(params).map(([name, value]) => [name, String(value)] as [string, string])
  if (inQueryToo) for (const [name, value] of pairs) url.searchParams.set(name, value)
  // The client recognizes our redirects by `sb`.
  url.hash = new URLSearchParams([...pairs, ['sb', '']]).toString()
  return url
}
