import { beforeAll } from 'vitest'
import { testApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

export const password = 'lantern over the quiet harbor'
export const minute = 60_000
export const lockedPage = '/auth-test/locked'

/** The session cookie of a response. */
export const sessionIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => /^__Host-session=./.test(cookie)) ?? ''

type Options = { method?: string; body?: URLSearchParams | string; type?: string }

/** Requests from users whose sessions lock. `fixture` is filled once the tests run. */
export function lockingSessions(database: TestDatabase) {
  const fixture = {} as { served: Awaited<ReturnType<typeof testApp>> }
  beforeAll(async () => {
    fixture.served = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
  })

  const later = (milliseconds: number) => {
    fixture.served.time.now = new Date(fixture.served.time.now.getTime() + milliseconds)
  }

  let places = 0
  const request = (path: string, Cookie: string, { method = 'GET', body, type }: Options = {}) =>
    fixture.served.app.request(path, {
      method,
      headers: {
        ...{ Cookie, 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': `192.0.2.${++places % 250}` },
        ...(type && { 'Content-Type': type, 'Content-Length': String(body?.toString().length) }),
      },
      ...(body && { body }),
    })
  const post = (path: string, cookie: string, fields: Record<string, string>) =>
    request(path, cookie, { method: 'POST', body: new URLSearchParams(fields) })

  /** A new user in Safe Mode whose session locks after the given minutes. */
  async function newUser(lock_minutes = '5') {
    const email = `locked-${++places}@example.org`
    const cookie = sessionIn(await post('/auth-test?mode=sign-up', '', { email, password, of_age: 'on' }))
    await post('/dashboard/settings', cookie, { intent: 'safe-mode', safe_mode: 'on' })
    await post('/dashboard/settings', cookie, { intent: 'idle-lock', lock_minutes })
    return { cookie, email }
  }
  const opens = async (cookie: string) => (await request('/api/profile', cookie)).status === 200

  return { fixture, later, request, post, newUser, opens }
}
