import { expect, test } from 'vitest'
import { lockIn, lockTime, needsLockUpdate, parseLockMinutes } from './safe-mode.rules.ts'

const now = new Date('2026-03-04T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('the form accepts 1, 5 or 15 minutes until the lock, or never', () => {
  expect(['0', '1', '5', '15'].map(parseLockMinutes)).toEqual([null, 1, 5, 15])
  for (const value of ['2', '', '05', 5, undefined, 'constructor', '1000000'])
    expect(parseLockMinutes(value)).toBeUndefined()
})

test('the server locks a little later than the page, which does not report every activity', () => {
  expect(lockTime(now, 1)).toEqual(after(75))
  expect(lockTime(now, 15)).toEqual(after(16 * 60))
  expect(lockIn(lockTime(now, 1), 1, now)).toBe(60_000)
  expect(lockIn(lockTime(now, 5), 5, after(301))).toBe(-1_000)
})

test('a lock time is stored if it has moved by several seconds or if there was none', () => {
  expect(needsLockUpdate(null, after(75))).toBe(true)
  expect(needsLockUpdate(after(75), after(79))).toBe(false)
  expect(needsLockUpdate(after(75), after(81))).toBe(true)
  // A change from 15 minutes to one minute moves the lock earlier, which counts too.
  expect(needsLockUpdate(after(900), after(75))).toBe(true)
  expect(needsLockUpdate(after(75), null)).toBe(false)
})
