/** Without lookalikes: 0 and o, 1, i and l. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits. */
export const recoveryLength = 12
export const recoveryCount = 10

/** Formats a code as `k7f3-9q2m-x8ht`, for copying by hand. */
export const formatRecoveryCode = (characters: string): string => characters.match(/.{1,4}/g)?.join('-') ?? ''

/** Returns the plain code, whatever its case, spaces and hyphens; undefined if the format is wrong. */
export function recoveryCodeOf(input: string): string | undefined {
  const characters = input.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  const isValid =
    characters.length === recoveryLength &&
    [...characters].every((character) => recoveryAlphabet.includes(character))
  return isValid ? characters : undefined
}

/** Returns six digits, also from `123 456`; undefined if the format is wrong. */
export function totpCodeOf(input: string): string | undefined {
  const digits = input.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}

/** Seconds per code (RFC 6238, 5.2), and the tolerated clock skew each way. */
export const totpPeriod = 30

/** Milliseconds; the browser uses the same timeout. */
export const challengeLife = 5 * 60 * 1000

/** The relying party (WebAuthn Level 3, 5.1.2), from the configuration: a client could forge a header. */
export const relyingParty = (publicUrl: string): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

export const addFactorMessages = {
  too_many: 'You can have up to ten. Please remove one you no longer use first.',
  name_taken: 'You use this name already. Please choose another one.',
} as const

/** Reauthentication page that returns to the settings. */
export const reauthUrl = '/auth-test/prove?next=/dashboard/settings'
