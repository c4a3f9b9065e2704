/** Three words of a new kit are typed back, so that it is known to be written down. */
import { findKitWord, readKit } from './kit.rules.ts'

/**
 * Chooses places of words to ask for, in order.
 *
 * @param random from 0 up to 1
 */
export function choosePlaces(words: number, count: number, random: () => number): number[] {
  const places = Array.from({ length: words }, (_, place) => place)
  const chosen = Array.from(
    { length: Math.min(count, words) },
    () => places.splice(Math.floor(random() * places.length), 1)[0] ?? 0,
  )
  return chosen.sort((one, other) => one - other)
}

/** A random number from 0 up to 1 that cannot be predicted. */
export const secureRandom = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Whether a typed word is this one: its first four letters are enough, and one slip that leads to no other word is forgiven. */
export function matchesWord(typed: string, word: string): boolean {
  const found = findKitWord(typed)
  if (found) return found === word
  const read = readKit(typed)
  return 'problem' in read && read.problem === 'word' && read.suggestion === word
}

/**
 * Replaces one word of a typed kit.
 *
 * @param number of the word, from 1
 */
export function replaceTypedWord(typed: string, number: number, word: string): string {
  let count = 0
  return typed.replaceAll(/\p{L}[\p{L}\p{M}\p{Cf}]*/gu, (old) => (++count === number ? word : old))
}

/** The words, numbered for reading aloud, as a text that tells nothing about what they are for. */
export const kitText = (title: string, words: readonly string[], hint: string): string =>
  [title, '', ...words.map((word, place) => `${String(place + 1).padStart(2)}. ${word}`), '', hint, ''].join(
    '\r\n',
  )
