import { cardMessages } from './preview.rules.ts'

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
  ...cardMessages,
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
export const isSameContent = (one: Written, other: Written): boolean =>
  one.content === other.content && one.linked_term_id === other.linked_term_id
/** Content is null where it does not open. */
type Written = { content: string | null; linked_term_id: string | null }

/** Specification point 4, "Entry type". */
export const entryTypeOf = (linked_term_id: string | null): 'freeform' | 'term_linked' =>
  linked_term_id === null ? 'freeform' : 'term_linked'
