/** Specification point 9. */
const previewLength = 200
const previewTags = 3

const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/g

/** Counts Unicode code points, as JSON Schema does. */
export const characterCount = (text: string): number => text.length - (text.match(surrogatePair)?.length ?? 0)

/** At most 200 characters and an ellipsis; never splits a grapheme. */
export function previewOf(content: string): string {
  if (characterCount(content) <= previewLength) return content
  const start = content.slice(0, 2 * previewLength)
  let preview = ''
  let count = 0
  for (const segment of splitGraphemes(start)) {
    count += characterCount(segment)
    if (count > previewLength) break
    preview += segment
  }
  return `${preview || [...start].slice(0, previewLength).join('')}…`
}

/** Code points in Firefox before 125, which lacks `Intl.Segmenter`. */
export const splitGraphemes = (text: string): string[] =>
  Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]

export const previewTagsOf = (tags: readonly string[]): { shown: string[]; more: number } => ({
  shown: tags.slice(0, previewTags),
  more: Math.max(0, tags.length - previewTags),
})
