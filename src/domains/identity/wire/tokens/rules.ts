/** Seconds that an access token lasts. A session that ends earlier takes it along: every request looks the session up. */
export const accessLife = 60 * 60

export const audience = 'authenticated'

/** @param publicUrl from the configuration, never from a header */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/auth/v1`

/** @returns the token of `Authorization: Bearer …` (RFC 6750, 2.1) */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
