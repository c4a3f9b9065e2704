/** Letters that do not fall apart into a base letter and a mark, and the sigma that ends a word. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

/** Lower case without accents, compatibility forms (ligatures, wide letters) written out. */
export function foldLetters(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.replace(/[ßæœøłđðþħıς]/g, (letter) => letters[letter] ?? letter)
}

/**
 * What different ways to write the same words have in common: the same letters, no apostrophes, straight double quotes, and one space
 * for dashes, line breaks and runs of any space.
 */
export const foldText = (text: string): string => foldSigns(text).replace(/ {2,}/g, ' ').trim()

/** The same without punctuation: words, numbers and symbols such as emoji, each apart by one space. */
export const foldWords = (text: string): string => foldWordSigns(text).replace(/ {2,}/g, ' ').trim()

/** Spaces stay as many as they come out. */
function foldSigns(text: string): string {
  // Most texts are plain, and thousands are read while someone types.
  if (/^[\n -~]*$/.test(text)) return text.toLowerCase().replace(/['`]/g, '').replace(/[\n-]/g, ' ')
  return foldLetters(text.replace(/['`´‘’‛′ʼ]/g, ''))
    .replace(/[\s\u200b\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Pd}−]/gu, ' ')
    .replace(/['`\p{Cf}]/gu, '')
    .replace(/[“”„‟«»]/g, '"')
}

const foldWordSigns = (text: string) => foldSigns(text).replace(/[^\p{L}\p{N}\p{S} ]/gu, ' ')

/** A piece of a text, and whether it is what was looked for. */
export type Piece = { text: string; match: boolean }

/**
 * Cuts a text where it holds words that were looked for, so that they can be marked as they are written.
 *
 * @param words as `foldWords` returns them
 * @param fromStart whether a word counts only where another one does not end in it
 * @returns the whole text in pieces, in order
 */
export function cutAtMatches(text: string, words: readonly string[], fromStart = false): Piece[] {
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
    if (!word || (fromStart && /[\p{L}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at)))) continue
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
    const alone = known.get(sign) ?? foldWordSigns(sign)
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
