import { foldText } from './fold-text.ts'

/** Normalizes a text to folded words, numbers and symbols such as emoji, separated by single spaces, without punctuation. */
export const foldWords = (text: string): string => foldCharacters(text).replace(/ {2,}/g, ' ').trim()

/** Keeps runs of spaces. Treats a zero-width space as a space and a final sigma as a sigma. */
function foldCharacters(text: string): string {
  // Fast path for ASCII: thousands of texts are folded per keystroke.
  const folded = /^[\n -~]*$/.test(text)
    ? text.toLowerCase().replace(/['`]/g, '')
    : foldText(text.replace(/\u200b/g, ' '))
  return folded.replace(/ς/g, 'σ').replace(/[^\p{L}\p{N}\p{S} ]/gu, ' ')
}

/** A part of a text, and whether it matches the search. */
type Piece = { text: string; match: boolean }

/**
 * Splits a text at the search words it contains, for highlighting.
 *
 * @param words as `foldWords` returns them
 * @returns the whole text in pieces, in order
 */
export function cutAtMatches(text: string, words: readonly string[]): Piece[] {
  const { folded, offsets } = foldWithOffsets(text)
  const longestFirst = [...words].sort((one, other) => other.length - one.length)
  const pieces: Piece[] = []
  let copied = 0
  const add = (end: number, match: boolean) => {
    if (end > copied) pieces.push({ text: text.slice(copied, end), match })
    copied = Math.max(copied, end)
  }
  for (let at = 0; at < folded.length; at++) {
    const word = longestFirst.find((word) => folded.startsWith(word, at))
    if (!word) continue
    add(offsets[at] ?? 0, false)
    add(characterEnd(text, offsets[at + word.length - 1] ?? 0), true)
    at += word.length - 1
  }
  add(text.length, false)
  return pieces
}

/** Folds each character separately, with the same result, and records its offset in the original. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  const offsets: number[] = []
  const foldedCharacters = new Map<string, string>()
  let folded = ''
  let offset = 0
  for (const character of text) {
    // Folding trims spaces at the ends.
    const foldedCharacter = foldedCharacters.get(character) ?? foldCharacters(`x${character}x`).slice(1, -1)
    foldedCharacters.set(character, foldedCharacter)
    for (const unit of foldedCharacter.split('')) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue
      folded += unit
      offsets.push(offset)
    }
    offset += character.length
  }
  return { folded, offsets }
}

/** @returns the end of the character at an offset, including its combining marks */
function characterEnd(text: string, offset: number): number {
  const [whole = ''] = /^.[\p{M}\p{Cf}\p{Emoji_Modifier}]*/su.exec(text.slice(offset)) ?? []
  return offset + whole.length
}
