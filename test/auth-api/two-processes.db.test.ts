import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveStatus } from '../../src/domains/identity/accounts/administration.writes.server.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/pool.server.ts'
import { testApp } from '../support/test-app.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
type Served = Awaited<ReturnType<typeof testApp>>
let here: Served
let there: Served
let elsewhere: { app: ReturnType<typeof openDatabase>; auth: ReturnType<typeof openDatabase> }

/** Two processes that share nothing but the PostgreSQL database. */
beforeAll(async () => {
  elsewhere = {
    app: openDatabase(database.at('unfog_app'), 'unfog_app', 2),
    auth: openDatabase(database.at('unfog_auth'), 'unfog_auth', 2),
  }
  here = await testApp(database)
  there = await testApp(elsewhere)
  here.time.now = there.time.now = new Date()
})
afterAll(() => Promise.all([elsewhere.app.destroy(), elsewhere.auth.destroy()]))

const password = 'lantern over the quiet harbor'
const other = 'seven paper boats at noon'

const post = (served: Served, path: string, body: Record<string, string>, Cookie = '') =>
  served.app.request(path, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie },
    body: new URLSearchParams(body),
  })
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const opens = async (served: Served, Cookie: string) =>
  (await served.app.request('/dashboard/settings', { headers: { Cookie } })).status === 200
const ask = (served: Served, path: string, token: string, method = 'GET', body?: object) =>
  served.app.request(`/auth/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })

let people = 0
/** A user with one cookie session on each process and one session with tokens. */
async function person() {
  const email = `both-${++people}@example.org`
  const one = cookieOf(await post(here, '/auth-test?mode=sign-up', { email, password, of_age: 'on' }))
  const two = cookieOf(await post(there, '/auth-test', { email, password }))
  const granted = await ask(there, '/token?grant_type=password', '', 'POST', { email, password })
  const tokens = (await granted.json()) as { access_token: string; refresh_token: string }
  const { access_token, refresh_token } = tokens
  for (const served of [here, there]) {
    expect([await opens(served, one), await opens(served, two)]).toEqual([true, true])
    expect((await ask(served, '/user', access_token)).status).toBe(200)
  }
  return { email, one, two, access_token, refresh_token }
}

test.each(['/auth-test/sign-out', '/leave'])(
  '%s on one process ends the session on the other at the next request',
  async (path) => {
    const { one, two } = await person()
    await post(here, path, {}, one)
    expect([await opens(there, one), await opens(there, two)]).toEqual([false, true])
  },
)

test('a global logout with a token ends every cookie session on both processes', async () => {
  const { one, two, access_token } = await person()
  expect((await ask(here, '/logout?scope=global', access_token, 'POST')).status).toBe(204)
  expect([await opens(there, one), await opens(there, two)]).toEqual([false, false])
  expect((await ask(there, '/user', access_token)).status).toBe(403)
})

test('a suspension blocks cookies and tokens on both processes at the next request', async () => {
  const { email, one, two, access_token, refresh_token } = await person()
  expect(await saveStatus(database.auth, systemClock, email, 'suspended')).toBe('done')
  for (const served of [here, there]) {
    expect([await opens(served, one), await opens(served, two)]).toEqual([false, false])
    expect((await ask(served, '/user', access_token)).status).toBe(403)
    const refreshed = await ask(served, '/token?grant_type=refresh_token', '', 'POST', { refresh_token })
    expect(refreshed.status).toBe(400)
    expect((await post(served, '/auth-test', { email, password })).status).toBe(403)
  }
})

test('a password change on one process ends the other sessions on both and keeps its own', async () => {
  const { one, two, access_token } = await person()
  const changed = await post(
    here,
    '/dashboard/settings',
    { intent: 'password', current: password, password: other },
    one,
  )
  expect(changed.status).toBe(200)
  expect([await opens(there, one), await opens(there, two)]).toEqual([true, false])
  expect((await ask(there, '/user', access_token)).status).toBe(403)
})
