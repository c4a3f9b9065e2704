import * as messages from './messages.en.yaml'

/** Specification point 9; `contentLimit` is our own, in code points. */
export const pageSize = 20
export const contentLimit = 100_000
/** An overlong text is saved while the user shortens it. */
export const draftLimit = 2 * contentLimit

/** Keeps programs from filling the disk (docs/decisions/021). */
export const limits = { entries: 20_000, entriesADay: 1_000, drafts: 500 } as const

export const tooLongMessage = (): string => messages.tooLong({ max: contentLimit })

export const isSameContent = (one: ComparableContent, other: ComparableContent): boolean =>
  one.content === other.content && one.linked_term_id === other.linked_term_id
/** Null: undecryptable. */
type ComparableContent = { content: string | null; linked_term_id: string | null }

/** Specification point 4, "Entry type". */
export const entryTypeOf = (linked_term_id: string | null): 'freeform' | 'term_linked' =>
  linked_term_id === null ? 'freeform' : 'term_linked'
