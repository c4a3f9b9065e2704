export function MarkedPieces({ pieces }: { pieces: { text: string; match: boolean }[] }) {
  let offset = 0
  return pieces.map(({ text, match }) => {
    const key = offset
    offset += text.length
    return match ? <mark key={key}>{text}</mark> : text
  })
}
