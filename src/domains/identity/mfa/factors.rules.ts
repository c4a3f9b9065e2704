/** Letters and digits without those that are taken for each other in print or by hand: 0 and o, 1, i and l. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 12 of 31 signs: 59 bits. */
export const recoveryLength = 12
export const recoveryCount = 10

/** @returns `k7f3-9q2m-x8ht` for `k7f39q2mx8ht`: what people copy by hand is copied in small groups */
export const formatRecoveryCode = (characters: string): string => characters.match(/.{1,4}/g)?.join('-') ?? ''

/**
 * @param input by a person: in capitals, with spaces, or with whatever hyphens their device makes of ours
 * @returns the signs alone, or nothing if this cannot be a recovery code
 */
export function recoveryCodeOf(input: string): string | undefined {
  const characters = input.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  const isValid =
    characters.length === recoveryLength &&
    [...characters].every((character) => recoveryAlphabet.includes(character))
  return isValid ? characters : undefined
}

/** @returns the six digits of an app, which shows them as `123 456`, or nothing if these are none */
export function totpCodeOf(input: string): string | undefined {
  const digits = input.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}

/** Seconds that a code lasts (RFC 6238, 5.2), and how far a clock may be off: one step to either side. */
export const totpPeriod = 30

/** WebAuthn recommends a few minutes; the browser gives up at the same time. */
export const challengeLife = 5 * 60 * 1000

/**
 * Who asks for a passkey (WebAuthn Level 3, 5.1.2 "Relying Party Identifier").
 *
 * @param publicUrl from the configuration, never from a header: whoever sends the header would choose what we accept
 */
export const relyingParty = (publicUrl: string): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Why a factor was not added, in words. */
export const addFactorMessages = {
  too_many: 'You can have up to ten. Please remove one you no longer use first.',
  name_taken: 'You use this name already. Please choose another one.',
} as const

/** Where who they are is asked once more; from there back to the settings (design: "proof again"). */
export const reauthUrl = '/auth-test/prove?next=/dashboard/settings'
