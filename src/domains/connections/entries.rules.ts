import * as messages from './messages.en.yaml'

/** Specification point 9; `contentLimit` is our own, in code points. */
export const pageSize = 20
export const contentLimit = 100_000
/** An overlong text is saved while the user shortens it. */
export const draftLimit = 2 * contentLimit

/** Keeps programs from filling the disk (docs/decisions/021). */
export const limits = { entries: 20_000, entriesADay: 1_000, drafts: 500 } as const

export const tooLongMessage = (): string => messages.tooLong({ max: contentLimit })

/** Specification point 4, "Entry type". */
export const entryTypeOf = (linked_term_ids: readonly string[]): 'freeform' | 'term_linked' =>
  linked_term_ids.length === 0 ? 'freeform' : 'term_linked'

/** Whether a Connection or draft is there and opens. Otherwise it is neither shown, edited, nor saved over. */
export const isOpened = <Row extends { content: string | null }>(
  row: Row | null | undefined,
): row is Row & { content: string } => typeof row?.content === 'string'
