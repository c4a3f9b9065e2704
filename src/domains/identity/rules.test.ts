import { expect, test } from 'vitest'
import { nextPath } from './rules.ts'

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
])('and %j to the dashboard, like everything else', (next) => {
  expect(nextPath(next)).toBe('/dashboard')
})
