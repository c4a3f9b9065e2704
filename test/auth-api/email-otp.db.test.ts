import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, withMail)
})
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
const address = () => `person-${++people}@example.org`
const letterTo = (email: string) => wire.messageTo(email)
const member = (options = {}) => wire.createConfirmedUser(options)
const expired = { code: 'otp_expired', status: 403 }

describe('confirming a sign-up', () => {
  test('with the token of the link or with the code opens a session once', async () => {
    for (const way of ['link', 'code'] as const) {
      const email = address()
      const { auth } = wire.client()
      await auth.signUp({ email, password })
      const { token, code } = await letterTo(email)
      const verify = () =>
        way === 'link'
          ? auth.verifyOtp({ token_hash: token, type: 'signup' })
          : auth.verifyOtp({ email, token: code, type: 'email' })
      const { data, error } = await verify()
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
      expect((await auth.getUser()).error).toBeNull()
      expect((await verify()).error).toMatchObject(expired)
      expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
    }
  })

  test('can be requested again with resend, which has the same response for every address', async () => {
    const email = address()
    const { auth, requests } = wire.client()
    await auth.signUp({ email, password })
    const first = await letterTo(email)
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    expect((await auth.resend({ type: 'signup', email: address() })).error).toBeNull()
    expect(requests.map(({ status }) => status)).toEqual([200, 200, 200])
    const second = await letterTo(email)
    expect((await auth.verifyOtp({ token_hash: first.token, type: 'signup' })).error).toMatchObject(expired)
    expect((await auth.verifyOtp({ token_hash: second.token, type: 'signup' })).error).toBeNull()
    expect((await auth.resend({ type: 'sms', phone: '+15551234567' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    expect((await auth.resend({ type: 'nothing' as never, email })).error).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('is rejected with another type, another address, or an expired token', async () => {
    const email = address()
    const { auth } = wire.client()
    await auth.signUp({ email, password })
    const { token, code } = await letterTo(email)
    expect((await auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toMatchObject(expired)
    expect((await auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject(expired)
    expect((await auth.verifyOtp({ email: address(), token: code, type: 'email' })).error).toMatchObject(
      expired,
    )
    const refused = await auth.verifyOtp({ email, token: code, token_hash: token, type: 'email' } as never)
    expect(refused.error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect((await auth.verifyOtp({ phone: '+15551234567', token: code, type: 'sms' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    wire.advance(3600_001)
    expect((await auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toMatchObject(expired)
  })
})

describe('signing in by email', () => {
  test('creates an account for a new address and opens the same account the next time', async () => {
    const email = address()
    const { auth } = wire.client()
    const first = await auth.signInWithOtp({ email, options: { data: { first_name: 'Ada' } } })
    expect(first).toEqual({ data: { user: null, session: null }, error: null })
    const newcomer = await auth.verifyOtp({ email, token: (await letterTo(email)).code, type: 'email' })
    expect(newcomer.data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } })
    await auth.signInWithOtp({ email, options: { data: { first_name: 'Eve' } } })
    const again = await auth.verifyOtp({ token_hash: (await letterTo(email)).token, type: 'magiclink' })
    expect(again.data.user).toMatchObject({
      id: newcomer.data.user?.id,
      user_metadata: { first_name: 'Ada' },
    })
  })

  test('has the same response for an unknown address with shouldCreateUser off, and sends no email', async () => {
    const { auth } = wire.client()
    const options = { shouldCreateUser: false }
    const known = await member()
    for (const email of [known.email, `nobody-${address()}`])
      expect((await auth.signInWithOtp({ email, options })).error).toBeNull()
    expect((await wire.readMessages()).map(({ to }) => to)).toEqual([known.email])
    expect((await auth.signInWithOtp({ phone: '+15551234567' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    expect((await auth.signInWithOtp({} as never)).error?.message).toBe(
      'You must provide either an email or phone number.',
    )
    const bare = await wire.ask('/otp', { method: 'POST', body: '{}' })
    expect(await bare.json()).toMatchObject({ msg: 'You must provide either an email or phone number.' })
  })

  test('removes a password that a stranger set for the unconfirmed address', async () => {
    const email = address()
    await wire.client().auth.signUp({ email, password: otherPassword })
    await wire.readMessages()
    const { auth } = wire.client()
    await auth.signInWithOtp({ email })
    expect(
      (await auth.verifyOtp({ email, token: (await letterTo(email)).code, type: 'email' })).error,
    ).toBeNull()
    expect(
      (await wire.client().auth.signInWithPassword({ email, password: otherPassword })).error,
    ).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('invalidates the code after five wrong ones, and is rate limited after ten', async () => {
    const { email } = await member()
    const thief = wire.client()
    await thief.auth.signInWithOtp({ email })
    const { code } = await letterTo(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let time = 0; time < 5; time++) {
      expect((await thief.auth.verifyOtp({ email, token: wrong, type: 'email' })).error).toMatchObject(
        expired,
      )
    }
    expect((await wire.client().auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(
      expired,
    )
    await Promise.all(
      Array.from({ length: 5 }, () => thief.auth.verifyOtp({ email, token: wrong, type: 'email' })),
    )
    const paused = await wire.client().auth.signInWithPassword({ email, password })
    expect(paused.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  })

  test('and the other messages are limited to five an hour per client address, except for this machine', async () => {
    const open = await authApiApp(database, { ...withMail, PHONE_SIGN_IN: 'on' })
    let numbers = 0
    const ways = {
      otp: () => ({ email: address() }),
      recover: () => ({ email: address() }),
      resend: () => ({ type: 'signup', email: address() }),
      'otp by text': () => ({ phone: `+1555765${String(++numbers).padStart(4, '0')}` }),
    }
    for (const [at, [way, body]] of Object.entries(ways).entries()) {
      const sent = async (from: string) => {
        const init = { method: 'POST', body: JSON.stringify(body()), headers: { 'X-Forwarded-For': from } }
        return (await open.ask(`/${way.split(' ')[0]}`, init)).status
      }
      const six = async (from: string) => {
        const statuses: number[] = []
        for (let time = 0; time < 6; time++) statuses.push(await sent(from))
        return statuses
      }
      expect([way, await six(`192.0.2.${at + 1}`)]).toEqual([way, [200, 200, 200, 200, 200, 429]])
      expect([way, await six('127.0.0.1')]).toEqual([way, [200, 200, 200, 200, 200, 200]])
    }
  })

  test('is limited to five emails an hour per email address, known or not', async () => {
    for (const email of [(await member()).email, address()]) {
      const statuses = []
      for (let time = 0; time < 6; time++) {
        const { error } = await wire.client().auth.signInWithOtp({ email })
        statuses.push(error?.code ?? 'sent')
      }
      expect(statuses.at(-1)).toBe('over_email_send_rate_limit')
    }
  })
})

describe('a forgotten password', () => {
  test('can be changed after the recovery email, and the client emits PASSWORD_RECOVERY', async () => {
    const { email } = await member()
    const { auth } = wire.client()
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await auth.resetPasswordForEmail(address())).error).toBeNull()
    const { token } = await letterTo(email)
    expect((await auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password: otherPassword })).error).toBeNull()
    expect((await auth.resetPasswordForEmail('')).error).toMatchObject({ code: 'validation_failed' })
  })
})

describe('reauthentication', () => {
  test('with a code from an email lets an older session change its password', async () => {
    const { auth, email, id } = await member()
    wire.advance(16 * 60_000)
    expect((await auth.updateUser({ password: otherPassword })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
    expect((await auth.reauthenticate()).error).toBeNull()
    const { code, token } = await letterTo(email)
    expect(token).toBe('')
    const wrong = await auth.updateUser({
      password: otherPassword,
      nonce: code === '000000' ? '000001' : '000000',
    })
    expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    expect((await auth.updateUser({ password: otherPassword, nonce: code })).error).toBeNull()
    expect((await wire.client().auth.reauthenticate()).error?.name).toBe('AuthSessionMissingError')
    await database.auth
      .updateTable('auth.users')
      .set({ email_confirmed_at: null })
      .where('id', '=', id)
      .execute()
    expect((await auth.reauthenticate()).error).toMatchObject({ code: 'email_not_confirmed', status: 422 })
  })
})

type Auth = ReturnType<typeof wire.client>['auth']
/** A client that sends the session of another client, because `resend` sends none. */
async function withSession<Result>(auth: Auth, work: (mine: Auth) => Promise<Result>): Promise<Result> {
  const { data } = await auth.getSession()
  return work(wire.client({ headers: { Authorization: `Bearer ${data.session?.access_token}` } }).auth)
}

describe('a change of the email address', () => {
  test('takes effect when both addresses have confirmed, in either order', async () => {
    for (const order of [0, 1]) {
      const { auth, email, id } = await member()
      const next = address()
      const { data, error } = await auth.updateUser({ email: next })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, new_email: next })
      const letters = await wire.readMessages()
      expect(letters.map(({ to }) => to).sort()).toEqual([email, next].sort())
      const [one, two] = order === 0 ? [email, next] : [next, email]
      const tokenTo = (to: string) => letters.find((letter) => letter.to === to)?.token ?? ''
      const half = await auth.verifyOtp({ token_hash: tokenTo(one), type: 'email_change' })
      expect(half).toMatchObject({ data: { user: null, session: null }, error: null })
      expect((await wire.client().auth.signInWithPassword({ email: next, password })).error).not.toBeNull()
      const whole = await auth.verifyOtp({ token_hash: tokenTo(two), type: 'email_change' })
      expect(whole.data.user).toMatchObject({
        id,
        email: next,
        identities: [{ identity_data: { email: next } }],
      })
      expect((await wire.client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
    }
  })

  test('takes effect when both codes are sent at once', async () => {
    const { auth, email } = await member()
    const next = address()
    await auth.updateUser({ email: next })
    const letters = await wire.readMessages()
    const answers = await Promise.all(
      letters.map(({ to, code }) =>
        wire.client().auth.verifyOtp({ email: to, token: code, type: 'email_change' }),
      ),
    )
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1)
    expect((await wire.client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
  })

  test('of an account without an address needs only the confirmation of the new one', async () => {
    const { auth, id } = await member()
    await database.auth
      .updateTable('auth.users')
      .set({ email: null, email_key: null, email_confirmed_at: null })
      .where('id', '=', id)
      .execute()
    const first = `first-${address()}`
    const { data, error } = await auth.updateUser({ email: first })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: '', new_email: first })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const whole = await auth.verifyOtp({
      token_hash: (await letterTo(first)).token,
      type: 'email_change',
    })
    expect(whole.data.user).toMatchObject({ id, email: first, email_confirmed_at: expect.any(String) })
    expect((await wire.client().auth.signInWithPassword({ email: first, password })).error).toBeNull()
  })

  test('to a taken address does not reveal that it is taken, and cannot be confirmed', async () => {
    const [one, holder] = [await member(), await member()]
    expect((await one.auth.updateUser({ email: holder.email })).error).toBeNull()
    const letters = await wire.readMessages()
    expect(letters.find(({ to }) => to === holder.email)?.text).toContain('It already has an account')
    const token_hash = letters.find(({ to }) => to === one.email)?.token ?? ''
    expect((await one.auth.verifyOtp({ token_hash, type: 'email_change' })).error).toMatchObject(expired)
    const loopback = await authApiApp(database)
    const { auth } = loopback.client()
    await auth.signInWithPassword({ email: one.email, password })
    expect((await auth.updateUser({ email: holder.email })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    })
  })

  test('needs a fresh proof, and can be resent only with the session', async () => {
    const { auth, email } = await member()
    const next = address()
    await auth.updateUser({ email: next })
    await wire.readMessages()
    // Without the session anyone could keep the change alive (identity/sessions/access.rules.ts).
    expect((await auth.resend({ type: 'email_change', email })).error).toMatchObject({
      code: 'no_authorization',
    })
    const stranger = await member()
    expect(
      (await withSession(stranger.auth, (mine) => mine.resend({ type: 'email_change', email }))).error,
    ).toBeNull()
    expect(await wire.readMessages()).toEqual([])
    expect((await withSession(auth, (mine) => mine.resend({ type: 'email_change', email }))).error).toBeNull()
    expect((await wire.readMessages()).map(({ to }) => to).sort()).toEqual([email, next].sort())
    wire.advance(16 * 60_000)
    expect((await auth.updateUser({ email: address() })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
  })
})
