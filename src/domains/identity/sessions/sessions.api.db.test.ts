import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'

const database = testDatabase()
const minute = 60_000
const day = 24 * 60 * minute
const address = '/auth-test/session'
const signedOutMarker = '__Host-signed-out=1'

let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
  served.time.now = new Date()
})

const later = (milliseconds: number) => {
  served.time.now = new Date(served.time.now.getTime() + milliseconds)
}

async function request(
  path: string,
  Cookie: string,
  method = 'GET',
  site = 'same-origin',
  body?: URLSearchParams,
) {
  const headers = { Cookie, 'Sec-Fetch-Site': site, 'X-Forwarded-For': `192.0.2.${++places}` }
  const answer = await served.app.request(path, { method, headers, ...(body && { body }) })
  const cookies = new Map(
    answer.headers.getSetCookie().map((cookie) => {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/s.exec(cookie) ?? []
      return [name, { value, rest }]
    }),
  )
  return { answer, status: answer.status, location: answer.headers.get('Location'), cookies }
}
let places = 0

/** Signs up a user and returns the session cookie. */
async function signedUpCookie(options: { shared?: boolean } = {}): Promise<string> {
  const form = new URLSearchParams()
  const fields = {
    email: `person-${places}@example.org`,
    password: 'lantern over the quiet harbor',
    of_age: 'on',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (options.shared) form.set('shared_device', 'on')
  const { cookies } = await request('/auth-test?mode=sign-up', '', 'POST', 'same-origin', form)
  return `__Host-session=${cookies.get('__Host-session')?.value}`
}

async function ask(method: 'GET' | 'POST', cookie: string) {
  const { answer, status, cookies } = await request(address, cookie, method)
  expect(status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  return { ...((await answer.json()) as { session: { expires_in: number } | null }), cookies }
}

/** Expects a response that deletes every session cookie in the browser. */
const forgets = (cookies: Awaited<ReturnType<typeof request>>['cookies']) => {
  expect([...cookies.keys()].sort()).toEqual([
    '__Host-account-event',
    '__Host-session',
    '__Host-signed-in',
    '__Host-signed-out',
  ])
  for (const { value, rest } of cookies.values())
    expect([value, rest]).toEqual(['', expect.stringContaining('Max-Age=0')])
}

describe('On a shared device', () => {
  test('a GET does not extend the session', async () => {
    const cookie = await signedUpCookie({ shared: true })
    later(20 * minute)
    const looked = await ask('GET', cookie)
    expect(looked.session).toMatchObject({ shared_device: true, expires_in: 10 * minute, life: 30 * minute })
    expect(looked.cookies.size).toBe(0)
    later(11 * minute)
    const late = await ask('GET', cookie)
    expect(late.session).toBeNull()
    forgets(late.cookies)
  })

  test.each([
    ['a use', (cookie: string) => request(address, cookie, 'POST')],
    ['a page', (cookie: string) => request('/dashboard', cookie)],
    ['a change of pages in place', (cookie: string) => request('/dashboard/settings.data', cookie)],
  ])('%s extends the session, and the cookie still ends with the browser', async (_what, use) => {
    const cookie = await signedUpCookie({ shared: true })
    later(20 * minute)
    const { cookies } = await use(cookie)
    expect(`__Host-session=${cookies.get('__Host-session')?.value}`).toBe(cookie)
    for (const { rest } of cookies.values()) expect(rest).not.toContain('Max-Age')
    later(20 * minute)
    expect((await ask('GET', cookie)).session).toMatchObject({ expires_in: 10 * minute })
  })
})

test('On a private device, use extends the cookie like the session', async () => {
  const cookie = await signedUpCookie()
  later(10 * day)
  expect((await ask('GET', cookie)).session).toMatchObject({ expires_in: 20 * day })
  const { session, cookies } = await ask('POST', cookie)
  expect(session).toMatchObject({ expires_in: 30 * day })
  // A response may arrive after a later sign-out: a renewal must not undo it.
  expect([...cookies.keys()]).toEqual(['__Host-session', '__Host-signed-in'])
  for (const { rest } of cookies.values()) expect(rest).toContain(`Max-Age=${(30 * day) / 1000}`)
})

test('Another site cannot renew a session, and a request without a valid cookie gets no session', async () => {
  const cookie = await signedUpCookie({ shared: true })
  later(20 * minute)
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await request(address, cookie, 'POST', site)).status).toBe(403)
  }
  expect((await ask('GET', cookie)).session).toMatchObject({ expires_in: 10 * minute })
  for (const nothing of [
    '',
    '__Host-signed-in=1',
    '__Host-session=',
    `__Host-session=${'x'.repeat(10_000)}`,
  ]) {
    for (const method of ['GET', 'POST'] as const) {
      const { session, cookies } = await ask(method, nothing)
      expect(session).toBeNull()
      forgets(cookies)
    }
  }
})

describe('A browser that signed out without reaching the server', () => {
  test.each(['/', '/glossary', '/sitemap.xml', '/api/term-of-the-day', '/auth-test', '/dashboard', address])(
    'ends its session with the next request, to %s',
    async (path) => {
      const cookie = await signedUpCookie()
      // The first request fills the page cache.
      await request(path, '')
      const { cookies, location } = await request(path, `${cookie}; ${signedOutMarker}`)
      forgets(cookies)
      if (path === '/dashboard') expect(location).toBe('/auth-test?next=%2Fdashboard')
      expect((await ask('GET', cookie)).session).toBeNull()
      // Later visitors don't get it, also from the page cache.
      expect((await request(path, '')).cookies.has('__Host-signed-in')).toBe(path === address)
    },
  )

  test('signs in again with its next form', async () => {
    const cookie = await signedUpCookie()
    const form = new URLSearchParams()
    form.set('email', `person-${places}@example.org`)
    form.set('password', 'lantern over the quiet harbor')
    form.set('of_age', 'on')
    const { cookies } = await request(
      '/auth-test?mode=sign-up',
      `${cookie}; ${signedOutMarker}`,
      'POST',
      'same-origin',
      form,
    )
    const fresh = `__Host-session=${cookies.get('__Host-session')?.value}`
    expect(cookies.get('__Host-signed-out')).toMatchObject({
      value: '',
      rest: expect.stringContaining('Max-Age=0'),
    })
    expect((await ask('GET', cookie)).session).toBeNull()
    expect((await ask('GET', fresh)).session).not.toBeNull()
  })

  test('gets no private page if the session cannot be ended, and keeps the marker cookie', async () => {
    const cookie = await signedUpCookie()
    await sql`revoke delete on auth.sessions from unfog_auth`.execute(database.owner)
    try {
      served.lines.length = 0
      const private_ = await request('/dashboard', `${cookie}; ${signedOutMarker}`)
      expect(private_.location).toBe('/auth-test?next=%2Fdashboard')
      expect(private_.cookies.size).toBe(0)
      expect((await ask('POST', `${cookie}; ${signedOutMarker}`)).session).toBeNull()
      expect((await request('/', `${cookie}; ${signedOutMarker}`)).status).toBe(200)
      expect(served.lines.join('\n')).toContain('a session could not be ended')
      expect(served.lines.join('\n')).not.toContain(cookie.split('=')[1])

      const out = await request('/auth-test/sign-out', cookie, 'POST')
      expect([out.status, out.location]).toEqual([302, '/'])
      expect(out.cookies.get('__Host-signed-out')?.value).toBe('1')
      expect(out.cookies.get('__Host-signed-in')?.value).toBe('')
      expect(out.cookies.has('__Host-session')).toBe(false)
    } finally {
      await sql`grant delete on auth.sessions to unfog_auth`.execute(database.owner)
    }
    await request('/', `${cookie}; ${signedOutMarker}`)
    expect((await ask('GET', cookie)).session).toBeNull()
  })
})
