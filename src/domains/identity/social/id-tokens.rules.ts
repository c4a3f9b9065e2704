import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Asymmetric algorithms only: never `none`, and no HMAC, which could be keyed with the public key (RFC 8725,
 * 3.1).
 */
export const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Whatever the token's `exp`: Apple's are valid for a day. */
export const maxTokenAge = '1 day'

/** Returns the accepted values of `iss`. `tid`: the Microsoft directory, from the same token. */
export function acceptedIssuers(key: string, announced: string, tid: unknown): string[] {
  // Microsoft has one metadata document for all directories, each with its own issuer.
  if (key === 'microsoft') return typeof tid === 'string' ? [announced.replace('{tenantid}', () => tid)] : []
  // Tokens of mobile apps may name Apple's other host; their keys are the same.
  return key === 'apple' ? [announced, 'https://account.apple.com'] : [announced]
}

/**
 * Recognizes other tokens with the same keys: access tokens (RFC 9068), logout tokens (Back-Channel Logout,
 * 2.4).
 */
export const isNotIdToken = (typ: unknown, claims: Record<string, unknown>): boolean =>
  (typ !== undefined && String(typ).toUpperCase() !== 'JWT') || 'events' in claims

/** Whether `at_hash` is the left half of the token's hash (OpenID Connect Core 1.0, 3.1.3.6). */
export function isHashOf(at_hash: string, alg: string, access_token: string): boolean {
  const hash = /(?:256|384|512)$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${hash}`).update(access_token).digest()
  const expected = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'))
  const actual = Buffer.from(at_hash)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Whether the claim is the nonce's hash. A stolen token is useless without the nonce, which only the client
 * has.
 */
export function matchesNonce(claim: string, nonce: string): boolean {
  const hash = Buffer.from(createHash('sha256').update(nonce).digest('hex'))
  const actual = Buffer.from(claim)
  return actual.length === hash.length && timingSafeEqual(actual, hash)
}
