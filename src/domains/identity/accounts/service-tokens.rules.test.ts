import { expect, test } from 'vitest'
import { parseServiceTokenTtl } from './service-tokens.rules.ts'

test('a service token lasts an hour by default, and thirty days at most', () => {
  const hour = 3600_000
  expect(parseServiceTokenTtl(undefined)).toBe(hour)
  expect(parseServiceTokenTtl('720')).toBe(720 * hour)
  for (const input of ['0', '721', '-1', '1.5', '1e3', 'forever', ''])
    expect(parseServiceTokenTtl(input)).toBeUndefined()
})
