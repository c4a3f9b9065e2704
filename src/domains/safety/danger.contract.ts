/** Dangers that a text may mention. `violence`: killing, strangling, weapons. `child`: a child being hurt, and anyone being touched. */
export const dangers = ['suicide', 'violence', 'child', 'rape'] as const
export type Danger = (typeof dangers)[number]

/** Heading above the phone numbers. Separate from danger-phrases.contract.ts, which is large. */
export const helpHeading = 'You can reach someone now'
