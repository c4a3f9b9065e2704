import { isHashOf, matchesNonce } from '../../domains/identity/social/id-tokens.rules.ts'
import type { AuthError } from '../auth-api.contract.ts'
import { authError } from '../auth-api.rules.ts'
import { findProviderByName } from '../oauth/oauth.rules.ts'
import type { IdTokenInput } from './id-token-grant.contract.ts'

/** Reference service, token_oidc.go. */
export const invalid = (message: string, oauth = 'invalid request'): AuthError =>
  authError('validation_failed', message, { oauth })

export const providerNotEnabled = authError('provider_disabled', 'Provider is not enabled')
export const invalidToken = invalid('Bad ID token')
export const invalidAudience = invalid('Unacceptable audience in id_token')
export const bearerRequired = invalid('Linking requires a valid user access token in Authorization')
export const issuerMismatch = authError('validation_failed', 'Provided issuer does not match ID token issuer')

const microsoft = 'https://login.microsoftonline.com/'

/** Finds the provider that must have signed. */
export function findTokenProvider<Provider extends { key: string; issuer: string }>(
  providers: readonly Provider[],
  { provider, issuer = '' }: IdTokenInput,
): Provider | undefined {
  if (provider) return findProviderByName(providers, provider)
  return providers.find((one) =>
    // Each directory has its own issuer.
    one.key === 'microsoft' ? issuer.startsWith(microsoft) : one.issuer === issuer,
  )
}

/** Compares nonce and access token with the ID token. */
export function tokenBindingError(
  { nonce, access_token }: IdTokenInput,
  token: { nonce: unknown; at_hash: unknown; alg: string },
): AuthError | undefined {
  const claim = typeof token.nonce === 'string' ? token.nonce : ''
  if ((claim !== '') !== (nonce !== undefined)) {
    return invalid('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce && !matchesNonce(claim, nonce)) return invalid('Nonces mismatch', 'invalid nonce')
  const { at_hash, alg } = token
  const matches = !access_token || typeof at_hash !== 'string' || isHashOf(at_hash, alg, access_token)
  return matches ? undefined : invalidToken
}
