import { expect, test } from 'vitest'
import { serviceLife } from './service-tokens.rules.ts'

test('a token lasts an hour unless told, and thirty days at most', () => {
  const hour = 3600_000
  expect(serviceLife(undefined)).toBe(hour)
  expect(serviceLife('720')).toBe(720 * hour)
  for (const typed of ['0', '721', '-1', '1.5', '1e3', 'forever', ''])
    expect(serviceLife(typed)).toBeUndefined()
})
