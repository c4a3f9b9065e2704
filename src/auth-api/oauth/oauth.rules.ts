import { restrictedAccountError } from '../../domains/identity/identity.rules.ts'
import type { ProviderFailure } from '../../domains/identity/social/providers.contract.ts'
import { type AuthError, errorStatus } from '../auth-api.contract.ts'
import { authError, emailExists, sessionNotFound, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import { oauthErrors, redirectUrlWithParams } from '../sign-in/verify-links.rules.ts'
import type { Authorize } from './oauth.contract.ts'

/** The operator registers it beside our pages' own. */
export const clientCallbackPath = '/auth/v1/callback'

/** Reference service, external.go. */
export const providerNotFound = authError(
  'validation_failed',
  'Unsupported provider: provider is not enabled',
)
export const redirectNotAllowed = authError(
  'validation_failed',
  'Without a code challenge, redirect_to must be an address that is allowed for apps',
)
export const stateNotFound = authError('bad_oauth_state', 'OAuth state not found or expired')
export const missingState = authError('bad_oauth_callback', 'OAuth state parameter missing')
export const providerUnreachable = authError(
  'unexpected_failure',
  'The provider cannot be reached, please try again in a moment',
)

/** The client's name for a provider (@supabase/auth-js, lib/types.ts). */
export const apiProviderName = (key: string): string => (key === 'microsoft' ? 'azure' : key)

/** @param name with `custom:` for providers the client does not know */
export const findProviderByName = <Provider extends { key: string }>(
  providers: readonly Provider[],
  name: string,
): Provider | undefined =>
  providers.find(({ key }) => key === name) ??
  providers.find(({ key }) => apiProviderName(key) === name || `custom:${key}` === name)

/** Without `scopes`: we hand on no provider token. */
export const authorizationHints = ({ prompt, login_hint }: Authorize): Record<string, string> => ({
  ...(prompt && { prompt }),
  ...(login_hint && { login_hint }),
})

export const toAuthError = (reason: ProviderFailure): AuthError =>
  ({
    gone: sessionNotFound,
    denied: authError('bad_oauth_callback', 'The person did not agree at the provider', {
      oauth: 'access_denied',
    }),
    failed: authError('unexpected_failure', 'Unable to exchange external code'),
    has_account: emailExists,
    suspended: userBanned,
    restricted: authError('no_authorization', restrictedAccountError({ status: 'restricted' }) ?? ''),
    wait: tooManyRequests(60 * 60),
    // Only on our own pages.
    not_linked: authError('identity_not_found', "Identity doesn't exist"),
    not_fresh: authError('reauthentication_needed', 'The provider did not ask for a new sign-in'),
    identity_already_exists: authError(
      'identity_already_exists',
      'Identity is already linked to another user',
    ),
    identity_not_found: authError('identity_not_found', "Identity doesn't exist"),
    single_identity_not_deletable: authError(
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    ),
  })[reason]

/** Sent as `access_denied` (reference service, external.go). */
const userErrors = ['signup_disabled', 'user_banned']

/** Servers read the query, pages the fragment (reference service, `redirectErrors`). */
export function redirectUrlWithError(to: URL, { errorCode, message, oauth }: AuthError): string {
  const userError = userErrors.includes(errorCode) ? 'access_denied' : oauthErrors[errorStatus[errorCode]]
  const params = {
    error: oauth ?? userError ?? 'server_error',
    ...(!oauth && { error_code: errorCode }),
    error_description: message,
  }
  return redirectUrlWithParams(to, params, true).href
}
