/** Seconds that an access token lasts. A session that ends earlier takes it along: every request looks the session up. */
export const accessTokenTtl = 60 * 60

/** How long a key signs before another is made (milliseconds). */
export const signingKeyLife = 365 * 24 * 60 * 60 * 1000
/** How long a new key is announced before it signs, and how long a process keeps the one that it opened (milliseconds). */
export const signingKeyLead = 60 * 60 * 1000

export const audience = 'authenticated'

/**
 * The proof of a session that made a passkey itself. Its client is given no new tokens for it (reference service), so those it has
 * rise with the session.
 */
export const passkeyRegistered = 'passkey'

/** @param publicUrl from the configuration, never from a header */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/auth/v1`

/** @returns the token of `Authorization: Bearer …` (RFC 6750, 2.1) */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]

/**
 * What a token says of the proofs of its session: each way once, with its latest time, the latest first, as the client's
 * getAuthenticatorAssuranceLevel shows them. A session remembers all of them, and a header has no room for years.
 */
export function latestAmr<Proof extends { method: string }>(amr: readonly Proof[]): Proof[] {
  const latest = amr.toReversed()
  return latest.filter(({ method }, index) => latest.findIndex((entry) => entry.method === method) === index)
}
