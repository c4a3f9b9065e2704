import { cutAtMatches } from '../../../platform/text-matches.ts'
import { MarkedPieces } from '../../../ui/marked-pieces/marked-pieces.tsx'
import { excerptOf } from '../entry-search.rules.ts'
import type { ShowFound } from './entry-card.tsx'

/** Marks what was found, and shows where it stands. */
export const showFound: ShowFound = {
  marked: (text, words) => (words.length > 0 ? <MarkedPieces pieces={cutAtMatches(text, words)} /> : text),
  excerptOf,
}
