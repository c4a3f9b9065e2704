import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { lockedPage, lockingSessions, minute, password, sessionIn } from '../../../test/support/idle-lock.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { sessionLocked } from '../../platform/messages.en.yaml'

const database = testDatabase()
const { fixture, later, request, post, newUser, opens } = lockingSessions(database)

const doors = [
  ['GET', '/api/profile'],
  ['GET', '/api/journal-entries'],
  ['GET', '/api/saved-terms'],
  ['GET', '/api/journal-drafts'],
  ['GET', '/api/account/export'],
  ['DELETE', '/api/account'],
] as const

describe('A session with an idle lock', () => {
  test('gives no access to pages, data, API or actions after the idle time', async () => {
    const { cookie } = await newUser()
    expect(await opens(cookie)).toBe(true)
    later(6 * minute + 1)
    for (const [method, path] of doors)
      expect([path, (await request(path, cookie, { method })).status]).toEqual([path, 403])
    for (const path of [
      '/dashboard',
      '/dashboard/connections',
      '/dashboard/settings',
      '/dashboard/connections.data',
    ]) {
      const answer = await request(path, cookie)
      expect([path, answer.status]).toEqual([path, path.endsWith('.data') ? 202 : 302])
      expect(decodeURIComponent(answer.headers.get('Location') ?? (await answer.text()))).toContain(
        lockedPage,
      )
    }
    const actions: Record<string, string>[] = [
      { intent: 'idle-lock', lock_minutes: '0' },
      { intent: 'safe-mode', safe_mode: 'off' },
    ]
    for (const intent of actions) {
      const answer = await post('/dashboard/settings', cookie, intent)
      expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining(sessionLocked())])
    }
    const link = await post('/auth-test/passkey/registration-options', cookie, {})
    expect(link.status).toBe(401)
    // Repeated requests do not unlock it, and checking the session does not renew it.
    later(minute)
    expect(await opens(cookie)).toBe(false)
    expect(await (await request('/auth-test/session', cookie)).json()).toEqual({ session: null })
    expect(await (await request('/auth-test/session', cookie, { method: 'POST' })).json()).toEqual({
      session: null,
    })
    expect(await opens(cookie)).toBe(false)
  })

  test('stays open while it is used, though polling does not count', async () => {
    const { cookie } = await newUser('1')
    for (let used = 0; used < 5; used++) {
      later(50_000)
      expect((await request('/auth-test/session', cookie, { method: 'POST' })).status).toBe(200)
    }
    later(50_000)
    const { session } = (await (await request('/auth-test/session', cookie)).json()) as {
      session: { lock_in: number }
    }
    expect(session.lock_in).toBe(10_000)
    later(25_001)
    expect(await opens(cookie)).toBe(false)
  })

  test('does not lock other ways to sign in, and Settings say so', async () => {
    const { cookie } = await newUser()
    const settings = await (await request('/dashboard/settings', cookie)).text()
    expect(settings).toContain('can use it to sign in again, even while it is locked')
  })

  test('does not lock when the lock or Safe Mode is off', async () => {
    const { cookie } = await newUser('0')
    later(3 * 60 * minute)
    expect(await opens(cookie)).toBe(true)
    await post('/dashboard/settings', cookie, { intent: 'idle-lock', lock_minutes: '1' })
    await post('/dashboard/settings', cookie, { intent: 'safe-mode', safe_mode: 'off' })
    later(3 * 60 * minute)
    expect(await opens(cookie)).toBe(true)
  })

  test.each([
    ['the lock', { intent: 'idle-lock', lock_minutes: '0' }],
    ['Safe Mode', { intent: 'safe-mode', safe_mode: 'off' }],
  ])(
    'stays locked when the user turns off %s on another device, and no longer locks after unlocking',
    async (_what, off) => {
      const { cookie: phone, email } = await newUser()
      later(7 * minute)
      expect(await opens(phone)).toBe(false)
      const laptop = sessionIn(await post('/auth-test', '', { email, password }))
      await post('/dashboard/settings', laptop, off)
      // The holder of the phone still has to authenticate.
      expect(await opens(phone)).toBe(false)
      later(60 * minute)
      expect([await opens(phone), await opens(laptop)]).toEqual([false, true])
      const opened = sessionIn(await post(lockedPage, phone, { password }))
      later(60 * minute)
      expect(await opens(opened)).toBe(true)
    },
  )

  test('unlocks with the password, gets a new cookie, and redirects only within the site', async () => {
    const { cookie } = await newUser()
    later(7 * minute)
    const page = await request(`${lockedPage}?next=/dashboard/favorites`, cookie)
    const text = await page.text()
    expect([page.status, text.includes('<title>Home</title>')]).toEqual([200, true])
    expect(text).not.toMatch(/<header|<footer|Glossary|@example/)
    const wrong = await post(`${lockedPage}?next=/dashboard`, cookie, { password: 'not that one at all' })
    // The same session continues, still locked.
    expect([wrong.status, sessionIn(wrong)]).toEqual([400, cookie])
    expect(await wrong.text()).toContain('That password is not right.')
    expect(await opens(cookie)).toBe(false)
    const right = await post(`${lockedPage}?next=https://elsewhere.example/`, cookie, { password })
    expect([right.status, right.headers.get('Location')]).toEqual([302, '/dashboard'])
    expect(await opens(sessionIn(right))).toBe(true)
    expect(await opens(cookie)).toBe(false)
    expect((await request(lockedPage, sessionIn(right))).headers.get('Location')).toBe('/dashboard')
  })

  test('has the same rate limit for passwords as other reauthentication', async () => {
    const { cookie } = await newUser()
    later(7 * minute)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await post(lockedPage, cookie, { password: 'not that one at all' })).status)
    expect(statuses).toContain(429)
    expect((await post(lockedPage, cookie, { password })).status).toBe(429)
    expect(await opens(cookie)).toBe(false)
  })

  test('allows signing out, and Quick Hide', async () => {
    const { cookie } = await newUser()
    later(7 * minute)
    await request('/auth-test/sign-out', cookie, { method: 'POST' })
    expect((await request('/api/profile', cookie)).status).toBe(401)
    const { cookie: other } = await newUser()
    later(7 * minute)
    expect((await request('/leave', other, { method: 'POST' })).status).toBe(200)
    expect((await request('/api/profile', other)).status).toBe(401)
  })

  test('does not lock the session of an app', async () => {
    const { cookie } = await newUser()
    const { user_id } = await database.auth
      .selectFrom('auth.sessions')
      .select('user_id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const id = uuidv7()
    const values = {
      id,
      user_id,
      token_hash: null,
      expires_at: new Date('2100-01-01'),
      locks_at: new Date(0),
    }
    await database.auth.insertInto('auth.sessions').values(values).execute()
    const { findSession } = await import('../../domains/identity/identity.reads.server.ts')
    later(7 * minute)
    expect(await findSession(database.auth, { id }, fixture.served.time.now)).toMatchObject({ locked: false })
    expect(await opens(cookie)).toBe(false)
  })
})
