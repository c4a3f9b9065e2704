import type { ActivityEvent } from './activity.contract.ts'

/** How many events Recent Activity shows. */
export const latestShown = 3

/** @returns the latest of all, the latest first */
export const latestOf = (...events: ActivityEvent[][]): ActivityEvent[] =>
  events
    .flat()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, latestShown)

/**
 * Days Active: how many different days of a calendar hold one of these times.
 *
 * @param timeZone an IANA name; left out, that of this machine, which in a browser is the person's
 */
export function daysActive(times: readonly string[], timeZone?: string): number {
  // One format for all: making one costs far more than using it.
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return new Set(times.map((time) => day.format(new Date(time)))).size
}
