import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { type ClientRequest, clientsBehindProxy } from '../support/auth-client.ts'
import { testDatabase } from '../support/test-database.ts'

/**
 * The unmodified client meets the specification of the authentication client (points 4, 5, 8 and 9). These tests run it
 * against our engine, over real sockets. Tests in a browser and across two tabs: test/e2e/first-party-app.e2e.ts. Tests of
 * linking and unlinking a provider: linking.db.test.ts.
 *
 * The pinned client (2.119.0) differs from the specification in these points, each tested below: a rejected refresh removes
 * the session only once its access token has expired; an invalid token returns an error, and throws it with
 * `throwOnError`; signing out everywhere while the server cannot be reached returns an error and keeps the session.
 * It also retries after 500, 501 and 520 to 530, not only after 502 to 504.
 */

const database = testDatabase()
let wire: Awaited<ReturnType<typeof authApiApp>>
let line: Awaited<ReturnType<typeof clientsBehindProxy>>
beforeAll(async () => {
  wire = await authApiApp(database)
  line = await clientsBehindProxy(wire.app)
})
beforeEach(() => {
  wire.time.now = new Date()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await line.clear()
})
afterAll(() => line.close())

let people = 0
const newEmail = () => `visitor-${++people}@example.org`
const minute = 60_000

/** A user who signed up that long ago, in a client that has done nothing since. */
async function newcomer(ago = 0, options: Parameters<typeof line.client>[0] = {}) {
  wire.time.now = new Date(Date.now() - ago)
  const somebody = line.client(options)
  const email = newEmail()
  const { data, error } = await somebody.auth.signUp({ email, password })
  if (error || !data.session) throw error ?? new Error('no session')
  wire.time.now = new Date()
  return { ...somebody, email, session: data.session }
}
const refreshes = (asked: ClientRequest[]) =>
  asked.filter(({ path }) => path === '/token?grant_type=refresh_token')
/** Has a long timeout for busy machines. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 20 })
const failed = (asked: ClientRequest[]) => refreshes(asked).filter(({ status }) => status === 0).length
const sessionIn = (kept: Map<string, string>) =>
  JSON.parse(kept.get('kept') ?? 'null') as { access_token: string; refresh_token: string } | null
const endOnServer = async (token: string) => {
  const { session_id } = decodeJwt<{ session_id: string }>(token)
  await database.auth.deleteFrom('auth.sessions').where('id', '=', session_id).execute()
}
const signedByNobody = (token: string) => token.replace(/[^.]+$/, Buffer.alloc(64).toString('base64url'))
const retryable = { name: 'AuthRetryableFetchError' }

describe('a session refresh (points 8 and 9)', () => {
  test('is retried after 200 ms, then after twice as long each time, until the connection is back', async () => {
    const { auth, requests, events } = await newcomer()
    line.cut()
    const delays = vi.spyOn(globalThis, 'setTimeout')
    const refreshing = auth.refreshSession()
    await soon(() => failed(requests)).toBe(4)
    line.restore()
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
    line.gateway.push({ status: 502 }, { status: 503 }, { status: 504 })
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
    line.cut()
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
    line.restore()
    // Another client of this device, because this one waits a minute before its next request.
    expect((await line.client({}, storage).auth.getSession()).data.session).not.toBeNull()
  })

  test('by two clients of one device at once keeps both signed in', async () => {
    const { auth, storage } = await newcomer()
    const other = line.client({}, storage)
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
    const other = line.client({}, storage)
    await soon(() => other.events).toContain('INITIAL_SESSION')
    expect((await other.auth.getUser()).data.user?.email).toBe(email)
    expect(line.client().storage.size).toBe(0)
    await other.auth.signOut()
    expect((await auth.getSession()).data.session).toBeNull()
    expect(storage.size).toBe(0)
  })

  test('is refreshed automatically before it expires, when the client starts and while it runs', async () => {
    const { storage, session } = await newcomer(59 * minute)
    const started = line.client({ autoRefreshToken: true }, storage)
    await soon(() => started.events).toContain('TOKEN_REFRESHED')
    expect(sessionIn(storage)?.refresh_token).not.toBe(session.refresh_token)
    expect((await started.auth.getUser()).error).toBeNull()

    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const running = await newcomer(0, { autoRefreshToken: true })
    await running.auth.startAutoRefresh()
    const checkAfter = async (milliseconds: number) => {
      vi.setSystemTime(Date.now() + milliseconds - 30_000)
      wire.time.now = new Date(Date.now() + 30_000)
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
    wire.time.now = new Date()
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
      epoch: Math.floor(wire.time.now.getTime() / 1000),
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
      epoch: Math.floor(wire.time.now.getTime() / 1000),
    })
    await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
    const other = line.client()
    await other.auth.signInWithPassword({ email, password })
    expect(await levels(other.auth)).toEqual(['aal1', 'aal2'])
  })
})

/** The parts of a browser that the client uses: a URL, which it may change. */
function atAddress(href: string) {
  const location = new URL(href)
  const nothing = () => {}
  vi.stubGlobal('window', {
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => (location.href = to),
    },
    addEventListener: nothing,
    removeEventListener: nothing,
  })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  // Otherwise the clients of this file would be tabs of one browser.
  vi.stubGlobal('BroadcastChannel', undefined)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  /** The warnings of the client, except the one about several clients in this file. */
  const warnings = () =>
    warn.mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('Multiple GoTrueClient'))
  return { location, warnings }
}
const app = 'https://app.example/in'
const addressOf = (session: {
  access_token: string
  refresh_token: string
  expires_at?: number | undefined
}) =>
  `${app}#${new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: '3600',
    expires_at: String(session.expires_at),
    token_type: 'bearer',
    type: 'magiclink',
  })}`

describe('a URL with a session (points 8 and 9)', () => {
  test('signs in, and the client removes the tokens from it', async () => {
    const { session, email } = await newcomer()
    const { location, warnings } = atAddress(addressOf(session))
    const { auth, events } = line.client()
    expect((await auth.initialize()).error).toBeNull()
    await soon(() => events).toContain('SIGNED_IN')
    expect((await auth.getUser()).data.user?.email).toBe(email)
    expect(location.href).toBe(app)
    expect(warnings()).toEqual([])
  })

  test.each([
    [119, []],
    [120, [expect.stringContaining('issued over 120s ago, URL could be stale')]],
    [1800, [expect.stringContaining('issued over 120s ago, URL could be stale')]],
  ])('that is %i s old signs in, with a warning from 120 s on', async (seconds, expected) => {
    const { session } = await newcomer(seconds * 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: ((session.expires_at ?? 0) - 3600 + seconds) * 1000 })
    const { warnings } = atAddress(addressOf(session))
    const { auth, storage } = line.client()
    expect((await auth.initialize()).error).toBeNull()
    expect(sessionIn(storage)?.access_token).toBe(session.access_token)
    expect(warnings()).toEqual(expected)
  })

  test.each([
    { error: 'access_denied' },
    { error_description: 'Email link is invalid or has expired' },
    { error_code: 'otp_expired' },
    {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    },
  ] as Record<string, string>[])(
    'that holds %o returns an error, sends no request and keeps the stored session',
    async (said) => {
      const stranger = await newcomer()
      const known = await newcomer()
      for (const sign of ['#', '?']) {
        const words = new URLSearchParams(said)
        const href = addressOf(stranger.session)
        atAddress(sign === '#' ? `${href}&${words}` : href.replace('#', `?${words}#`))
        const { auth, requests, storage, events } = line.client({}, new Map(known.storage))
        const { error } = await auth.initialize()
        expect(error).toMatchObject({
          name: 'AuthImplicitGrantRedirectError',
          details: { error: said.error ?? 'unspecified_error', code: said.error_code ?? 'unspecified_code' },
        })
        expect(requests).toEqual([])
        expect(sessionIn(storage)?.access_token).toBe(known.session.access_token)
        expect(events).not.toContain('SIGNED_OUT')
      }
    },
  )

  test.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
    'that holds %s returns that error and keeps the stored session',
    async (error_code) => {
      const { storage, session } = await newcomer()
      atAddress(
        `${app}#${new URLSearchParams({ error: 'server_error', error_code, error_description: 'No' })}`,
      )
      const { auth, events } = line.client({}, storage)
      expect((await auth.initialize()).error).toMatchObject({ message: 'No', details: { code: error_code } })
      expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token)
      expect(events).not.toContain('SIGNED_OUT')
    },
  )

  test('comes from the implicit flow, unless the client is set to PKCE', async () => {
    const email = newEmail()
    const { auth, requests, storage } = line.client()
    await auth.signInWithOtp({ email })
    expect(requests[0]?.body).toMatchObject({ code_challenge: null, code_challenge_method: null })
    expect(storage.size).toBe(0)
    const told = line.client({ flowType: 'pkce' })
    await told.auth.signInWithOtp({ email })
    expect(told.requests[0]?.body).toMatchObject({
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 's256',
    })
    expect([...told.storage.keys()].join()).toContain('code-verifier')
    atAddress(`${app}?code=x`)
    const other = line.client()
    expect((await other.auth.initialize()).error).toBeNull()
    expect(other.requests).toEqual([])
  })
})

describe('the validation of parameters (points 5 and 9)', () => {
  const credentials = 'You must provide either an email or phone number and a password'

  test('requires an email address or phone number and a password, in the client and on the server', async () => {
    const { auth, requests } = line.client()
    for (const answer of [
      await auth.signUp({ password } as never),
      await auth.signInWithPassword({ password } as never),
    ]) {
      expect(answer.error).toMatchObject({ name: 'AuthInvalidCredentialsError', message: credentials })
    }
    expect((await auth.signInWithOtp({} as never)).error).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      message: 'You must provide either an email or phone number.',
    })
    expect(requests).toEqual([])
    for (const [path, body] of [
      ['/signup', { password }],
      ['/signup', { email: newEmail() }],
      ['/token?grant_type=password', { password }],
      ['/token?grant_type=password', { email: newEmail() }],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' }
      const refused = await fetch(line.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([path, refused.status, await refused.json()]).toEqual([
        path,
        400,
        expect.objectContaining({ error_code: 'validation_failed', msg: credentials }),
      ])
    }
  })

  test('defaults the channel of a phone number to SMS, and the server rejects phone sign-in', async () => {
    const { auth, requests } = line.client()
    const answers = [
      await auth.signInWithOtp({ phone: '+15551234567' }),
      await auth.signUp({ phone: '+15551234567', password }),
      await auth.signInWithOtp({ phone: '+15551234567', options: { channel: 'whatsapp' } }),
    ]
    expect(requests.map(({ body }) => body.channel)).toEqual(['sms', 'sms', 'whatsapp'])
    for (const { error } of answers)
      expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 })
  })

  test('requires a UUID as user ID in all admin methods', async () => {
    const { auth, requests } = line.client()
    for (const call of [
      () => auth.admin.getUserById('7'),
      () => auth.admin.updateUserById('7', {}),
      () => auth.admin.deleteUser('7'),
      () => auth.admin.mfa.listFactors({ userId: '7' }),
      () => auth.admin.mfa.deleteFactor({ userId: '7', id: '7' }),
    ]) {
      await expect(call()).rejects.toThrow('Expected parameter to be UUID but is not')
    }
    expect(requests).toEqual([])
  })

  test('accepts only global, local or others as sign-out scope, in the client and on the server', async () => {
    const { auth, session, requests } = await newcomer()
    await expect(auth.admin.signOut(session.access_token, 'everywhere' as never)).rejects.toThrow(
      'Parameter scope must be one of global, local, others',
    )
    expect(requests).toHaveLength(1)
    const headers = { Authorization: `Bearer ${session.access_token}` }
    const refused = await fetch(`${line.url}/logout?scope=everywhere`, { method: 'POST', headers })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'validation_failed' }),
    ])
    expect((await auth.getUser()).error).toBeNull()
  })

  test('rejects a token that is malformed, expired or not signed by this server', async () => {
    const { session } = await newcomer()
    const { auth, requests } = line.client()
    const strict = line.client({ throwOnError: true })
    const [head, claims, signature] = session.access_token.split('.') as [string, string, string]
    const said = decodeJwt(session.access_token)
    const withClaims = (changed: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...said, ...changed })).toString('base64url')}.${signature}`
    const wrong: [string, string][] = [
      [`${head}.${claims}`, 'Invalid JWT structure'],
      [`${head}.${claims}.${signature}.${signature}`, 'Invalid JWT structure'],
      [`${head}.cla ims.${signature}`, 'JWT not in base64url format'],
      [withClaims({ exp: 1 }), 'JWT has expired'],
      [withClaims({ exp: undefined }), 'Missing exp claim'],
      [withClaims({ aal: 'aal2' }), 'Invalid JWT signature'],
    ]
    for (const [token, message] of wrong) {
      expect(await auth.getClaims(token)).toMatchObject({
        data: null,
        error: { name: 'AuthInvalidJwtError', code: 'invalid_jwt', message },
      })
      await expect(strict.auth.getClaims(token)).rejects.toThrow(message)
    }
    for (const [token] of wrong.slice(0, 3)) {
      const { error } = await auth.setSession({ access_token: token, refresh_token: 'x' })
      expect(error).toMatchObject({ name: 'AuthInvalidJwtError' })
    }
    // The key set was requested once, and nothing else.
    expect(requests.map(({ path }) => path)).toEqual(['/.well-known/jwks.json'])
    expect((await auth.getClaims(session.access_token)).data?.claims).toMatchObject({ sub: session.user.id })
  })
})

describe('an error (point 8)', () => {
  test('about a weak password has its reasons', async () => {
    const { auth } = line.client()
    for (const [given, reason] of [
      ['short', 'length'],
      ['password1234', 'pwned'],
    ] as const) {
      expect((await auth.signUp({ email: newEmail(), password: given })).error).toMatchObject({
        name: 'AuthWeakPasswordError',
        code: 'weak_password',
        status: 422,
        reasons: expect.arrayContaining([reason]),
      })
    }
  })

  test('is AuthSessionMissingError when the client has no session', async () => {
    const { auth, requests } = line.client()
    const missing = { name: 'AuthSessionMissingError' }
    expect((await auth.getUser()).error).toMatchObject(missing)
    expect((await auth.refreshSession()).error).toMatchObject(missing)
    expect((await auth.updateUser({ password: otherPassword })).error).toMatchObject(missing)
    expect((await auth.setSession({ access_token: '', refresh_token: '' })).error).toMatchObject(missing)
    expect(requests).toEqual([])
  })

  test('is AuthSessionMissingError when the session ended on the server, and the client signs out', async () => {
    const { auth, session, storage, events } = await newcomer()
    await endOnServer(session.access_token)
    expect((await auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(storage.size).toBe(0)
    expect(events).toContain('SIGNED_OUT')
  })

  test('of a gateway or of the connection is AuthRetryableFetchError', async () => {
    const { auth } = line.client()
    for (const status of [502, 503, 504]) {
      line.gateway.push({ status })
      expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
        ...retryable,
        status,
      })
    }
    line.cut()
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      ...retryable,
      status: 0,
    })
  })

  test('has the name and code that the client expects', async () => {
    const { auth } = line.client()
    line.gateway.push({ status: 200, body: {} })
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      name: 'AuthInvalidTokenResponseError',
    })
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      name: 'AuthApiError',
      code: 'invalid_credentials',
      status: 400,
    })
  })
})

describe('signing out (point 8)', () => {
  test('ends the session in the client and on the server', async () => {
    const { auth, session, storage, events } = await newcomer()
    expect((await auth.signOut()).error).toBeNull()
    expect(storage.size).toBe(0)
    expect(events.at(-1)).toBe('SIGNED_OUT')
    const other = line.client()
    expect((await other.auth.getUser(session.access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
  })

  type Spoil = (session: { access_token: string }, kept: Map<string, string>) => unknown
  test.each<[number, Spoil]>([
    [403, ({ access_token }) => endOnServer(access_token)],
    [
      403,
      ({ access_token }, kept) =>
        kept.set('kept', (kept.get('kept') ?? '').replace(access_token, signedByNobody(access_token))),
    ],
    [401, () => line.gateway.push({ status: 401, body: { code: 'bad_jwt', message: 'No' } })],
    [404, () => line.gateway.push({ status: 404, body: { code: 'user_not_found', message: 'No' } })],
  ])('removes the session from the device when the response is %i', async (status, spoil) => {
    const { auth, session, storage, events, requests } = await newcomer()
    await spoil(session, storage)
    expect((await auth.signOut()).error).toBeNull()
    expect(requests.at(-1)).toMatchObject({ path: '/logout?scope=global', status })
    expect(storage.size).toBe(0)
    expect(events.at(-1)).toBe('SIGNED_OUT')
  })

  test('while the server cannot be reached works only with the scope local', async () => {
    const { auth, storage } = await newcomer()
    for (const stop of [() => line.gateway.push({ status: 503 }), () => line.cut()]) {
      stop()
      expect((await auth.signOut()).error).toMatchObject(retryable)
      expect(storage.size).toBe(1)
    }
    expect((await auth.signOut({ scope: 'local' })).error).toMatchObject(retryable)
    expect(storage.size).toBe(0)
  })
})
