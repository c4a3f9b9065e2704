import { expect, test } from 'vitest'
import type { Session } from './identity.contract.ts'
import { isRecentlyAuthenticated, nextPath } from './identity.rules.ts'

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/settings?a=b', '/dashboard/settings?a=b'],
  ['/dashboard\\settings', '/dashboard/settings'],
  ['/dash\tboard', '/dashboard'],
])('after signing in, %j leads to %s', (next, path) => {
  expect(nextPath(next)).toBe(path)
})

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '\\\\evil.example\\dashboard',
  '/\t/evil.example/dashboard',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e//evil.example',
  '/dashboard@evil.example',
  '/dashboardx',
  'javascript:alert(1)//dashboard',
  'blob:https://here.invalid/dashboard',
  '/auth-test/sign-out',
  `/dashboard?${'a'.repeat(3_000)}`,
  '',
  null,
])('after signing in, the invalid target %j leads to the dashboard', (next) => {
  expect(nextPath(next)).toBe('/dashboard')
})

test('a reauthentication counts for 15 minutes, and not if its time is far in the future', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const minute = 60_000
  const isFresh = (minutes: number) =>
    isRecentlyAuthenticated(
      { proven_at: new Date(now.getTime() + minutes * minute), is_anonymous: false } as Session,
      now,
    )
  // One minute ahead is accepted: another process may have written it with its own clock.
  expect([-16, -14, 1, 24 * 60].map(isFresh)).toEqual([false, true, true, false])
})
