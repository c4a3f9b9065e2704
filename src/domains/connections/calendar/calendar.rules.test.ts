import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addMonths,
  dayForKey,
  daysOfZone,
  firstWeekdayOf,
  formatDate,
  formatTime,
  isCalendarDate,
  type PressedKey,
  readMonth,
  sameDayIn,
  weekdayNames,
  weeksOf,
} from './calendar.rules.ts'

const range = { first: '1900-01', last: '2026-03' }
const press = (key: string, modifiers: Partial<PressedKey> = {}): PressedKey => ({
  ...{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
  ...modifiers,
})

describe('A stored date', () => {
  test.each([
    ...['', '20260314', '2026-3-14', '2026-03-14T00:00', ' 2026-03-14', '2026-03-14\n', '２０２６-03-14'],
    ...['2026-00', '2026-13', '2026-02-29', '1900-02-29', '2026-04-31', '2026-03-00', '2026-03-32'],
    ...['1899', '1899-12-31', '0000', '-2026', '+02026-03-14', 'constructor'],
    ...[null, undefined, 2026, {}, ['2026'], Number.NaN],
  ])('%j is in no calendar', (value) => {
    expect(isCalendarDate(value)).toBe(false)
  })

  test.each(['1900', '1900-01-01', '2000-02-29', '2024-02-29', '2026', '2026-03', '2026-12-31'])(
    '%s is in the calendar',
    (value) => {
      expect(isCalendarDate(value)).toBe(true)
    },
  )
})

describe('The weeks of a month', () => {
  test('begin on the first day of the week, and other months are left out', () => {
    expect(weeksOf('2026-03', 0).map((week) => week.map((day) => Number(day?.slice(8) ?? 0)))).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13, 14],
      [15, 16, 17, 18, 19, 20, 21],
      [22, 23, 24, 25, 26, 27, 28],
      [29, 30, 31, 0, 0, 0, 0],
    ])
    expect(weeksOf('2026-03', 1)[0]).toEqual([null, null, null, null, null, null, '2026-03-01'])
    expect(weeksOf('2026-02', 0)).toHaveLength(4)
    expect(weeksOf('2026-08', 0)).toHaveLength(6)
  })

  test('have each day of each month from 1900 on once, under its weekday', () => {
    for (const first of [0, 1, 6]) {
      const days: string[] = []
      const misplaced: string[] = []
      for (let month = '1900-01'; month < '2101-01'; month = addMonths(month, 1))
        for (const week of weeksOf(month, first)) {
          if (week.length !== 7 || week.every((day) => day === null)) misplaced.push(month)
          for (const [column, day] of week.entries()) {
            if (!day) continue
            days.push(day)
            if (new Date(`${day}T12:00:00Z`).getUTCDay() !== (first + column) % 7) misplaced.push(day)
          }
        }
      expect(misplaced).toEqual([])
      expect(days.length).toBe((Date.UTC(2101, 0) - Date.UTC(1900, 0)) / 86_400_000)
      expect(days.join() === [...new Set(days)].sort().join()).toBe(true)
    }
  })

  test.each([
    ['1900-02', 28],
    ['2000-02', 29],
    ['2024-02', 29],
    ['2026-02', 28],
    ['2100-02', 28],
  ])('%s has %i days', (month, count) => {
    expect(weeksOf(month, 0).flat().filter(Boolean)).toHaveLength(count)
  })

  test('are the same in every time zone, whether clocks change or days are left out', () => {
    const before = process.env.TZ
    try {
      const expected = ['2011-12', '2026-03', '2026-10', '2018-11'].map((month) => weeksOf(month, 1))
      // Samoa had no December 30, 2011; in São Paulo midnight did not exist on some days.
      for (const zone of ['Pacific/Apia', 'America/Sao_Paulo', 'Europe/Berlin', 'America/New_York']) {
        process.env.TZ = zone
        expect(['2011-12', '2026-03', '2026-10', '2018-11'].map((month) => weeksOf(month, 1))).toEqual(
          expected,
        )
        expect(dayForKey('2018-11-03', press('ArrowRight'), range, 0)).toBe('2018-11-04')
        expect(dayForKey('2026-03-07', press('ArrowRight'), range, 0)).toBe('2026-03-08')
        expect(dayForKey('2025-10-26', press('ArrowDown'), range, 0)).toBe('2025-11-02')
        expect(formatDate('en', '2011-12-30')).toBe('December 30, 2011')
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})

describe('A month', () => {
  test.each([
    ['2026-03', -3, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['1900-01', 12, '1901-01'],
    ['2000-06', 0, '2000-06'],
    ['2026-03', -1514, '1900-01'],
  ])('%s and %i is %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected)
  })

  test('has no day that it lacks', () => {
    expect(sameDayIn('2026-02', '2026-01-31')).toBe('2026-02-28')
    expect(sameDayIn('2024-02', '2026-01-30')).toBe('2024-02-29')
    expect(sameDayIn('2026-04', '2026-03-04')).toBe('2026-04-04')
  })
})

describe('A key', () => {
  const from = (day: string, key: string, modifiers?: Partial<PressedKey>) =>
    dayForKey(day, press(key, modifiers), range, 0)

  test.each([
    ['2026-02-28', 'ArrowRight', '2026-03-01'],
    ['2024-02-28', 'ArrowRight', '2024-02-29'],
    ['2026-01-01', 'ArrowLeft', '2025-12-31'],
    ['2026-01-03', 'ArrowUp', '2025-12-27'],
    ['2025-12-27', 'ArrowDown', '2026-01-03'],
    ['2026-03-11', 'Home', '2026-03-08'],
    ['2026-03-11', 'End', '2026-03-14'],
    // The first and last week of a month may be short.
    ['2025-10-02', 'Home', '2025-10-01'],
    ['2025-10-30', 'End', '2025-10-31'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    ['2026-01-31', 'PageDown', '2026-02-28'],
  ])('from %s, %s leads to %s', (day, key, expected) => {
    expect(from(day, key)).toBe(expected)
  })

  test('with Shift leads to another year, with Control to the ends of the month', () => {
    expect(from('2024-02-29', 'PageUp', { shiftKey: true })).toBe('2023-02-28')
    expect(from('2024-02-10', 'PageDown', { shiftKey: true })).toBe('2025-02-10')
    expect(from('2024-02-10', 'Home', { ctrlKey: true })).toBe('2024-02-01')
    expect(from('2024-02-10', 'End', { ctrlKey: true })).toBe('2024-02-29')
  })

  test('never leads out of the calendar', () => {
    expect(from('1900-01-01', 'ArrowLeft')).toBe('1900-01-01')
    expect(from('1900-01-03', 'ArrowUp')).toBe('1900-01-01')
    expect(from('1900-01-03', 'PageUp')).toBe('1900-01-03')
    expect(from('1900-05-03', 'PageUp', { shiftKey: true })).toBe('1900-01-03')
    expect(from('2026-03-31', 'ArrowRight')).toBe('2026-03-31')
    expect(from('2026-03-28', 'ArrowDown')).toBe('2026-03-31')
    expect(from('2025-10-31', 'PageDown', { shiftKey: true })).toBe('2026-03-31')
  })

  test('keeps its other meaning: Back, selecting, typing, Quick Hide', () => {
    for (const key of ['Escape', 'Tab', 'Enter', ' ', 'a', 'constructor', '__proto__', ''])
      expect(from('2026-03-11', key)).toBeUndefined()
    expect(from('2026-03-11', 'ArrowLeft', { altKey: true })).toBeUndefined()
    expect(from('2026-03-11', 'ArrowLeft', { metaKey: true })).toBeUndefined()
    expect(from('2026-03-11', 'ArrowLeft', { ctrlKey: true })).toBeUndefined()
    expect(from('2026-03-11', 'ArrowLeft', { shiftKey: true })).toBeUndefined()
    expect(from('2026-03-11', 'Home', { shiftKey: true })).toBeUndefined()
  })

  test('leads the other way where a page is read from right to left', () => {
    expect(dayForKey('2026-03-11', press('ArrowLeft'), range, 6, true)).toBe('2026-03-12')
    expect(dayForKey('2026-03-11', press('ArrowRight'), range, 6, true)).toBe('2026-03-10')
    expect(dayForKey('2026-03-11', press('ArrowDown'), range, 6, true)).toBe('2026-03-18')
  })
})

describe('The first day of the week', () => {
  afterEach(() => vi.restoreAllMocks())
  const withWeekInfo = (weekInfo: unknown) =>
    vi.spyOn(Intl, 'Locale').mockImplementation(
      class {
        weekInfo = weekInfo
      } as never,
    )

  test('is the locale’s', () => {
    expect(firstWeekdayOf('en')).toBe(0)
    expect(firstWeekdayOf('en-US')).toBe(0)
    expect(firstWeekdayOf('de')).toBe(1)
    expect(firstWeekdayOf('fa')).toBe(6)
  })

  test('is Sunday where the browser does not know it, or knows nonsense', () => {
    expect(firstWeekdayOf('no such tag')).toBe(0)
    for (const info of [undefined, null, {}, { firstDay: 0 }, { firstDay: 8 }, { firstDay: 'mon' }]) {
      withWeekInfo(info)
      expect(firstWeekdayOf('de')).toBe(0)
    }
    withWeekInfo({ firstDay: 1 })
    expect(firstWeekdayOf('en')).toBe(1)
  })

  test('begins the names of the weekdays', () => {
    expect(
      weekdayNames('en', 0)
        .map(({ short }) => short)
        .join(),
    ).toBe('Sun,Mon,Tue,Wed,Thu,Fri,Sat')
    expect(weekdayNames('en', 6)[0]?.long).toBe('Saturday')
  })
})

test('Dates are written in the Gregorian calendar in every language', () => {
  expect(formatDate('en', '2026-03-14')).toBe('March 14, 2026')
  expect(formatDate('en', '2026-03-14', true)).toBe('Saturday, March 14, 2026')
  expect(formatDate('en', '2026-03')).toBe('March 2026')
  expect(formatDate('en', '2026', true)).toBe('2026')
  expect(formatDate('th', '2026-03')).toContain('2026')
  expect(formatTime('en', '21:30')).toMatch(/^9:30\sPM$/)
  expect(formatTime('en', 'soon')).toBe('')
})

test('An instant is on the day of the time zone, also when clocks change', () => {
  expect(daysOfZone('UTC')('2026-03-14T23:59:59.999Z')).toBe('2026-03-14')
  expect(daysOfZone('Pacific/Kiritimati')('2026-03-14T10:00:00.000Z')).toBe('2026-03-15')
  expect(daysOfZone('Pacific/Pago_Pago')('2026-03-14T10:59:00.000Z')).toBe('2026-03-13')
  const inNewYork = daysOfZone('America/New_York')
  expect(inNewYork('2026-03-08T04:59:00.000Z')).toBe('2026-03-07')
  expect(inNewYork('2026-03-09T03:59:00.000Z')).toBe('2026-03-08')
  expect(inNewYork('2026-11-02T04:59:00.000Z')).toBe('2026-11-01')
})

describe('Go to', () => {
  const read = (month: string, year: string, locale = 'en') => readMonth({ month, year }, range, locale)

  test.each([
    ['3', '2026', '2026-03'],
    ['03', ' 2025 ', '2025-03'],
    ['', '1900', '1900-01'],
    ['march', '2020', '2020-03'],
    ['Sept.', '2020', '2020-09'],
    ['٣', '٢٠٢٠', '2020-03'],
  ])('reads %j and %j', (month, year, expected) => {
    expect(read(month, year)).toBe(expected)
  })

  test('reads the names of the language', () => {
    expect(read('März', '2020', 'de')).toBe('2020-03')
  })

  test.each([
    ['', ''],
    ['3', ''],
    ['13', '2020'],
    ['0', '2020'],
    ['-1', '2020'],
    ['1.5', '2020'],
    ['1e0', '2020'],
    ['003', '2020'],
    ['Ju', '2020'],
    ['nonsense', '2020'],
    ['.', '2020'],
    ['3', '20'],
    ['3', '20200'],
    ['12', '1899'],
    ['4', '2026'],
    ['1', '9999'],
  ])('has no month for %j and %j', (month, year) => {
    expect(read(month, year)).toBeUndefined()
  })
})
