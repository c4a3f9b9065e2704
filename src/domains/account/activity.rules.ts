import type { ActivityEvent } from './activity.contract.ts'

export const latestLimit = 3

/** Merges events into the latest few. */
export const latestOf = (...events: ActivityEvent[][]): ActivityEvent[] =>
  events
    .flat()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, latestLimit)

/** Counts distinct calendar days, by default local ones. */
export function daysActive(times: readonly string[], timeZone?: string): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  return new Set(times.map((time) => day.format(new Date(time)))).size
}
