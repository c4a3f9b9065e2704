/** `violence`: killing, strangling, weapons, hitting. `child`: also anyone being touched. `injury`: one that needs a doctor. */
export const dangers = ['suicide', 'violence', 'child', 'rape', 'injury'] as const
export type Danger = (typeof dangers)[number]
