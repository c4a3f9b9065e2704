import { foldText } from './fold-text.ts'

/** Words, numbers and symbols such as emoji, each apart by one space, folded and without punctuation. */
export const foldWords = (text: string): string => foldSigns(text).replace(/ {2,}/g, ' ').trim()

/** Spaces stay as many as they come out. A space without width is one, and so is the sigma that ends a word a sigma. */
function foldSigns(text: string): string {
  // Most texts are plain, and thousands are read while someone types.
  const folded = /^[\n -~]*$/.test(text)
    ? text.toLowerCase().replace(/['`]/g, '')
    : foldText(text.replace(/\u200b/g, ' '))
  return folded.replace(/ς/g, 'σ').replace(/[^\p{L}\p{N}\p{S} ]/gu, ' ')
}

/** A piece of a text, and whether it is what was looked for. */
type Piece = { text: string; match: boolean }

/**
 * Cuts a text where it holds words that were looked for, so that they can be marked as they are written.
 *
 * @param words as `foldWords` returns them
 * @returns the whole text in pieces, in order
 */
export function cutAtMatches(text: string, words: readonly string[]): Piece[] {
  const { folded, places } = foldWithPlaces(text)
  const longestFirst = [...words].sort((one, other) => other.length - one.length)
  const pieces: Piece[] = []
  let done = 0
  const add = (end: number, match: boolean) => {
    if (end > done) pieces.push({ text: text.slice(done, end), match })
    done = Math.max(done, end)
  }
  for (let at = 0; at < folded.length; at++) {
    const word = longestFirst.find((word) => folded.startsWith(word, at))
    if (!word) continue
    add(places[at] ?? 0, false)
    add(endOf(text, places[at + word.length - 1] ?? 0), true)
    at += word.length - 1
  }
  add(text.length, false)
  return pieces
}

/** Folds each character alone, which comes to the same as all at once, and keeps the place of each. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const places: number[] = []
  const known = new Map<string, string>()
  let folded = ''
  let place = 0
  for (const sign of text) {
    // Between others: spaces are cut off at the ends of a text.
    const alone = known.get(sign) ?? foldSigns(`x${sign}x`).slice(1, -1)
    known.set(sign, alone)
    for (const unit of alone.split('')) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue
      folded += unit
      places.push(place)
    }
    place += sign.length
  }
  return { folded, places }
}

/** @returns where the character at a place ends, with its accents and what else is drawn as part of it */
function endOf(text: string, place: number): number {
  const [whole = ''] = /^.[\p{M}\p{Cf}\p{Emoji_Modifier}]*/su.exec(text.slice(place)) ?? []
  return place + whole.length
}
