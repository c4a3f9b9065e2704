import { cutAtMatches, foldWords, type Piece } from '../../../../platform/text-matches.ts'

/**
 * Cuts a text where it matches a search, so that the matches can be marked. Each is marked where a word begins with it, as the
 * search finds it.
 *
 * @returns the whole text in pieces, in order; marked are the search itself and its words, of several only those of four letters
 */
export function markMatches(text: string, search: string): Piece[] {
  const whole = foldWords(search)
  const parts = whole.split(' ')
  // Among others a short word is `the` or `me`, and would be marked in `then` and `meant`.
  const least = parts.length > 1 ? 4 : 2
  const words = [whole, ...parts.filter((word) => word.length >= least)].filter((word) => word.length > 1)
  return cutAtMatches(text, words, true)
}
