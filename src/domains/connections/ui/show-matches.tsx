import { cutAtMatches } from '../../../platform/text-matches.ts'
import { MarkedPieces } from '../../../ui/marked-pieces/marked-pieces.tsx'
import { excerptOf, findInDetails } from '../entry-search.rules.ts'
import type { ShowMatches } from './entry-card.tsx'

export const showMatches: ShowMatches = {
  marked: (text, words) => (words.length > 0 ? <MarkedPieces pieces={cutAtMatches(text, words)} /> : text),
  excerptOf,
  findInDetails,
}
