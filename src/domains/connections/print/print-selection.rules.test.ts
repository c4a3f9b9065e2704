import { describe, expect, test } from 'vitest'
import type { Happened } from '../document/document.rules.ts'
import type { Entry } from '../entries.contract.ts'
import {
  countTerms,
  initialMonths,
  type PrintChoice,
  readMonths,
  selectEntries,
} from './print-selection.rules.ts'

const on = (date: string, time: string | null = null): Happened => ({
  date,
  time,
  about: false,
  time_zone: null,
})
const term = (id: string, term_name: string) => ({ id, term_name, slug: id, tags: [], retired: false })
const entry = (id: string, created_at: string, rest: Partial<Entry> = {}) => ({
  id,
  created_at,
  happened: null,
  terms: [],
  tags: [],
  ...rest,
})

const entries = [
  entry('e', '2026-05-01T08:00:00Z', { happened: on('2024') }),
  entry('d', '2026-04-30T23:30:00Z', { happened: on('2026-03-02', '21:30'), tags: ['Café'] }),
  entry('c', '2026-04-02T08:00:00Z', { happened: on('2026-03-02', '09:10'), terms: [term('t1', 'One')] }),
  entry('b', '2026-01-02T08:00:00Z', { terms: [term('t2', 'Two'), term('t1', 'One')] }),
  entry('a', '2025-12-31T23:30:00Z', { happened: on('2024-07') }),
]

const all: PrintChoice = {
  kind: 'all',
  by: 'written',
  first: { month: '', year: '' },
  last: { month: '', year: '' },
  term_id: '',
  tag: '',
  ids: new Set(),
  newestFirst: false,
}
const idsOf = (choice: Partial<PrintChoice>, timeZone = 'UTC') =>
  selectEntries(entries, { ...all, ...choice }, timeZone)
    .selected.map(({ id }) => id)
    .join('')
const months = (first: string, last = ''): Partial<PrintChoice> => {
  const input = (text: string) => {
    const [year = '', month = ''] = text.split('-')
    return { year, month }
  }
  return { kind: 'months', first: input(first), last: input(last) }
}

describe('Connections are chosen', () => {
  test('all, the oldest or the newest first', () => {
    expect(idsOf({})).toBe('abcde')
    expect(idsOf({ newestFirst: true })).toBe('edcba')
    expect(entries.map(({ id }) => id).join('')).toBe('edcba')
  })

  test('by the month in which they were written, in the time zone of the browser', () => {
    expect(idsOf(months('2026-4'))).toBe('cd')
    expect(idsOf(months('2026-04'), 'Europe/Berlin')).toBe('c')
    expect(idsOf(months('2026-1'), 'Europe/Berlin')).toBe('ab')
    expect(idsOf(months('2026-1', '2026-04'))).toBe('bcd')
    expect(idsOf(months('2026-04', '2026-1'))).toBe('bcd')
    expect(idsOf(months('2026'))).toBe('bcde')
    expect(idsOf(months('2025', '2026-01'))).toBe('ab')
  })

  test('by the month in which it happened, in that order, where a year is all of its months', () => {
    const by = { by: 'happened' } as const
    expect(idsOf({ ...months('2026-3'), ...by })).toBe('cd')
    expect(idsOf({ ...months('2024-12'), ...by })).toBe('e')
    expect(idsOf({ ...months('2024-7', '2026'), ...by })).toBe('eacd')
    expect(idsOf({ ...months('2025-1', '2025-12'), ...by })).toBe('')
    expect(selectEntries(entries, { ...all, ...months('2026'), ...by }, 'UTC').undated).toBe(1)
  })

  test('by one of their terms, a tag whatever its case and accents, or one by one', () => {
    expect(idsOf({ kind: 'term', term_id: 't1' })).toBe('bc')
    expect(idsOf({ kind: 'tag', tag: 'CAFE' })).toBe('d')
    expect(idsOf({ kind: 'some', ids: new Set(['d', 'a', 'of someone else']) })).toBe('ad')
  })

  test.each(['0', '13', '1.5', '-1', 'May', '1e0', '٠'])('and never by the month %s', (month) => {
    const first = { month, year: '2026' }
    expect(readMonths({ first, last: { month: '', year: '' } })).toBeUndefined()
    expect(selectEntries(entries, { ...all, kind: 'months', first }, 'UTC')).toEqual({
      selected: [],
      undated: 0,
      problem: 'months',
    })
  })

  test.each(['', '26', '20266', 'two'])('and never by the year "%s"', (year) => {
    expect(readMonths({ first: { month: '1', year }, last: { month: '', year: '' } })).toBeUndefined()
    expect(readMonths({ first: { month: '1', year: '2026' }, last: { month: '1', year } })).toBeUndefined()
  })

  test('with digits of any script', () => {
    const first = { month: ' ٤ ', year: '２０２６' }
    expect(readMonths({ first, last: { month: ' ', year: '' } })).toEqual(['2026-04', '2026-04'])
  })
})

test('The fields start with the months of the oldest and the newest Connection', () => {
  expect(initialMonths(entries, 'UTC')).toEqual([
    { month: '12', year: '2025' },
    { month: '5', year: '2026' },
  ])
  expect(initialMonths([], 'UTC')[0]).toEqual({ month: '', year: '' })
})

test('Terms are counted, also those that are not the first', () => {
  expect(countTerms(entries)).toEqual([
    { id: 't1', name: 'One', count: 2 },
    { id: 't2', name: 'Two', count: 1 },
  ])
})
