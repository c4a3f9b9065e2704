import { describe, expect, test } from 'vitest'
import { banEnd, pageLinks } from './admin.rules.ts'

describe('a ban', () => {
  const now = new Date('2026-03-04T12:00:00Z')
  test.each([
    ['24h', '2026-03-05T12:00:00.000Z'],
    ['1h30m', '2026-03-04T13:30:00.000Z'],
    ['0.5m', '2026-03-04T12:00:30.000Z'],
  ])('of %s', (duration, end) => expect(banEnd(duration, now)?.toISOString()).toBe(end))
  test.each(['none', '0s'])('%s ends it', (duration) => expect(banEnd(duration, now)).toBeNull())
})

test('page links have the format that the client parses', () => {
  expect(pageLinks('/admin/users', { page: 1, per_page: 50 }, 120)).toBe(
    '</admin/users?page=2&per_page=50>; rel="next", </admin/users?page=3&per_page=50>; rel="last"',
  )
  expect(pageLinks('/admin/users', { page: 3, per_page: 50 }, 120)).toBe(
    '</admin/users?page=3&per_page=50>; rel="last"',
  )
  expect(pageLinks('/admin/users', { page: 1, per_page: 50 }, 0)).toBe(
    '</admin/users?page=1&per_page=50>; rel="last"',
  )
})
