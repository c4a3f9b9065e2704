import { href } from 'react-router'
import * as messages from './messages.en.yaml'

/** Of a factor's name, in characters. */
export const nameMax = 80

/** Leaves out characters that look alike, such as 0 and o. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits. */
export const recoveryLength = 12
export const recoveryCount = 10

/** Formats a code for copying by hand. */
export const formatRecoveryCode = (characters: string): string => characters.match(/.{1,4}/g)?.join('-') ?? ''

/** Returns the plain code; undefined if the format is wrong. */
export function recoveryCodeOf(input: string): string | undefined {
  const characters = input.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  const isValid =
    characters.length === recoveryLength &&
    [...characters].every((character) => recoveryAlphabet.includes(character))
  return isValid ? characters : undefined
}

/** Returns six digits, also from `123 456`. */
export function totpCodeOf(input: string): string | undefined {
  const digits = input.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}

/** Seconds per code (RFC 6238, 5.2), and the tolerated clock skew. */
export const totpPeriod = 30

/** Milliseconds. */
export const challengeLife = 5 * 60 * 1000

/** The relying party (WebAuthn Level 3, 5.1.2). A client could forge a header, but not `publicUrl`. */
export const relyingParty = (publicUrl: string): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

export const addFactorMessages = {
  too_many: messages.tooManyFactors,
  name_taken: messages.nameTaken,
} as const

export const reauthUrl = `${href('/auth-test/prove')}?next=${href('/dashboard/settings')}`
