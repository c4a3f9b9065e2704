import { createHash, timingSafeEqual } from 'node:crypto'

/** Asymmetric only: an HMAC could be keyed with the public key (RFC 8725, 3.1). */
export const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Apple's tokens are valid for a day. */
export const maxTokenAge = '1 day'

/** Returns the accepted values of `iss`. `tid`: the Microsoft directory. */
export function acceptedIssuers(key: string, announced: string, tid: unknown): string[] {
  // Every directory has its own issuer.
  if (key === 'microsoft') return typeof tid === 'string' ? [announced.replace('{tenantid}', () => tid)] : []
  // Apple's other host, in mobile apps, has the same keys.
  return key === 'apple' ? [announced, 'https://account.apple.com'] : [announced]
}

/** Access tokens (RFC 9068) and logout tokens (Back-Channel Logout, 2.4) have the same keys. */
export const isNotIdToken = (typ: unknown, claims: Record<string, unknown>): boolean =>
  (typ !== undefined && String(typ).toUpperCase() !== 'JWT') || 'events' in claims

/** `at_hash` is the left half of the token's hash (OpenID Connect Core 1.0, 3.1.3.6). */
export function isHashOf(at_hash: string, alg: string, access_token: string): boolean {
  const hash = /(?:256|384|512)$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${hash}`).update(access_token).digest()
  return isEqual(at_hash, digest.subarray(0, digest.length / 2).toString('base64url'))
}

/** A stolen token is useless without the nonce, which only the client has. */
export const matchesNonce = (claim: string, nonce: string): boolean =>
  isEqual(claim, createHash('sha256').update(nonce).digest('hex'))

/** In constant time. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
