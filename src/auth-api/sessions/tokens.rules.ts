/** Seconds; ending the session ends it earlier. */
export const accessTokenTtl = 60 * 60

/** Milliseconds. */
export const signingKeyLife = 365 * 24 * 60 * 60 * 1000
/** Milliseconds that a new key is published before it signs, and a process caches its key. */
export const signingKeyLead = 60 * 60 * 1000

export const audience = 'authenticated'

/** `amr` of a registered passkey: without new tokens, the client's current ones count as aal2. */
export const passkeyRegistered = 'passkey'

/** @param publicUrl never from a header */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/auth/v1`

/** RFC 6750, 2.1. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]

/** Each method once, latest first: all sign-ins would outgrow a header. */
export function latestAmr<Proof extends { method: string }>(amr: readonly Proof[]): Proof[] {
  const latest = amr.toReversed()
  return latest.filter(({ method }, index) => latest.findIndex((entry) => entry.method === method) === index)
}
