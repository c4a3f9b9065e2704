/** Letters and digits without lookalikes: 0 and o, 1, i and l. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 12 of 31 characters: 59 bits. */
export const recoveryLength = 12
export const recoveryCount = 10

/** `k7f39q2mx8ht` becomes `k7f3-9q2m-x8ht`, which is easier to copy by hand. */
export const formatRecoveryCode = (characters: string): string => characters.match(/.{1,4}/g)?.join('-') ?? ''

/**
 * @param input case, spaces and any kind of hyphen are ignored
 * @returns the plain code; undefined if the format is wrong
 */
export function recoveryCodeOf(input: string): string | undefined {
  const characters = input.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  const isValid =
    characters.length === recoveryLength &&
    [...characters].every((character) => recoveryAlphabet.includes(character))
  return isValid ? characters : undefined
}

/** @returns six digits, also from `123 456`; undefined if the format is wrong */
export function totpCodeOf(input: string): string | undefined {
  const digits = input.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}

/** Seconds per code (RFC 6238, 5.2), and the tolerated clock skew: one step each way. */
export const totpPeriod = 30

/** Milliseconds. WebAuthn recommends a few minutes; the browser uses the same timeout. */
export const challengeLife = 5 * 60 * 1000

/**
 * The relying party (WebAuthn Level 3, 5.1.2 "Relying Party Identifier").
 *
 * @param publicUrl from the configuration: a client could forge a header
 */
export const relyingParty = (publicUrl: string): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Messages for `AddFactorError`. */
export const addFactorMessages = {
  too_many: 'You can have up to ten. Please remove one you no longer use first.',
  name_taken: 'You use this name already. Please choose another one.',
} as const

/** Reauthentication page, which returns to the settings (design: "proof again"). */
export const reauthUrl = '/auth-test/prove?next=/dashboard/settings'
