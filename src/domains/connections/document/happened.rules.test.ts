import { describe, expect, test } from 'vitest'
import {
  emptyHappened,
  formatHappened,
  happenedProblem,
  parseHappened,
  plainDigits,
  toHappenedInput,
} from './happened.rules.ts'

const now = new Date('2026-03-14T23:30:00Z')
const parse = (input: object) => parseHappened({ ...emptyHappened, ...input }, now)
const dateOf = (input: object) => {
  const result = parse(input)
  return 'problem' in result ? result.problem : result.happened?.date
}

describe('When it happened', () => {
  test.each([
    [{ year: '2020' }, '2020'],
    [{ year: '2020', month: '3' }, '2020-03'],
    [{ year: '2020', month: '3', day: '9' }, '2020-03-09'],
    [{ year: '2020', month: '2', day: '29' }, '2020-02-29'],
    [{ year: ' 2020 ', month: '03', day: '09' }, '2020-03-09'],
    [{ year: '٢٠٢٠', month: '٣', day: '٩' }, '2020-03-09'],
    [{ year: '２０２０' }, '2020'],
    [{ year: '1900' }, '1900'],
    [{}, undefined],
  ])('%j is read as %s', (input, date) => expect(dateOf(input)).toBe(date))

  test.each([
    [{ year: '2021', month: '2', day: '30' }, /isn’t in the calendar/],
    [{ year: '2021', month: '2', day: '29' }, /isn’t in the calendar/],
    [{ year: '2021', month: '13' }, /isn’t in the calendar/],
    [{ year: '21' }, /isn’t in the calendar/],
    [{ year: '20201' }, /isn’t in the calendar/],
    [{ year: 'long ago' }, /isn’t in the calendar/],
    [{ year: '1899' }, /from 1900 on/],
    [{ year: '2027' }, /in the future/],
    [{ year: '2026', month: '4' }, /in the future/],
    [{ month: '3', day: '9' }, /add the year/],
    [{ year: '2020', day: '9' }, /add the month/],
    [{ year: '2020', month: '3', time: '9:30' }, /add the day/],
    [{ year: '2020', month: '3', day: '9', time: '25:00' }, /isn’t a time of day/],
    [{ year: '2020', month: '3', day: '9', time: '13 pm' }, /isn’t a time of day/],
  ])('%j is a problem: %s', (input, problem) => expect(dateOf(input)).toMatch(problem))

  test.each([
    ['21:30', '21:30'],
    ['9:05', '09:05'],
    ['9:30 pm', '21:30'],
    ['12 am', '00:00'],
    ['12 p.m.', '12:00'],
    ['21.30', '21:30'],
    ['7', '07:00'],
    ['', null],
  ])('the time %j is read as %j', (time, expected) => {
    expect(parse({ year: '2020', month: '3', day: '9', time })).toMatchObject({
      happened: { time: expected },
    })
  })

  test('may be today where the writer is, and no later', () => {
    const tomorrow = { date: '2026-03-15', time: null, about: false }
    expect(happenedProblem({ ...tomorrow, time_zone: 'Asia/Tokyo' }, now)).toBeUndefined()
    expect(happenedProblem({ ...tomorrow, time_zone: 'Europe/Berlin' }, now)).toBeUndefined()
    expect(happenedProblem({ ...tomorrow, time_zone: 'America/New_York' }, now)).toMatch(/in the future/)
    // Unknown zones: the latest day anywhere.
    expect(happenedProblem({ ...tomorrow, time_zone: 'Foo/Bar' }, now)).toBeUndefined()
    expect(happenedProblem({ ...tomorrow, date: '2026-03-16', time_zone: null }, now)).toMatch(
      /in the future/,
    )
  })

  test('comes back into the fields of the form as it was', () => {
    for (const input of [
      { year: '2020', month: '3', day: '9', time: '21:30', about: true, time_zone: 'Europe/Berlin' },
      { year: '2020', month: '11' },
      { year: '2020' },
      {},
    ]) {
      const result = parse(input)
      if ('problem' in result) throw new Error(result.problem)
      expect(toHappenedInput(result.happened)).toEqual({ ...emptyHappened, ...input })
    }
  })

  test('is shown as exactly as it is known', () => {
    const happened = { date: '2020-03-09', time: null, about: false, time_zone: null }
    expect(formatHappened(happened)).toBe('March 9, 2020')
    expect(formatHappened({ ...happened, time: '21:30' })).toMatch(/^March 9, 2020(,| at) 9:30\sPM$/)
    expect(formatHappened({ ...happened, date: '2020-03', about: true })).toBe('About March 2020')
    expect(formatHappened({ ...happened, date: '2020' })).toBe('2020')
  })
})

test('Digits of other scripts become plain', () => {
  expect(plainDigits('٢٠٢٦ ۲۰۲۶ २०२६ 𝟚𝟘𝟚𝟞 ๒๐๒๖')).toBe('2026 2026 2026 2026 2026')
})
