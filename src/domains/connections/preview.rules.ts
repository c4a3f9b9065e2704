/** Specification point 9. */
const previewLength = 200
const previewTags = 3

/** Counts Unicode code points, as JSON Schema does. */
export function characterCount(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    const high = text.charCodeAt(index)
    if (high < 0xd800 || high > 0xdbff) continue
    const low = text.charCodeAt(index + 1)
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--
      index++
    }
  }
  return count
}

/** At most 200 characters and an ellipsis; never splits a grapheme. */
export function previewOf(content: string): string {
  if (characterCount(content) <= previewLength) return content
  let preview = ''
  let count = 0
  for (const segment of splitGraphemes(content.slice(0, 2 * previewLength))) {
    count += characterCount(segment)
    if (count > previewLength) break
    preview += segment
  }
  return `${preview || [...content.slice(0, 2 * previewLength)].slice(0, previewLength).join('')}…`
}

/** Code points in Firefox before 125, which lacks `Intl.Segmenter`. */
const splitGraphemes = (text: string): string[] =>
  Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]

/** Counts graphemes: an emoji family is one. */
export function readableCount(text: string): number {
  const joins = /\p{M}|\u200d|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
  return joins.test(text) ? splitGraphemes(text).length : characterCount(text)
}

export const previewTagsOf = (tags: readonly string[]): { shown: string[]; more: number } => ({
  shown: tags.slice(0, previewTags),
  more: Math.max(0, tags.length - previewTags),
})
