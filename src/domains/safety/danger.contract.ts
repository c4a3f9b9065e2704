/** `violence`: killing, strangling, weapons. `child`: also anyone being touched. */
export const dangers = ['suicide', 'violence', 'child', 'rape'] as const
export type Danger = (typeof dangers)[number]
