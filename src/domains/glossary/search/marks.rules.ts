import { normalizeSearch } from './search.rules.ts'

/**
 * Cuts a text where it matches a search, so that the matches can be marked.
 *
 * @returns the whole text in pieces, in order; marked are the search itself and its words, of several only those of four letters
 */
export function markMatches(text: string, search: string): { text: string; match: boolean }[] {
  const normal = normalizeSearch(search).replace(/[‘-‛]/g, "'")
  const parts = normal.match(/[\p{L}\p{N}]+/gu) ?? []
  // Among others a short word is `the` or `me`, and would be marked in `then` and `meant`.
  const least = parts.length > 1 ? 4 : 2
  const words = [normal, ...parts.filter((word) => word.length >= least)].filter((word) => word.length > 1)
  if (words.length === 0) return [{ text, match: false }]
  const alternatives = words
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // Each is marked where a word begins with it, as the search finds it. What stands before is a piece of its own: Safari before 16.4
  // throws at a lookbehind (docs/decisions/025).
  const pieces = text.split(new RegExp(`(^|[^\\p{L}\\p{N}])(${alternatives.join('|')})`, 'iu'))
  return pieces
    .map((piece, place) => ({ text: piece, match: place % 3 === 2 }))
    .filter((piece) => piece.text !== '')
}
