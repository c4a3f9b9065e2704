import { describe, expect, test } from 'vitest'
import type { Happened } from '../document/document.rules.ts'
import { daysOfZone } from './calendar.rules.ts'
import {
  addToTimeline,
  type DatedEntry,
  datesOf,
  firstItems,
  itemsOf,
  onThisDay,
  type Timeline,
} from './timeline.rules.ts'

type Note = DatedEntry & { id: string }
const note = (id: string, created_at: string, date?: unknown, time: string | null = null): Note => ({
  id,
  created_at,
  happened: date === undefined ? null : ({ date, time, about: false, time_zone: null } as Happened),
})

function timelineOf(notes: Note[], zone = 'UTC'): Timeline<Note> {
  const timeline: Timeline<Note> = new Map()
  const dayOf = daysOfZone(zone)
  for (const each of notes) addToTimeline(timeline, each, dayOf)
  return timeline
}

const listed = (timeline: Timeline<Note>, date: string) =>
  itemsOf(timeline.get(date)).map(({ entry, kind }) => `${entry.id} ${kind}`)

describe('A timeline', () => {
  test('has what was written on the day of the device, and what happened on the day that was noted', () => {
    const late = note('late', '2026-03-15T02:00:00.000Z', '2026-03-14')
    expect(datesOf(timelineOf([late], 'America/New_York'))).toEqual(['2026-03-14'])
    expect(listed(timelineOf([late], 'America/New_York'), '2026-03-14')).toEqual(['late both'])
    expect(datesOf(timelineOf([late], 'Asia/Tokyo'))).toEqual(['2026-03-15', '2026-03-14'])
    expect(listed(timelineOf([late], 'Asia/Tokyo'), '2026-03-14')).toEqual(['late happened'])
  })

  test.each([null, 'soon', '2026-02-30', '2026-13', '1899', 20260314, {}, '2026-03-14T10:00'])(
    'shows what happened at %j by the day it was written only',
    (date) => {
      expect(datesOf(timelineOf([note('a', '2026-03-14T10:00:00.000Z', date)]))).toEqual(['2026-03-14'])
    },
  )

  test('shows on no day what is known to the month or year only, also when it was written on the first', () => {
    const timeline = timelineOf([
      note('month', '2026-03-01T10:00:00.000Z', '2026-03'),
      note('year', '2026-01-01T10:00:00.000Z', '2026'),
    ])
    expect(listed(timeline, '2026-03')).toEqual(['month happened'])
    expect(listed(timeline, '2026')).toEqual(['year happened'])
    expect(listed(timeline, '2026-03-01')).toEqual(['month written'])
    expect(listed(timeline, '2026-01-01')).toEqual(['year written'])
  })

  test('is sorted within a day: what happened by its time, then what was written', () => {
    const timeline = timelineOf([
      note('w2', '2026-03-14T12:00:00.000Z'),
      note('none', '2026-03-20T12:00:00.000Z', '2026-03-14'),
      note('w1', '2026-03-14T10:00:00.000Z', '2020'),
      note('night', '2026-03-15T09:00:00.000Z', '2026-03-14', '23:10'),
      note('both', '2026-03-14T11:00:00.000Z', '2026-03-14', '07:00'),
    ])
    expect(listed(timeline, '2026-03-14')).toEqual([
      'both both',
      'night happened',
      'none happened',
      'w1 written',
      'w2 written',
    ])
    expect(listed(timeline, '2026-03-13')).toEqual([])
  })
})

describe('The list', () => {
  const timeline = timelineOf([
    note('a', '2026-04-02T10:00:00.000Z', '2026-03'),
    note('b', '2026-04-01T10:00:00.000Z', '2026-03-01'),
    note('c', '2026-03-31T10:00:00.000Z', '2026'),
    note('d', '2026-02-28T10:00:00.000Z', '2025'),
    note('e', '2026-01-01T10:00:00.000Z', '1900-01-01'),
  ])
  const dates = datesOf(timeline)

  test('is the newest first; a month follows its days, and a year its months', () => {
    expect(dates).toEqual([
      ...['2026-04-02', '2026-04-01', '2026-03-31', '2026-03-01', '2026-03', '2026-02-28', '2026-01-01'],
      ...['2026', '2025', '1900-01-01'],
    ])
    const { sections, shown, hasMore } = firstItems(timeline, dates, 100)
    expect(sections.map(({ month }) => month)).toEqual([
      ...['2026-04', '2026-03', '2026-02', '2026-01', '2026', '2025', '1900-01'],
    ])
    expect([shown, hasMore]).toEqual([10, false])
  })

  test('shows so many, and in turn all, each once', () => {
    for (let count = 0; count <= 11; count++) {
      const page = firstItems(timeline, dates, count)
      const items = page.sections.flatMap((section) => section.dates.flatMap((dated) => dated.items))
      expect(items).toHaveLength(Math.min(count, 10))
      expect([page.shown, page.hasMore]).toEqual([items.length, count < 10])
    }
  })

  test('stops within a day that has thousands', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => note(String(index), '2026-03-14T10:00:00.000Z'))
    const timeline = timelineOf(many)
    const { sections, hasMore } = firstItems(timeline, datesOf(timeline), 20)
    expect(sections[0]?.dates[0]?.items).toHaveLength(20)
    expect(hasMore).toBe(true)
  })

  test('is empty without Connections', () => {
    expect(firstItems(new Map(), [], 20)).toEqual({ sections: [], shown: 0, hasMore: false })
  })
})

describe('On this day', () => {
  const at = (timeline: Timeline<Note>, today: string) => onThisDay(timeline, today).map(({ date }) => date)

  test('has other years alone, the newest first, and no date known to the month or year', () => {
    const timeline = timelineOf([
      note('a', '2024-03-14T10:00:00.000Z', '2021-03-14'),
      note('b', '2026-03-14T10:00:00.000Z', '2025-03'),
      note('c', '2026-03-10T10:00:00.000Z', '2025'),
      note('d', '2023-03-15T10:00:00.000Z', '2022-04-14'),
    ])
    expect(at(timeline, '2026-03-14')).toEqual(['2024-03-14', '2021-03-14'])
    expect(at(timeline, '2026-03-13')).toEqual([])
    expect(at(timeline, '2024-03-14')).toEqual(['2026-03-14', '2021-03-14'])
  })

  test('shows February 29 on itself in a leap year, else on February 28, and never on March 1', () => {
    const timeline = timelineOf([
      note('leap', '2026-07-01T10:00:00.000Z', '2024-02-29'),
      note('before', '2026-07-01T10:00:00.000Z', '2023-02-28'),
    ])
    expect(at(timeline, '2028-02-29')).toEqual(['2024-02-29'])
    expect(at(timeline, '2028-02-28')).toEqual(['2023-02-28'])
    expect(at(timeline, '2026-02-28')).toEqual(['2024-02-29', '2023-02-28'])
    expect(at(timeline, '2100-02-28')).toEqual(['2024-02-29', '2023-02-28'])
    expect(at(timeline, '2026-03-01')).toEqual([])
    expect(at(timeline, '2024-02-29')).toEqual([])
  })
})
