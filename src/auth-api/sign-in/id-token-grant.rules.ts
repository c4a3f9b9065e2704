import { answersNonce, isHashOf } from '../../domains/identity/social/id-tokens.rules.ts'
import type { Refusal } from '../auth-api.contract.ts'
import { refuse } from '../auth-api.rules.ts'
import { providerNamed } from '../oauth/oauth.rules.ts'
import type { GivenIdToken } from './id-token-grant.contract.ts'

/** In the shape and the words of the reference service (token_oidc.go). */
export const invalid = (message: string, oauth = 'invalid request'): Refusal =>
  refuse('validation_failed', message, { oauth })

export const notEnabled = refuse('provider_disabled', 'Provider is not enabled')
export const badToken = invalid('Bad ID token')
export const badAudience = invalid('Unacceptable audience in id_token')
export const noBearer = invalid('Linking requires a valid user access token in Authorization')
export const otherIssuer = refuse('validation_failed', 'Provided issuer does not match ID token issuer')

const microsoft = 'https://login.microsoftonline.com/'

/** Who has to have signed the token: of those that the operator configured, and nobody else. */
export function issuerOf<Provider extends { key: string; issuer: string }>(
  providers: readonly Provider[],
  { provider, issuer = '' }: GivenIdToken,
): Provider | undefined {
  if (provider) return providerNamed(providers, provider)
  return providers.find((one) =>
    // Each directory there has an issuer of its own.
    one.key === 'microsoft' ? issuer.startsWith(microsoft) : one.issuer === issuer,
  )
}

/** What the client brings beside a token has to belong to it. @returns why it does not */
export function besideRefused(
  { nonce, access_token }: GivenIdToken,
  token: { nonce: unknown; at_hash: unknown; alg: string },
): Refusal | undefined {
  const claim = typeof token.nonce === 'string' ? token.nonce : ''
  if ((claim !== '') !== (nonce !== undefined)) {
    return invalid('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce && !answersNonce(claim, nonce)) return invalid('Nonces mismatch', 'invalid nonce')
  const { at_hash, alg } = token
  // Who sends none has nothing that could belong to somebody else.
  const belongs = !access_token || typeof at_hash !== 'string' || isHashOf(at_hash, alg, access_token)
  return belongs ? undefined : badToken
}
