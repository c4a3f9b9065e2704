import { describe, expect, test } from 'vitest'
import type { ActivityEvent } from './activity.contract.ts'
import { daysActive, latestOf } from './activity.rules.ts'

describe('days active', () => {
  test('are calendar days in the user’s time zone', () => {
    const times = ['2026-03-04T00:30:00Z', '2026-03-04T23:30:00Z', '2026-03-05T12:00:00Z']
    expect(daysActive(times, 'UTC')).toBe(2)
    expect(daysActive(times, 'America/New_York')).toBe(3)
    expect(daysActive(times, 'Asia/Tokyo')).toBe(2)
    expect(daysActive(times, 'Asia/Kathmandu')).toBe(2)
    expect(daysActive([], 'UTC')).toBe(0)
  })

  test('are the same for the first and last times of each UTC day, in every time zone', () => {
    // Pseudorandom times around the change to daylight saving time.
    const all = Array.from({ length: 400 }, (_, index) =>
      new Date(Date.UTC(2026, 2, 1) + ((index * 7_368_787) % (26 * 86_400)) * 1000).toISOString(),
    ).filter((_, index) => index % 7 !== 3)
    const byDay = Map.groupBy(all.toSorted(), (time) => time.slice(0, 10))
    const ends = [...byDay.values()].flatMap((times) => [times[0] as string, times.at(-1) as string])
    expect(ends.length).toBeLessThan(all.length / 4)
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(daysActive(ends, zone), zone).toBe(daysActive(all, zone))
    }
  })
})

test('returns the latest three events, newest first', () => {
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
