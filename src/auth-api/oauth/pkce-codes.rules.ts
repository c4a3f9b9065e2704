import { createHash, timingSafeEqual } from 'node:crypto'

/** Milliseconds (RFC 6749, 4.1.2: at most ten minutes). */
export const authCodeTtl = 5 * 60 * 1000

/** RFC 7636, 4.6, S256. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  const actual = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
