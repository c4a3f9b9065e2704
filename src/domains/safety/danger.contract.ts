/**
 * What a text may say of someone in danger. `violence` is killing, strangling and weapons; `child` is a child who is hurt, and
 * anybody who is touched.
 */
export const dangers = ['suicide', 'violence', 'child', 'rape'] as const
export type Danger = (typeof dangers)[number]

/** Stands above the numbers, on pages and in the header search; its phrases stand apart, since they are heavy (safety/danger-phrases.contract.ts). */
export const helpHeading = 'You can reach someone now'
