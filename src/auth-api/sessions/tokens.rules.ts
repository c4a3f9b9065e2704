/** Lifetime of an access token in seconds. Ending the session ends it earlier, because every request looks the session up. */
export const accessTokenTtl = 60 * 60

/** Milliseconds until a signing key is replaced. */
export const signingKeyLife = 365 * 24 * 60 * 60 * 1000
/** Milliseconds that a new key is published before it signs, and that a process caches the key it loaded. */
export const signingKeyLead = 60 * 60 * 1000

export const audience = 'authenticated'

/**
 * The `amr` method of a session that registered a passkey. The client gets no new tokens for it (reference service), so its
 * current ones count as aal2.
 */
export const passkeyRegistered = 'passkey'

/** @param publicUrl from the configuration, never from a header */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/auth/v1`

/** @returns the token of `Authorization: Bearer …` (RFC 6750, 2.1) */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]

/**
 * The `amr` claim: each method once, latest first, as the client's getAuthenticatorAssuranceLevel expects. A session stores
 * every sign-in, which would outgrow a header.
 */
export function latestAmr<Proof extends { method: string }>(amr: readonly Proof[]): Proof[] {
  const latest = amr.toReversed()
  return latest.filter(({ method }, index) => latest.findIndex((entry) => entry.method === method) === index)
}
