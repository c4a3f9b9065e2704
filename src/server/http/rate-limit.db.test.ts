import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, syncTerms } from '../../../test/support/user.ts'
import { checkPassword, hashPassword } from '../../platform/passwords/password-hashing.server.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Apple')])
})
/** A process without counted requests. */
beforeEach(async () => {
  await database.auth.deleteFrom('auth.rate_limits').execute()
  served = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
})

const from = (place: string, path: string, init: RequestInit = {}) =>
  served.app.request(path, { ...init, headers: { 'X-Forwarded-For': place, ...init.headers } })
const flood = (count: number, place: (time: number) => string, path: string, init?: RequestInit) =>
  Promise.all(Array.from({ length: count }, (_, time) => from(place(time), path, init)))
const statuses = (answers: Response[]) => new Set(answers.map(({ status }) => status))
const search = '/api/terms?search=apple'
const flooder = '203.0.113.9'

describe('A flood from one address', () => {
  test('is rejected above 50 concurrent requests, while other addresses are served', async () => {
    const flooding = flood(2_000, () => flooder, search)
    const person = await createTestUser(database)
    const others = await Promise.all([
      from('192.0.2.1', search),
      from('192.0.2.1', '/glossary?search=apple'),
      from('192.0.2.2', '/api/profile', { headers: { Cookie: person.cookie } }),
      from('192.0.2.3', '/glossary/apple'),
      from('192.0.2.4', '/auth-test'),
    ])
    expect([...statuses(others)]).toEqual([200])
    const answers = await flooding
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.length - refused.length).toBeLessThanOrEqual(50)
    expect(refused.every(({ headers }) => Number(headers.get('Retry-After')) > 0)).toBe(true)
    expect(await refused[0]?.json()).toMatchObject({ code: 'too_many_requests', detail: /again in/ })
  })

  test('in sequence is rejected after 100 searches, but other requests are served', async () => {
    for (let time = 0; time < 10; time++) {
      expect([...statuses(await flood(10, () => flooder, search))]).toEqual([200])
    }
    expect((await from(flooder, search)).status).toBe(429)
    expect((await from(flooder, '/api/terms/suggest?q=app')).status).toBe(429)
    expect((await from(flooder, '/glossary?search=apple')).status).toBe(429)
    expect((await from(flooder, '/api/terms')).status).toBe(200)
    expect((await from('192.0.2.1', search)).status).toBe(200)
  })

  test('of long lists is rejected sooner, because a list counts once per page', async () => {
    const lists = ['/glossary?page=30', '/glossary?from=1&page=9999', '/dashboard/glossary.data?page=30']
    for (const path of lists) {
      const place = `198.51.100.${lists.indexOf(path)}`
      const answers = await flood(11, () => place, path)
      expect(answers.filter(({ status }) => status === 429).length, path).toBeGreaterThan(0)
      expect((await from(place, '/api/terms')).status).toBe(429)
    }
    // Load More requests a single page.
    const pages = await flood(40, () => flooder, '/glossary?page=30&from=30')
    expect([...statuses(pages)]).toEqual([200])
  })

  test('is counted despite forged headers', async () => {
    const answers = await flood(200, (time) => `198.51.100.${time}, ${flooder}`, search)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(150)
    const bare = await testApp(database)
    const direct = await Promise.all(
      Array.from({ length: 200 }, (_, time) =>
        bare.app.request(search, { headers: { 'X-Forwarded-For': `198.51.100.${time}` } }, socketOf(flooder)),
      ),
    )
    expect(direct.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(150)
  })

  test('never blocks Quick Hide and signing out', async () => {
    await flood(400, () => flooder, search)
    expect((await from(flooder, '/api/terms')).status).toBe(429)
    const here = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } }
    const person = await createTestUser(database)
    const leaving = await from(flooder, '/leave', {
      ...here,
      headers: { ...here.headers, Cookie: person.cookie },
    })
    expect(leaving.status).toBe(200)
    expect((await from('192.0.2.1', '/api/profile', { headers: { Cookie: person.cookie } })).status).toBe(401)
    expect((await from(flooder, '/auth-test/sign-out', here)).status).toBe(302)
  })

  test('gets a page with Quick Hide, or an error of the auth API', async () => {
    await flood(400, () => flooder, search)
    const page = await from(flooder, '/dashboard/connections/new', { method: 'POST' })
    expect([page.status, page.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /default-src 'none'.*sha256-.*form-action 'self'/,
    )
    const words = await page.text()
    expect(words).toMatch(/action="\/leave"[\s\S]*Nothing of yours was lost/)
    const app = await from(flooder, '/auth/v1/user', { headers: { Origin: 'https://app.example' } })
    expect(app.status).toBe(429)
    expect(app.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(app.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(await app.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  })

  test('does not include requests from this machine', async () => {
    const answers = await flood(400, () => '127.0.0.1', '/robots.txt')
    expect([...statuses(answers)]).toEqual([200])
  })
})

describe('The queue of password hashes', () => {
  test('is limited: more get 503 with Retry-After, and everything else works', async () => {
    const held = await hashPassword('lantern over the quiet harbor')
    const line = Promise.all(Array.from({ length: 150 }, () => checkPassword('wrong', held)))
    const form = new URLSearchParams({ email: 'ana@example.org', password: 'lantern over the quiet harbor' })
    const post = {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }
    const [refused, app, reads, leaves] = await Promise.all([
      from('192.0.2.1', '/auth-test', post),
      from('192.0.2.2', '/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(form)),
      }),
      from('192.0.2.3', search),
      from('192.0.2.4', '/auth-test/sign-out', post),
    ])
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('A lot of people are signing in right now.')
    expect([app.status, reads.status, leaves.status]).toEqual([429, 200, 302])
    await line
    await sleep(0)
    expect((await from('192.0.2.1', '/auth-test', post)).status).toBe(400)
  })
})

/** The remote address as the server gets it (@hono/node-server, "getConnInfo"). */
const socketOf = (remoteAddress: string) => ({
  incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } },
})
