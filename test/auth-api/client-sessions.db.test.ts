import { generateSync } from 'otplib'
import { describe, expect, test, vi } from 'vitest'
import { authApiApp, password, withMail } from '../support/auth-api-client.ts'
import { type ClientRequest, clientsBehindProxy } from '../support/auth-client.ts'
import { clientRules, newEmail, retryable, sessionIn, soon } from '../support/client-rules.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture, newcomer, endOnServer } = clientRules(database)
const minute = 60_000

const refreshes = (asked: ClientRequest[]) =>
  asked.filter(({ path }) => path === '/token?grant_type=refresh_token')
const failed = (asked: ClientRequest[]) => refreshes(asked).filter(({ status }) => status === 0).length

describe('a session refresh (points 8 and 9)', () => {
  test('is retried after 200 ms, then after twice as long each time, until the connection is back', async () => {
    const { auth, requests, events } = await newcomer()
    fixture.line.cut()
    const delays = vi.spyOn(globalThis, 'setTimeout')
    const refreshing = auth.refreshSession()
    await soon(() => failed(requests)).toBe(4)
    fixture.line.restore()
    expect((await refreshing).error).toBeNull()
    const tries = refreshes(requests)
    expect(tries.map(({ status }) => status)).toEqual([0, 0, 0, 0, 200])
    const waits = tries.slice(1).map(({ at }, index) => at - (tries[index] as ClientRequest).at)
    // A timer may fire a few milliseconds early, and late on a busy machine.
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(200 * 2 ** index - 5)
    const waited = delays.mock.calls.map(([, delay = 0]) => delay)
    expect(waited.filter((delay) => delay >= 200 && delay < 3000)).toEqual([200, 400, 800, 1600])
    expect(events.at(-1)).toBe('TOKEN_REFRESHED')
  })

  test('is retried after a response of 502, 503 or 504 from a gateway', async () => {
    const { auth, requests } = await newcomer()
    fixture.line.gateway.push({ status: 502 }, { status: 503 }, { status: 504 })
    expect((await auth.refreshSession()).error).toBeNull()
    expect(refreshes(requests).map(({ status }) => status)).toEqual([502, 503, 504, 200])
  })

  test('is not retried after the server rejected it', async () => {
    const { auth, requests } = await newcomer()
    expect((await auth.refreshSession({ refresh_token: 'never given' })).error).toMatchObject({
      code: 'refresh_token_not_found',
      status: 400,
    })
    expect(refreshes(requests)).toHaveLength(1)
  })

  test('gives up after 30 seconds and keeps the session', async () => {
    const { auth, requests, storage, events } = await newcomer(61 * minute)
    fixture.line.cut()
    const began = Date.now()
    const refreshing = auth.refreshSession()
    await soon(() => failed(requests)).toBe(2)
    vi.useFakeTimers({ toFake: ['Date'], now: began + 30_000 })
    expect((await refreshing).error).toMatchObject({ ...retryable, status: 0 })
    // One more try may already have been scheduled.
    expect(refreshes(requests).length).toBeLessThanOrEqual(3)
    expect(sessionIn(storage)).not.toBeNull()
    expect(events).not.toContain('SIGNED_OUT')
    vi.useRealTimers()
    fixture.line.restore()
    // Another client of this device, because this one waits a minute before its next request.
    expect((await fixture.line.client({}, storage).auth.getSession()).data.session).not.toBeNull()
  })

  test('by two clients of one device at once keeps both signed in', async () => {
    const { auth, storage } = await newcomer()
    const other = fixture.line.client({}, storage)
    const answers = await Promise.all([auth.refreshSession(), other.auth.refreshSession()])
    expect(answers.map(({ data }) => Boolean(data.session))).toContain(true)
    for (const one of [auth, other.auth]) {
      expect((await one.getUser()).error).toBeNull()
      expect((await one.refreshSession()).error).toBeNull()
    }
  })
})

describe('a session (point 4)', () => {
  test('is stored for all clients of the device until one of them signs out', async () => {
    const { auth, storage, email } = await newcomer()
    const other = fixture.line.client({}, storage)
    await soon(() => other.events).toContain('INITIAL_SESSION')
    expect((await other.auth.getUser()).data.user?.email).toBe(email)
    expect(fixture.line.client().storage.size).toBe(0)
    await other.auth.signOut()
    expect((await auth.getSession()).data.session).toBeNull()
    expect(storage.size).toBe(0)
  })

  test('is refreshed automatically before it expires, when the client starts and while it runs', async () => {
    const { storage, session } = await newcomer(59 * minute)
    const started = fixture.line.client({ autoRefreshToken: true }, storage)
    await soon(() => started.events).toContain('TOKEN_REFRESHED')
    expect(sessionIn(storage)?.refresh_token).not.toBe(session.refresh_token)
    expect((await started.auth.getUser()).error).toBeNull()

    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const running = await newcomer(0, { autoRefreshToken: true })
    await running.auth.startAutoRefresh()
    const checkAfter = async (milliseconds: number) => {
      vi.setSystemTime(Date.now() + milliseconds - 30_000)
      fixture.wire.time.now = new Date(Date.now() + 30_000)
      vi.advanceTimersByTime(30_000)
      await new Promise((done) => setTimeout(done, 300))
    }
    await checkAfter(50 * minute)
    expect(refreshes(running.requests)).toHaveLength(0)
    await checkAfter(9 * minute)
    await soon(() => running.events.at(-1)).toBe('TOKEN_REFRESHED')
    expect(refreshes(running.requests).map(({ status }) => status)).toEqual([200])
  })

  test('is removed when its access token has expired and its refresh is rejected', async () => {
    const { auth, storage, events, session } = await newcomer(61 * minute)
    await endOnServer(session.access_token)
    const { data, error } = await auth.getSession()
    expect({ session: data.session, code: error?.code }).toEqual({
      session: null,
      code: 'refresh_token_not_found',
    })
    expect(storage.size).toBe(0)
    expect(events.filter((event) => event === 'SIGNED_OUT')).toHaveLength(1)
  })

  test('stays until its access token expires when its refresh is rejected (a rule of the client)', async () => {
    const { auth, storage, session } = await newcomer(59 * minute)
    await endOnServer(session.access_token)
    expect((await auth.getSession()).data.session).not.toBeNull()
    expect(storage.size).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * minute })
    fixture.wire.time.now = new Date()
    expect((await auth.getSession()).data.session).toBeNull()
    expect(storage.size).toBe(0)
  })

  test('emits all seven events of the client', async () => {
    const mailing = await authApiApp(database, withMail)
    const mailed = await clientsBehindProxy(mailing.app)
    const { auth, events } = mailed.client()
    const email = newEmail()
    await soon(() => events).toEqual(['INITIAL_SESSION'])
    await auth.signUp({ email, password })
    await auth.verifyOtp({ token_hash: (await mailing.messageTo(email)).token, type: 'signup' })
    await auth.refreshSession()
    await auth.updateUser({ data: { first_name: 'Ada' } })
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const code = generateSync({
      secret: data?.totp.secret ?? '',
      epoch: Math.floor(fixture.wire.time.now.getTime() / 1000),
    })
    await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    // Reads the notification about the new factor first.
    await mailing.readMessages()
    await auth.resetPasswordForEmail(email)
    await auth.verifyOtp({ token_hash: (await mailing.messageTo(email)).token, type: 'recovery' })
    await auth.signOut()
    await mailed.close()
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'MFA_CHALLENGE_VERIFIED',
      'PASSWORD_RECOVERY',
      'SIGNED_OUT',
    ])
  })

  test('has a current level, and aal2 as its next level when there is a verified factor', async () => {
    const { auth, email } = await newcomer()
    const levels = async (one: typeof auth) => {
      const { data } = await one.mfa.getAuthenticatorAssuranceLevel()
      return [data?.currentLevel, data?.nextLevel]
    }
    expect(await levels(auth)).toEqual(['aal1', 'aal1'])
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    expect(await levels(auth)).toEqual(['aal1', 'aal1'])
    const code = generateSync({
      secret: data?.totp.secret ?? '',
      epoch: Math.floor(fixture.wire.time.now.getTime() / 1000),
    })
    await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
    const other = fixture.line.client()
    await other.auth.signInWithPassword({ email, password })
    expect(await levels(other.auth)).toEqual(['aal1', 'aal2'])
  })
})
