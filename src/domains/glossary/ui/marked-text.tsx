import { MarkedPieces } from '../../../ui/marked-pieces/marked-pieces.tsx'
import { markMatches } from '../search/marks.rules.ts'

export const MarkedText = ({ text, search }: { text: string; search: string }) =>
  search === '' ? text : <MarkedPieces pieces={markMatches(text, search)} />
