import type { Happened } from '../document/document.rules.ts'
import { type Day, isCalendarDate, type Month, monthOf } from './calendar.rules.ts'

export type DatedEntry = { created_at: string; happened: Happened | null }

/** What happened and what was written on a day. Of a month or a year: what happened some time in it. */
export type TimelineGroup<E> = { happened: E[]; written: E[] }

/** By day ("2026-03-14"), month ("2026-03") or year ("2026"): a date that is known to the month is on no day. */
export type Timeline<E> = Map<string, TimelineGroup<E>>

/**
 * Adds a Connection under the date of what happened, which is never converted, and the day it was written.
 *
 * @param dayOf the day of an instant, from `daysOfZone`
 */
export function addToTimeline<E extends DatedEntry>(
  timeline: Timeline<E>,
  entry: E,
  dayOf: (time: string) => Day,
): void {
  groupAt(timeline, dayOf(entry.created_at)).written.push(entry)
  const date = entry.happened?.date
  if (isCalendarDate(date)) groupAt(timeline, date).happened.push(entry)
}

function groupAt<E>(timeline: Timeline<E>, date: string): TimelineGroup<E> {
  const group = timeline.get(date) ?? { happened: [], written: [] }
  timeline.set(date, group)
  return group
}

export type TimelineKind = 'happened' | 'written' | 'both'
export type TimelineItem<E> = { entry: E; kind: TimelineKind }

/** What is listed under a date: first what happened, by its time, then what was written only, the earliest first. */
export function itemsOf<E extends DatedEntry>(group: TimelineGroup<E> | undefined): TimelineItem<E>[] {
  if (!group) return []
  const [happened, written] = [new Set(group.happened), new Set(group.written)]
  const byTime = [...happened].sort((a, b) => compare(timeOf(a), timeOf(b)) || writtenFirst(a, b))
  return [
    ...byTime.map((entry) => ({
      entry,
      kind: written.has(entry) ? ('both' as const) : ('happened' as const),
    })),
    ...[...written]
      .filter((entry) => !happened.has(entry))
      .sort(writtenFirst)
      .map((entry) => ({ entry, kind: 'written' as const })),
  ]
}

/** Without a time it comes last. */
const timeOf = ({ happened }: DatedEntry) => happened?.time ?? '~'
const writtenFirst = (a: DatedEntry, b: DatedEntry) => compare(a.created_at, b.created_at)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export type DatedItems<E> = { date: string; items: TimelineItem<E>[] }
export type TimelineSection<E> = { month: Month; dates: DatedItems<E>[] }

/** The dates, newest first. A month follows its days, and a year its months: "2026-03" is less than "2026-03-01" and more than "2026-02-28". */
export const datesOf = <E>(timeline: Timeline<E>): string[] => [...timeline.keys()].sort().reverse()

/**
 * The first items of the list, by month.
 *
 * @param dates from `datesOf`
 * @param count how many items there are at most
 * @returns sections of a month, or of a year alone
 */
export function firstItems<E extends DatedEntry>(
  timeline: Timeline<E>,
  dates: readonly string[],
  count: number,
): { sections: TimelineSection<E>[]; shown: number; hasMore: boolean } {
  const sections: TimelineSection<E>[] = []
  let shown = 0
  for (const date of dates) {
    const all = itemsOf(timeline.get(date))
    const items = all.slice(0, count - shown)
    if (items.length > 0) {
      const month = monthOf(date)
      if (sections.at(-1)?.month !== month) sections.push({ month, dates: [] })
      sections.at(-1)?.dates.push({ date, items })
      shown += items.length
    }
    if (items.length < all.length) return { sections, shown, hasMore: true }
  }
  return { sections, shown, hasMore: false }
}

/**
 * What happened or was written on this day in other years, the newest first. In a year without February 29, that day's is shown on
 * February 28. A date that is known to the month or year is on no day.
 */
export function onThisDay<E extends DatedEntry>(timeline: Timeline<E>, today: Day): DatedItems<E>[] {
  const year = today.slice(0, 4)
  const isLast = today.endsWith('-02-28') && !isCalendarDate(`${year}-02-29`)
  const days = [today.slice(5), ...(isLast ? ['02-29'] : [])]
  return [...timeline.keys()]
    .filter((date) => days.includes(date.slice(5)) && !date.startsWith(year))
    .sort()
    .reverse()
    .map((date) => ({ date, items: itemsOf(timeline.get(date)) }))
}
