import { foldText } from './fold-text.ts'

/** Folds a text to words, numbers and symbols such as emoji. */
export const foldWords = (text: string): string => foldCharacters(text).replace(/ {2,}/g, ' ').trim()

function foldCharacters(text: string): string {
  // Thousands of texts are folded per keystroke.
  const folded = /^[\n -~]*$/.test(text)
    ? text.toLowerCase().replace(/['`]/g, '')
    : foldText(text.replace(/\u200b/g, ' '))
  return folded.replace(/ς/g, 'σ').replace(/[^\p{L}\p{N}\p{S} ]/gu, ' ')
}

type Piece = { text: string; match: boolean }

/** Cuts a text at the search `words` (of `foldWords`). */
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

/** By character, with the same result. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  const offsets: number[] = []
  const foldedCharacters = new Map<string, string>()
  let folded = ''
  let offset = 0
  for (const character of text) {
    // Folding trims spaces.
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

/** With combining marks. */
function characterEnd(text: string, offset: number): number {
  const [whole = ''] = /^.[\p{M}\p{Cf}\p{Emoji_Modifier}]*/su.exec(text.slice(offset)) ?? []
  return offset + whole.length
}
