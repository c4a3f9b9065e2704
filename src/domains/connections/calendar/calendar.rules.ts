import { firstYear, plainDigits } from '../document/happened.rules.ts'

/** Such as "2026-03-14". A string, because a `Date` would bring a time zone with it. */
export type Day = string
/** Such as "2026-03". */
export type Month = string

export const firstMonth: Month = `${firstYear}-01`

const dayMs = 24 * 60 * 60 * 1000

/** Noon and time zones play no part: in UTC each day has 24 hours. */
const toTime = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10)

export const monthOf = (day: Day): Month => day.slice(0, 7)

/** How many days a month of the Gregorian calendar has. */
function daysIn(month: Month): number {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

const lastDayOf = (month: Month): Day => `${month}-${daysIn(month)}`

/** Whether a value is a day, a month, or a year from 1900 on, as in `Happened`. What is stored may come from a newer version. */
export function isCalendarDate(value: unknown): value is string {
  const [whole, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(String(value)) ?? []
  if (typeof value !== 'string' || !whole || Number(year) < firstYear) return false
  if (month === undefined) return true
  if (Number(month) < 1 || Number(month) > 12) return false
  return day === undefined || (Number(day) >= 1 && Number(day) <= daysIn(whole.slice(0, 7)))
}

/** The month that many months later, or earlier for a negative number. */
export function addMonths(month: Month, count: number): Month {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const months = year * 12 + number - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The day of the same number in another month, or that month's last one. */
export function sameDayIn(month: Month, day: Day): Day {
  const number = Math.min(Number(day.slice(8)), daysIn(month))
  return `${month}-${String(number).padStart(2, '0')}`
}

/**
 * The weeks of a month.
 *
 * @param firstWeekday 0 for Sunday, as in `Date.getUTCDay`
 * @returns rows of seven; null is a day of another month
 */
export function weeksOf(month: Month, firstWeekday: number): (Day | null)[][] {
  const count = daysIn(month)
  const lead = (new Date(toTime(`${month}-01`)).getUTCDay() - firstWeekday + 7) % 7
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const number = week * 7 + column - lead + 1
      return number < 1 || number > count ? null : `${month}-${String(number).padStart(2, '0')}`
    }),
  )
}

export type PressedKey = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}
export type CalendarRange = { first: Month; last: Month }

/**
 * Where a key leads (APG, "Date Picker Dialog": arrows, Home and End in the week, Page Up and Page Down by month, with Shift by year;
 * "Grid": Control with Home and End).
 *
 * @param rightToLeft the left arrow then leads forward
 * @returns undefined for a key that has another meaning, such as Alt and an arrow (Back)
 */
export function dayForKey(
  day: Day,
  { key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey,
  { first, last }: CalendarRange,
  firstWeekday: number,
  rightToLeft = false,
): Day | undefined {
  if (altKey || metaKey) return undefined
  const month = monthOf(day)
  if (ctrlKey) return key === 'Home' ? `${month}-01` : key === 'End' ? lastDayOf(month) : undefined
  const byDays = (count: number) => {
    const time = Math.max(toTime(day) + count * dayMs, toTime(`${first}-01`))
    return toDay(Math.min(time, toTime(lastDayOf(last))))
  }
  const byMonths = (count: number) => {
    const to = addMonths(month, count)
    return sameDayIn(to < first ? first : to > last ? last : to, day)
  }
  const months = shiftKey ? 12 : 1
  if (key === 'PageUp') return byMonths(-months)
  if (key === 'PageDown') return byMonths(months)
  if (shiftKey) return undefined
  const forward = rightToLeft ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: 7,
    ArrowUp: -7,
  }
  if (Object.hasOwn(steps, key)) return byDays(steps[key] ?? 0)
  const week = weeksOf(month, firstWeekday).find((days) => days.includes(day))
  const days = week?.filter((other) => other !== null) ?? []
  return key === 'Home' ? days[0] : key === 'End' ? days.at(-1) : undefined
}

/**
 * The first day of the week, where a browser knows it (ECMA-402, `Intl.Locale.prototype.getWeekInfo`).
 *
 * @returns 0 for Sunday, also where it is unknown
 */
export function firstWeekdayOf(locale: string): number {
  type WeekInfo = { firstDay?: unknown }
  try {
    const tag = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
    const firstDay = (tag.getWeekInfo ? tag.getWeekInfo() : tag.weekInfo)?.firstDay
    return Number.isInteger(firstDay) && Number(firstDay) >= 1 && Number(firstDay) <= 7
      ? Number(firstDay) % 7
      : 0
  } catch {
    return 0
  }
}

/** Names of the weekdays, in their order. */
export function weekdayNames(locale: string, firstWeekday: number): { long: string; short: string }[] {
  const sunday = toTime('2023-01-01')
  return Array.from({ length: 7 }, (_, column) => {
    const time = sunday + ((firstWeekday + column) % 7) * dayMs
    return {
      long: format(locale, time, { weekday: 'long' }),
      short: format(locale, time, { weekday: 'short' }),
    }
  })
}

/** Such as "Saturday, March 14, 2026", without a weekday for a month or a year. @param weekday of a day */
export function formatDate(locale: string, date: string, weekday = false): string {
  const [, month, day] = date.split('-')
  const time = toTime(`${date}${month ? '' : '-01'}${day ? '' : '-01'}`)
  return format(locale, time, {
    year: 'numeric',
    ...(month && { month: 'long' }),
    ...(day && { day: 'numeric' }),
    ...(day && weekday && { weekday: 'long' }),
  })
}

/** Such as "9:30 PM". @param time "21:30" */
export const formatTime = (locale: string, time: string): string =>
  format(locale, Date.parse(`2026-01-01T${time}:00Z`), { hour: 'numeric', minute: '2-digit' })

/** Creating one takes longer than a hundred uses, and a month has many. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Always the Gregorian calendar: the grid is one, and some languages have another by default. */
function format(locale: string, time: number, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(time)) return ''
  const key = locale + JSON.stringify(options)
  const cached =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  formats.set(key, cached)
  return cached.format(time)
}

/** Finds the day of an instant in a time zone. @param timeZone an IANA name that the browser knows */
export function daysOfZone(timeZone: string): (time: string | Date) => Day {
  // A locale whose dates are written as ISO 8601 writes them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (time) => format.format(new Date(time))
}

/**
 * Reads the fields of "Go to".
 *
 * @param typed the month as a number or a name, possibly shortened; without one it is January
 * @returns undefined for a month that does not exist or is out of range
 */
export function readMonth(
  typed: { month: string; year: string },
  { first, last }: CalendarRange,
  locale: string,
): Month | undefined {
  const [month, year] = [typed.month, typed.year].map((text) => plainDigits(text).trim()) as [string, string]
  const number = month === '' ? 1 : /^\d{1,2}$/.test(month) ? Number(month) : monthNamed(month, locale)
  if (!/^\d{4}$/.test(year) || number < 1 || number > 12) return undefined
  const found = `${year}-${String(number).padStart(2, '0')}`
  return found < first || found > last ? undefined : found
}

/** @returns 0 where no month, or more than one, begins so */
function monthNamed(text: string, locale: string): number {
  const typed = text.toLocaleLowerCase(locale).replace(/\.$/, '')
  const found = Array.from({ length: 12 }, (_, index) => index + 1).filter((number) =>
    format(locale, Date.UTC(2026, number - 1), { month: 'long' })
      .toLocaleLowerCase(locale)
      .startsWith(typed),
  )
  return found.length === 1 ? (found[0] ?? 0) : 0
}
