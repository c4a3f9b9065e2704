import { markMatches } from '../search/rules.ts'

/** A text with what matches a search marked. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  if (search === '') return text
  let place = 0
  return markMatches(text, search).map((piece) => {
    const key = place
    place += piece.text.length
    return piece.match ? <mark key={key}>{piece.text}</mark> : piece.text
  })
}
