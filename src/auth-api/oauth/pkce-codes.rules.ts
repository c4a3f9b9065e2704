import { createHash, timingSafeEqual } from 'node:crypto'

/** How long a code waits for the client that asked (RFC 6749, 4.1.2: ten minutes at most). */
export const authCodeTtl = 5 * 60 * 1000

/** RFC 7636, 4.6, S256. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  const actual = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
