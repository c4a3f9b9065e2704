import { pkcePrefix } from '../../domains/identity/messages/messages.rules.ts'
import { type AuthError, errorStatus } from '../auth-api.contract.ts'
import { authError, isAuthError } from '../auth-api.rules.ts'
import type { AppLink } from './verify-links.contract.ts'

export const invalidLink = authError('otp_expired', 'Email link is invalid or has expired')

/** Known even for a used link. */
export const isPkce = ({ token }: Pick<AppLink, 'token'>): boolean => token.startsWith(pkcePrefix)

/** @supabase/auth-js, `_getSessionFromURL`. */
const clientFields = [
  'access_token',
  'refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'message',
]

/** Reference service, errors.go, `oauthErrorMap`; RFC 6749, 4.1.2.1. */
export const oauthErrors: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

/** @param inQueryToo for PKCE, whose client may be a server; the fragment reaches no log */
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

/** @returns the URL with a PKCE code in its query */
export function urlWithCode(to: URL | string, code: string): URL {
  const url = new URL(to)
  url.searchParams.set('code', code)
  return url
}

/** @param inQueryToo for clients on a server */
export function redirectUrlWithParams(to: URL, params: Record<string, unknown>, inQueryToo: boolean): URL {
  const url = new URL(to)
  const pairs = Object.entries(params).map(([name, value]) => [name, String(value)] as [string, string])
  if (inQueryToo) for (const [name, value] of pairs) url.searchParams.set(name, value)
  // `sb` marks our redirects for the client.
  url.hash = new URLSearchParams([...pairs, ['sb', '']]).toString()
  return url
}
