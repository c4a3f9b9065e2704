import { cardMessages } from './preview.rules.ts'

/** Specification point 9; `contentLimit` is our own, in code points. */
export const pageSize = 20
export const contentLimit = 100_000
/** An overlong text is saved while the user shortens it. */
export const draftLimit = 2 * contentLimit

/** Keeps programs from filling the disk (docs/decisions/021). */
export const limits = { entries: 20_000, entriesADay: 1_000, drafts: 500 } as const

/** Verbatim from specification point 8, where it has a message. */
export const connectionMessages = {
  ...cardMessages,
  save: 'Failed to save your connection. Please try again.',
  update: 'Failed to update your connection. Please try again.',
  delete: 'Failed to delete your connection. Please try again.',
  required: 'Content is required',
  changed: 'This connection was changed somewhere else while you were editing.',
  theirsBelow: 'The other version is below; saving replaces it.',
  full: `You have ${limits.entries.toLocaleString('en')} Connections, and there is no room for more. What you typed is still here: please delete one that you do not need, or copy this text.`,
  fullDay: `You have saved ${limits.entriesADay.toLocaleString('en')} Connections within a day, which is as many as there may be. What you typed is still here: please save it tomorrow, or copy it.`,
  textStays: 'What you typed stays here until you leave this page: copy it if you want to keep it.',
  noSuchTerm: 'That term is not in the glossary any more. Please choose another, or none.',
  tooLong: `A Connection holds at most ${contentLimit.toLocaleString('en')} characters. Please make it shorter, or make two of it.`,
} as const

export const isSameContent = (one: ComparableContent, other: ComparableContent): boolean =>
  one.content === other.content && one.linked_term_id === other.linked_term_id
/** Null: undecryptable. */
type ComparableContent = { content: string | null; linked_term_id: string | null }

/** Specification point 4, "Entry type". */
export const entryTypeOf = (linked_term_id: string | null): 'freeform' | 'term_linked' =>
  linked_term_id === null ? 'freeform' : 'term_linked'
