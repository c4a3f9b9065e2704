import type { ActivityEvent } from './activity.contract.ts'

/** Events in Recent Activity. */
export const latestLimit = 3

/** Merges lists of events into the latest few, newest first. */
export const latestOf = (...events: ActivityEvent[][]): ActivityEvent[] =>
  events
    .flat()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, latestLimit)

/**
 * Days Active: counts distinct calendar days.
 *
 * @param timeZone an IANA name; defaults to the local one, which in a browser is the user's
 */
export function daysActive(times: readonly string[], timeZone?: string): number {
  // Creating a formatter is slow; reuse one.
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return new Set(times.map((time) => day.format(new Date(time)))).size
}
