/** When something was written, as far as a file says it. */
export type Timestamp = {
  at: Date
  /** Milliseconds, the same on every device: a time without a zone counts as UTC. For `deriveId`. */
  fixed: number
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Reads a time of ISO 8601, or a day alone, which becomes noon in UTC: that is the same day nearly everywhere.
 *
 * @returns undefined for other texts, and for days that no calendar has
 */
export function parseTimestamp(text: string, now: Date): Timestamp | undefined {
  const parts = pattern.exec(text.trim())
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone] = parts
  const numbers = [year, month, day, hour ?? '12', minute ?? '0', second].map(Number) as DateParts
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const utc = utcTime(numbers, ms)
  if (utc === undefined) return undefined
  if (hour === undefined) return { at: earlierToday(utc, now), fixed: utc }
  if (zone === undefined) return { at: localTime(numbers, ms), fixed: utc }
  const [sign, hours, minutes] = /^z$/i.test(zone)
    ? [1, 0, 0]
    : [zone.startsWith('-') ? -1 : 1, Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 23 || minutes > 59) return undefined
  const time = utc - sign * (hours * 60 + minutes) * 60_000
  return { at: new Date(time), fixed: time }
}

type DateParts = [year: number, month: number, day: number, hour: number, minute: number, second: number]

function utcTime([year, month, day, hour, minute, second]: DateParts, ms: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute, second, ms)
  return date.getTime()
}

function localTime([year, month, day, hour, minute, second]: DateParts, ms: number): Date {
  const date = new Date(0)
  date.setFullYear(year, month - 1, day)
  date.setHours(hour, minute, second, ms)
  return date
}

/** A day that has begun somewhere is no future, even before its noon in UTC. */
function earlierToday(noon: number, now: Date): Date {
  const begins = noon - 26 * 60 * 60 * 1000
  return new Date(noon > now.getTime() && begins <= now.getTime() ? now : noon)
}

/** Finds a day in a file's name, such as "2024-03-14.md" or "Diary 20240314.txt". @returns "2024-03-14" */
export function findDay(name: string): string | undefined {
  for (const [, year, month, day] of name.matchAll(/(?:^|\D)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/g)) {
    if (utcTime([Number(year), Number(month), Number(day), 0, 0, 0], 0) !== undefined)
      return `${year}-${month}-${day}`
  }
  return undefined
}
