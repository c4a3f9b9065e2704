import { describe, expect, test } from 'vitest'
import type { ActivityEvent } from './activity.contract.ts'
import { daysActive, latestOf } from './activity.rules.ts'

describe('days active', () => {
  test('are the days of the calendar where the person is', () => {
    const times = ['2026-03-04T00:30:00Z', '2026-03-04T23:30:00Z', '2026-03-05T12:00:00Z']
    expect(daysActive(times, 'UTC')).toBe(2)
    expect(daysActive(times, 'America/New_York')).toBe(3)
    expect(daysActive(times, 'Asia/Tokyo')).toBe(2)
    expect(daysActive(times, 'Asia/Kathmandu')).toBe(2)
    expect(daysActive([], 'UTC')).toBe(0)
  })

  test('of the first and last times of each UTC day are those of all times, everywhere', () => {
    // Many times of two weeks over the change to summer time, always the same ones.
    const all = Array.from({ length: 400 }, (_, place) =>
      new Date(Date.UTC(2026, 2, 1) + ((place * 7_368_787) % (26 * 86_400)) * 1000).toISOString(),
    ).filter((_, place) => place % 7 !== 3)
    const ofDay = Map.groupBy(all.toSorted(), (time) => time.slice(0, 10))
    const ends = [...ofDay.values()].flatMap((times) => [times[0] as string, times.at(-1) as string])
    expect(ends.length).toBeLessThan(all.length / 4)
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(daysActive(ends, zone), zone).toBe(daysActive(all, zone))
    }
  })
})

test('the latest three of all, the latest first', () => {
  const at = (minute: number) => `2026-03-04T12:0${minute}:00.000Z`
  const wrote = (minute: number): ActivityEvent => ({
    kind: 'connection',
    at: at(minute),
    id: String(minute),
    term_name: null,
  })
  const events = latestOf([wrote(5), wrote(1)], [wrote(4), wrote(3)])
  expect(events.map((event) => event.at)).toEqual([at(5), at(4), at(3)])
  expect(latestOf([], [])).toEqual([])
})
