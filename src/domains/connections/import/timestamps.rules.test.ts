import { expect, test } from 'vitest'
import { findDay, parseTimestamp } from './timestamps.rules.ts'

const now = new Date('2026-03-04T08:00:00Z')
const at = (text: string) => parseTimestamp(text, now)?.at.toISOString()

test.each([
  ['2024-03-14T21:30:00Z', '2024-03-14T21:30:00.000Z'],
  ['2024-03-14T21:30:00.1234567Z', '2024-03-14T21:30:00.123Z'],
  ['2024-03-14 21:30:00 +02:00', '2024-03-14T19:30:00.000Z'],
  ['2024-03-14T00:10-0530', '2024-03-14T05:40:00.000Z'],
  ['2024-03-14', '2024-03-14T12:00:00.000Z'],
  ['0099-03-14', '0099-03-14T12:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(at(text)).toBe(expected)
})

test.each([
  ...['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '2024-03-14T24:00Z', '2024-03-14T10:60Z'],
  ...['2024-03-14T10:00:00+99:00', 'yesterday', '', '2024', '03/14/2024', '2024-03-14T', '٢٠٢٤-٠٣-١٤'],
])('%s is no time', (text) => {
  expect(parseTimestamp(text, now)).toBeUndefined()
})

test('A time without a zone is local, and its id is the same on every device', () => {
  const read = parseTimestamp('2024-03-14T21:30', now)
  expect(read?.at.getHours()).toBe(21)
  expect(read?.fixed).toBe(Date.UTC(2024, 2, 14, 21, 30))
})

test('Today is no future before noon, and its id stays the same afterwards', () => {
  const morning = parseTimestamp('2026-03-04', now)
  const evening = parseTimestamp('2026-03-04', new Date('2026-03-04T20:00:00Z'))
  expect(morning?.at).toEqual(now)
  expect(evening?.at.toISOString()).toBe('2026-03-04T12:00:00.000Z')
  expect(morning?.fixed).toBe(evening?.fixed)
  expect(at('2026-03-09')).toBe('2026-03-09T12:00:00.000Z')
})

test.each([
  ['2024-03-14.md', '2024-03-14'],
  ['Diary 20240314.txt', '2024-03-14'],
  ['1_2024.03.14_evening.md', '2024-03-14'],
  ['2024-02-30.md', undefined],
  ['2024-02-30 or 2024-03-01.md', '2024-03-01'],
  ['120240314.md', undefined],
  ['notes.md', undefined],
])('The day in %s is %s', (name, expected) => {
  expect(findDay(name)).toBe(expected)
})
