import { normalizeSearch } from './search.rules.ts'

/** Splits a text, to highlight a search and its words. */
export function markMatches(text: string, search: string): { text: string; match: boolean }[] {
  const normal = normalizeSearch(search).replace(/[‘-‛]/g, "'")
  const tokens = normal.match(/[\p{L}\p{N}]+/gu) ?? []
  // `the` and `me` would match in `then` and `meant`.
  const minimum = tokens.length > 1 ? 4 : 2
  const words = [normal, ...tokens.filter((word) => word.length >= minimum)].filter((word) => word.length > 1)
  if (words.length === 0) return [{ text, match: false }]
  const alternatives = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // At word starts. Not a lookbehind: Safari before 16.4 throws on it (docs/decisions/025).
  const pieces = text.split(new RegExp(`(^|[^\\p{L}\\p{N}])(${alternatives.join('|')})`, 'iu'))
  return pieces
    .map((piece, index) => ({ text: piece, match: index % 3 === 2 }))
    .filter((piece) => piece.text !== '')
}
