/** The specification's words (point 8) for a list and a card, which the demo shows too: the other messages are not in its scripts. */
export const cardMessages = {
  list: 'Failed to load connections. Please try again.',
  detail: 'Connection not found or failed to load.',
} as const

/** What a card shows of a Connection (specification point 9). */
const previewLength = 200
const previewTags = 3

/** Characters as people and JSON Schema count them: code points, so that an emoji outside the first plane is one. */
export function characterCount(text: string): number {
  let count = text.length
  for (let place = 0; place < text.length - 1; place++) {
    const high = text.charCodeAt(place)
    if (high < 0xd800 || high > 0xdbff) continue
    const low = text.charCodeAt(place + 1)
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--
      place++
    }
  }
  return count
}

/** The beginning of a text for its card: at most 200 characters and an ellipsis, never half a sign. */
export function previewOf(content: string): string {
  if (characterCount(content) <= previewLength) return content
  let beginning = ''
  let count = 0
  for (const segment of signsOf(content.slice(0, 2 * previewLength))) {
    count += characterCount(segment)
    if (count > previewLength) break
    beginning += segment
  }
  return `${beginning || [...content.slice(0, 2 * previewLength)].slice(0, previewLength).join('')}…`
}

/** What is one sign to who reads it; code points in a browser that does not know (Firefox before 125). */
export const signsOf = (text: string): string[] =>
  Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]

/** The tags that a card shows, and how many more there are. */
export const previewTagsOf = (tags: readonly string[]): { shown: string[]; more: number } => ({
  shown: tags.slice(0, previewTags),
  more: Math.max(0, tags.length - previewTags),
})
