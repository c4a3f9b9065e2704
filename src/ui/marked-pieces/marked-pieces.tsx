/** A text in pieces, in order, with those that match a search marked. */
export function MarkedPieces({ pieces }: { pieces: { text: string; match: boolean }[] }) {
  let place = 0
  return pieces.map(({ text, match }) => {
    const key = place
    place += text.length
    return match ? <mark key={key}>{text}</mark> : text
  })
}
