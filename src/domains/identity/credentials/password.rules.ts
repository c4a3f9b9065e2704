import type { Weakness } from '../../../platform/passwords/password-weakness.ts'

/** NIST SP 800-63B, 3.1.1.2: length counts, composition rules do not. The upper end keeps a request small. */
export const passwordLength = { min: 10, max: 200 } as const

/** @param weaknesses why a password is refused @returns all of it in one text for the person */
export const weaknessText = (weaknesses: readonly Weakness[]): string =>
  weaknesses.map(({ sentence }) => sentence).join(' ')
