/** The recovery kit: the 256 bits of 24 English words (BIP39), read back as forgivingly as can be. */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { randomBytes } from './bytes.rules.ts'

const entropyBytes = 32
export const kitWords = 24
/** BIP39: no two words of the list begin with the same four letters. */
const tellingLetters = 4
/** Longer text is not a kit. */
const mostCharacters = 5_000

/** `word` counts from 1. `checksum`: all words are of the list, but not these in this order. */
export type KitProblem =
  | { problem: 'count'; count: number }
  | { problem: 'word'; word: number; suggestion?: string }
  | { problem: 'checksum' }

export type Kit = { words: string[]; entropy: Uint8Array<ArrayBuffer> }

/** Makes a kit. */
export function newKit(): Kit {
  const entropy = randomBytes(entropyBytes)
  return { words: entropyToMnemonic(entropy, wordlist).split(' '), entropy }
}

/**
 * Reads a kit as people type it: first four letters are enough; case, commas, numbers, accents and line breaks don't matter.
 *
 * @returns the entropy, or the first problem; a suggestion for a slip of one letter
 */
export function readKit(typed: string): { entropy: Uint8Array<ArrayBuffer> } | KitProblem {
  const typedWords = splitWords(typed)
  const words = typedWords.map(findKitWord)
  const unknown = words.indexOf(undefined)
  if (unknown >= 0 && unknown < kitWords) {
    const suggestion = suggestWord(typedWords[unknown] ?? '')
    return { problem: 'word', word: unknown + 1, ...(suggestion && { suggestion }) }
  }
  if (words.length !== kitWords) return { problem: 'count', count: words.length }
  try {
    return { entropy: new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist)) }
  } catch {
    return { problem: 'checksum' }
  }
}

/** The word of the list that someone means: the word, its first four letters or more, or a slip after those. */
export function findKitWord(typed: string): string | undefined {
  const [letters = ''] = splitWords(typed)
  if (wordlist.includes(letters)) return letters
  if (letters.length < tellingLetters) return undefined
  const word = wordlist.find((each) => each.startsWith(letters.slice(0, tellingLetters)))
  return word && (word.startsWith(letters) || isOneSlip(letters, word)) ? word : undefined
}

function splitWords(typed: string): string[] {
  const letters = typed
    .slice(0, mostCharacters)
    .normalize('NFKD')
    // Accents, and characters that nobody sees, such as a soft hyphen.
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    // A Turkish keyboard's.
    .replaceAll('ı', 'i')
  return letters.match(/\p{L}+/gu) ?? []
}

/** @returns the only word that one slip turns into what was typed */
function suggestWord(typed: string): string | undefined {
  const candidates = wordlist.filter((word) => isOneSlip(typed, word))
  if (candidates.length === 1) return candidates[0]
  if (candidates.length > 1 || typed.length < tellingLetters) return undefined
  return wordlist.find((word) => word.startsWith(typed.slice(0, tellingLetters)))
}

/** Whether one letter is missing, too much, another one, or swapped with its neighbor (Damerau 1964). */
function isOneSlip(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start++
  const rest = typed.slice(start)
  const meant = word.slice(start)
  return (
    rest.slice(1) === meant.slice(1) ||
    rest.slice(1) === meant ||
    rest === meant.slice(1) ||
    (rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2))
  )
}
