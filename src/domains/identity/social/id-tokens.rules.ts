import { createHash, timingSafeEqual } from 'node:crypto'

/** Signatures that only the provider can make: never `none`, and nothing that its public key could sign (RFC 8725, 3.1). */
export const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** How long after it was written a token may be brought, whatever it says itself: Apple's last a day. */
export const maxTokenAge = '1 day'

/**
 * @param announced the issuer as the provider announces it
 * @param tid the directory of a Microsoft account, out of the same token
 * @returns what the token may call its issuer
 */
export function acceptedIssuers(key: string, announced: string, tid: unknown): string[] {
  // One announcement for all directories of Microsoft, each of which signs in its own name (see openid-providers.server.ts).
  if (key === 'microsoft') return typeof tid === 'string' ? [announced.replace('{tenantid}', () => tid)] : []
  // Tokens that an app gets on a telephone may name Apple's other host; they are held against the same keys.
  return key === 'apple' ? [announced, 'https://account.apple.com'] : [announced]
}

/** What looks like an ID token and is none: an access token (RFC 9068), a note that somebody signed out (Back-Channel Logout, 2.4). */
export const isNotIdToken = (typ: unknown, claims: Record<string, unknown>): boolean =>
  (typ !== undefined && String(typ).toUpperCase() !== 'JWT') || 'events' in claims

/**
 * Whether an access token came with an ID token (OpenID Connect Core 1.0, 3.1.3.6): the left half of its hash.
 *
 * @param alg of the ID token's signature, which names the hash
 */
export function isHashOf(at_hash: string, alg: string, access_token: string): boolean {
  const hash = /(?:256|384|512)$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${hash}`).update(access_token).digest()
  const expected = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'))
  const actual = Buffer.from(at_hash)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Whether a token answers a nonce: the client keeps the nonce and gives its hash to the provider, so that a token that is
 * stolen on its way is worth nothing without what the client kept (reference service: hexadecimal SHA-256, nothing else).
 */
export function matchesNonce(claim: string, nonce: string): boolean {
  const hash = Buffer.from(createHash('sha256').update(nonce).digest('hex'))
  const actual = Buffer.from(claim)
  return actual.length === hash.length && timingSafeEqual(actual, hash)
}
