import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/test-database.ts'
import { masterKey } from './crypto.server.ts'
import { openDatabase } from './database/pool.server.ts'
import { createRateLimits } from './rate-limits.server.ts'

const database = testDatabase()
const limits = () => createRateLimits(database.auth, masterKey(Buffer.alloc(32, 7)))

test('ten tries block a key in every process, and no other key', async () => {
  const [one, other] = [limits(), limits()]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, time) => (time % 2 ? one : other).consume('proof', 'a')),
  )
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(10)
  expect(Math.min(...answers.filter((seconds) => seconds > 0))).toBeGreaterThan(800)
  expect(await other.consume('proof', 'b')).toBe(0)
  expect(await other.consume('mail', 'a')).toBe(0)
  await one.reset('proof', 'a')
  expect(await other.consume('proof', 'a')).toBe(0)
})

describe('a rejected guess', () => {
  /** @returns how many of the given number of simultaneous wrong guesses are checked */
  const judged = async (times: number, guess: { account?: string; clientIp: string; isCode?: boolean }) => {
    const one = limits()
    const wrong = () => one.attempt({ kind: 'code', ...guess }, async () => undefined)
    const answers = await Promise.all(Array.from({ length: times }, wrong))
    return answers.filter(({ outcome }) => outcome === 'checked').length
  }

  test('does not count for the monthly limit of the account or the limit of the client address', async () => {
    const address = '192.0.2.90'
    expect(await judged(300, { account: 'flooded', clientIp: address, isCode: true })).toBe(10)
    await limits().reset('proof', 'flooded')
    // Forty more of the fifty per day, in four quarters of an hour, and ninety more for the address.
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await judged(12, { account: 'flooded', clientIp: '192.0.2.91', isCode: true })).toBe(10)
      await limits().reset('proof', 'flooded')
    }
    expect(await judged(2, { account: 'flooded', clientIp: '192.0.2.91', isCode: true })).toBe(0)
    expect(await judged(95, { clientIp: address })).toBe(90)
  })

  test('of a code, during a pause for codes, leaves the account ten password tries', async () => {
    const one = limits()
    await Promise.all(Array.from({ length: 50 }, () => one.consume('codes_day', 'paused codes')))
    const guessing = { account: 'paused codes', clientIp: '192.0.2.92' }
    for (let time = 0; time < 4; time++) expect(await judged(5, { ...guessing, isCode: true })).toBe(0)
    expect(await judged(11, guessing)).toBe(10)
  })
})

test('each further try is delayed longer', async () => {
  const took = async (key: string) => {
    const begun = performance.now()
    await limits().consume('proof', key)
    return performance.now() - begun
  }
  const keys = Array.from({ length: 8 }, (_, place) => `slow-${place}`)
  for (const time of ['first', 'second', 'third', 'fourth']) {
    const times = []
    for (const key of keys) times.push(await took(key))
    // The minimum of several, to leave out delays of a busy machine.
    expect(Math.min(...times), time).toBeLessThan(240)
  }
  const [key = ''] = keys
  expect(await took(key), 'fifth').toBeGreaterThan(240)
  await took(key)
  expect(await took(key), 'seventh').toBeGreaterThan(990)
})

test('the table contains no account and no client address', async () => {
  await limits().attempt(
    { kind: 'password', account: 'someone@example.org', clientIp: '192.0.2.77' },
    async () => undefined,
  )
  const rows = await database.auth.selectFrom('auth.rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/someone|192\.0/)
})

describe('Counting in memory', () => {
  test('rejects only the key above its limit', () => {
    const one = limits()
    const answers = Array.from({ length: 105 }, () => one.consumeInMemory('search', '192.0.2.1'))
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(100)
    expect(answers.at(-1)).toBeGreaterThan(0)
    expect(answers.at(-1)).toBeLessThanOrEqual(10)
    expect(one.consumeInMemory('search', '192.0.2.2')).toBe(0)
    expect(one.consumeInMemory('request', '192.0.2.1')).toBe(0)
  })

  test('writes nothing to the database for 29 requests, and only the limit of 300 for 5,000', async () => {
    const written = async () => {
      const rows = await database.auth.selectFrom('auth.rate_limits').selectAll().execute()
      return rows.filter(({ key }) => key.startsWith('request:')).map(({ points }) => Number(points))
    }
    const one = limits()
    for (let key = 0; key < 29; key++) one.consumeInMemory('request', 'typing')
    expect(await written()).toEqual([])
    for (let time = 0; time < 5_000; time++) one.consumeInMemory('request', 'flood')
    await expect.poll(written).toEqual([300])
  })

  test('is shared by all processes', async () => {
    const [one, other] = [limits(), limits()]
    for (let time = 0; time < 90; time++) one.consumeInMemory('search', 'two processes')
    await expect
      .poll(() => Array.from({ length: 10 }, () => other.consumeInMemory('search', 'two processes')).at(-1))
      .toBeGreaterThan(0)
  })

  test('works without a database', async () => {
    const closed = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, 'nobody')
    const nowhere = createRateLimits(closed, masterKey(Buffer.alloc(32, 7)))
    const answers = Array.from({ length: 101 }, () => nowhere.consumeInMemory('search', 'a'))
    expect(answers.at(-1)).toBeGreaterThan(0)
    await closed.destroy()
  })
})

describe('After the clock was ahead and is corrected', () => {
  const truth = Date.parse('2026-03-01T12:00:00Z')
  const day = 24 * 60 * 60 * 1000
  const year = 365 * day
  const at = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })
  afterEach(() => void vi.useRealTimers())

  test('no client waits longer than usual', async () => {
    at(truth + year)
    const one = limits()
    const count = (key: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => one.consume('codes_day', key)))
    await count('many then', 50)
    await count('one then', 1)
    at(truth)
    expect(await one.consume('codes_day', 'many then')).toBe(day / 1000)
    await count('one then', 49)
    expect(await one.consume('codes_day', 'one then')).toBe(day / 1000)
    at(truth + day)
    for (const key of ['many then', 'one then']) expect(await one.consume('codes_day', key)).toBe(0)
  })

  test('no client counted in memory waits longer than usual, in any process', async () => {
    at(truth + year)
    const one = limits()
    for (let time = 0; time < 90; time++) one.consumeInMemory('search', 'a wrong day')
    const written = () =>
      database.auth.selectFrom('auth.rate_limits').select('points').where('key', 'like', 'search:%').execute()
    await expect.poll(async () => (await written()).some(({ points }) => Number(points) === 90)).toBe(true)
    at(truth)
    expect(one.consumeInMemory('search', 'a wrong day')).toBe(0)
    const other = limits()
    const flood = () =>
      Array.from({ length: 30 }, () => other.consumeInMemory('search', 'a wrong day')).at(-1) ?? 0
    await expect.poll(flood).toBeGreaterThan(0)
    expect(flood()).toBeLessThanOrEqual(10)
    at(truth + 11_000)
    expect(other.consumeInMemory('search', 'a wrong day')).toBe(0)
  })
})
