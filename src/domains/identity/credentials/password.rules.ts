import type { Weakness } from '../../../platform/passwords/password-weakness.ts'

/** NIST SP 800-63B, 3.1.1.2: length matters, composition doesn't. */
export const passwordLength = { min: 10, max: 200 } as const

export const weaknessText = (weaknesses: readonly Weakness[]): string =>
  weaknesses.map(({ sentence }) => sentence).join(' ')
