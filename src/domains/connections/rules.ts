/** Specification point 9; the length of a Connection is ours. Characters are Unicode code points. */
export const pageSize = 20
export const contentLimit = 100_000
/** A draft may be longer, so that what is too long for a Connection is kept while it is made shorter. */
export const draftLimit = 2 * contentLimit

/**
 * What one person can hold, so that nobody fills the disk for all: five Connections a day for eleven years, five hundred texts begun
 * and not saved. So many in one day is a program's; nobody who writes meets any of them (docs/decisions/021).
 */
export const most = { entries: 20_000, entriesADay: 1_000, drafts: 500 } as const

/** The specification's words (point 8), to the letter; what it has none for is ours. */
export const connectionMessages = {
  list: 'Failed to load connections. Please try again.',
  detail: 'Connection not found or failed to load.',
  save: 'Failed to save your connection. Please try again.',
  update: 'Failed to update your connection. Please try again.',
  erase: 'Failed to delete your connection. Please try again.',
  required: 'Content is required',
  changed: 'This connection was changed somewhere else while you were editing.',
  theirsBelow: 'The other version is below; saving replaces it.',
  full: `You have ${most.entries.toLocaleString('en')} Connections, and there is no room for more. What you typed is still here: please delete one that you do not need, or copy this text.`,
  fullDay: `You have saved ${most.entriesADay.toLocaleString('en')} Connections within a day, which is as many as there may be. What you typed is still here: please save it tomorrow, or copy it.`,
  /** After why nothing can be written any more, where somebody is writing. */
  textStays: 'What you typed stays here until you leave this page: copy it if you want to keep it.',
  noSuchTerm: 'That term is not in the glossary any more. Please choose another, or none.',
  tooLong: `A Connection holds at most ${contentLimit.toLocaleString('en')} characters. Please make it shorter, or make two of it.`,
} as const

/** Whether two texts say the same, and of the same term. */
export const isSame = (one: Written, other: Written): boolean =>
  one.content === other.content && one.linked_term_id === other.linked_term_id
/** Content is null where it does not open. */
type Written = { content: string | null; linked_term_id: string | null }

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

/** Specification point 4, "Entry type". */
export const entryTypeOf = (linked_term_id: string | null): 'freeform' | 'term_linked' =>
  linked_term_id === null ? 'freeform' : 'term_linked'

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
