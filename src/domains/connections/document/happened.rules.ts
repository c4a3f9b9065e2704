import { language } from '../../../platform/language.ts'
import * as messages from '../messages.en.yaml'
import type { Happened } from './document.rules.ts'

/** As typed into the form. */
export type HappenedInput = {
  day: string
  month: string
  year: string
  time: string
  about: boolean
  time_zone: string | null
}

export const emptyHappened: HappenedInput = {
  day: '',
  month: '',
  year: '',
  time: '',
  about: false,
  time_zone: null,
}

export const firstYear = 1900

/** Digits of any script become 0 to 9 (Unicode, "Decimal Number"). */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // Each script has its ten digits in a row.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
    return String(code - zero)
  })

/**
 * Reads the fields of the form.
 *
 * @param now its day in the writer's time zone is the last that is no future
 * @returns null where all fields are empty; a problem is a sentence
 */
export function parseHappened(
  input: HappenedInput,
  now: Date,
): { happened: Happened | null } | { problem: string } {
  const [day, month, year, time] = [input.day, input.month, input.year, input.time].map((text) =>
    plainDigits(text).trim(),
  ) as [string, string, string, string]
  if (day === '' && month === '' && year === '' && time === '') return { happened: null }
  if (year === '') return { problem: messages.yearMissing() }
  if (day !== '' && month === '') return { problem: messages.monthMissing() }
  if (time !== '' && day === '') return { problem: messages.dayMissing() }
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].filter((part) => part !== '00').join('-')
  const { about, time_zone } = input
  const happened = { date, time: time === '' ? null : parseTime(time), about, time_zone }
  const problem = happenedProblem(happened, now)
  return problem ? { problem } : { happened }
}

/** Accepts "9:30 pm" and "21.30", too. Returns other text unchanged, so that validation rejects it. */
function parseTime(typed: string): string {
  const [whole, hour = '', minute = '00', half] =
    /^(\d{1,2})(?:[:.h](\d\d))?(?::\d\d)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(typed) ?? []
  if (!whole) return typed
  const isHalf = half !== undefined && Number(hour) >= 1 && Number(hour) <= 12
  if (half && !isHalf) return typed
  const hours = isHalf ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** Why a date cannot be: it is in no calendar, before 1900, or in the future. */
export function happenedProblem({ date, time, time_zone }: Happened, now: Date): string | undefined {
  const [whole, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? []
  if (!whole) return messages.noSuchDate()
  if (month && (Number(month) < 1 || Number(month) > 12)) return messages.noSuchDate()
  if (day && !isDay(Number(year), Number(month), Number(day))) return messages.noSuchDate()
  if (time !== null && (!day || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))) return messages.noSuchTime()
  if (Number(year) < firstYear) return messages.tooLongAgo({ year: String(firstYear) })
  return date > todayIn(time_zone, now).slice(0, date.length) ? messages.inTheFuture() : undefined
}

/** Of the Gregorian calendar. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** @returns the day as "2026-03-14"; without a zone, the latest day anywhere (UTC+14) */
function todayIn(time_zone: string | null, now: Date): string {
  const latest = new Date(now.getTime() + 14 * 60 * 60 * 1000)
  if (time_zone === null) return latest.toISOString().slice(0, 10)
  try {
    // A locale whose dates are written as ISO 8601 writes them.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(now)
  } catch {
    return latest.toISOString().slice(0, 10)
  }
}

/** A search formats thousands. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(dateLength: number, hasTime: boolean): Intl.DateTimeFormat {
  const key = `${language()} ${dateLength} ${hasTime}`
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat(language(), {
      timeZone: 'UTC',
      year: 'numeric',
      ...(dateLength > 4 && { month: 'long' }),
      ...(dateLength > 7 && { day: 'numeric' }),
      ...(hasTime && { hour: 'numeric', minute: '2-digit' }),
    })
  formatters.set(key, formatter)
  return formatter
}

/** Such as "March 14, 2026, 9:30 PM" or "About March 2026". */
export function formatHappened({ date, time, about }: Happened): string {
  const [year = '', month, day] = date.split('-')
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
  const [hours, minutes] = (time ?? '0:0').split(':').map(Number)
  at.setUTCHours(hours ?? 0, minutes ?? 0)
  const text = formatterOf(date.length, time !== null).format(at)
  return about ? messages.about({ date: text }) : text
}

/** The form's fields of a date that was saved. */
export function toHappenedInput(happened: Happened | null): HappenedInput {
  if (!happened) return emptyHappened
  const [year = '', month = '', day = ''] = happened.date.split('-')
  return {
    year,
    month: month && String(Number(month)),
    day: day && String(Number(day)),
    time: happened.time ?? '',
    about: happened.about,
    time_zone: happened.time_zone,
  }
}
