import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'
import { otherPassword, password, wireApp, withMail } from '../support/wire-client.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof wireApp>>
beforeAll(async () => {
  wire = await wireApp(database, withMail)
})
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
const address = () => `person-${++people}@example.org`
/** The one letter that waits for an address. */
async function letterTo(email: string) {
  const found = (await wire.letters()).filter(({ to }) => to === email)
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[0]
}
/** Somebody whose address is confirmed, signed in. */
async function member(options: Parameters<typeof wire.client>[0] = {}) {
  const email = address()
  const somebody = wire.client(options)
  await somebody.auth.signUp({ email, password })
  const { token } = await letterTo(email)
  const { data, error } = await wire.client().auth.verifyOtp({ token_hash: token, type: 'signup' })
  if (error) throw error
  const signedIn = await somebody.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return { ...somebody, email, id: data.user?.id ?? '', session: signedIn.data.session }
}
const press = async (token: string, redirect_to?: string) => {
  const body = new URLSearchParams({ token, ...(redirect_to && { redirect_to }) })
  const response = await wire.ask('/verify', { method: 'POST', body })
  return { status: response.status, to: new URL(response.headers.get('Location') ?? 'none:') }
}
const expired = { code: 'otp_expired', status: 403 }

describe('confirming a sign-up', () => {
  test('by the link’s token or by the code opens a session, once', async () => {
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

  test('is asked for again with resend, which says the same for every address', async () => {
    const email = address()
    const { auth, asked } = wire.client()
    await auth.signUp({ email, password })
    const first = await letterTo(email)
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    expect((await auth.resend({ type: 'signup', email: address() })).error).toBeNull()
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
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

  test('is nothing that another letter, a wrong code or an hour too late can do', async () => {
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
    wire.later(3600_001)
    expect((await auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toMatchObject(expired)
  })
})

describe('signing in by a letter', () => {
  test('opens an account for a new address, and the same one the next time', async () => {
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

  test('says the same for an address that may not be made, and sends nothing', async () => {
    const { auth } = wire.client()
    const options = { shouldCreateUser: false }
    const known = await member()
    for (const email of [known.email, address()]) {
      const begun = performance.now()
      expect((await auth.signInWithOtp({ email, options })).error).toBeNull()
      expect(performance.now() - begun).toBeGreaterThan(55)
    }
    expect((await wire.letters()).map(({ to }) => to)).toEqual([known.email])
    expect((await auth.signInWithOtp({ phone: '+15551234567' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    expect((await auth.signInWithOtp({} as never)).error?.message).toBe(
      'You must provide either an email or phone number.',
    )
    const bare = await wire.ask('/otp', { method: 'POST', body: '{}' })
    expect(await bare.json()).toMatchObject({ msg: 'You must provide either an email or phone number.' })
  })

  test('takes away a password that a stranger chose for the address before', async () => {
    const email = address()
    await wire.client().auth.signUp({ email, password: otherPassword })
    await wire.letters()
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

  test('five wrong codes end a letter; ten pause the account and the address', async () => {
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

  test('is sent five times an hour to one address, known or not', async () => {
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

describe('a link', () => {
  test('uses nothing up by being opened; its button leads back with a session in the fragment', async () => {
    const email = address()
    const { auth } = wire.client()
    await auth.signInWithOtp({
      email,
      options: { emailRedirectTo: 'http://localhost:3000/glossary?from=mail' },
    })
    const { token } = await letterTo(email)
    const opened = await wire.ask(`/verify?token=${token}&type=signup`)
    expect(opened.status).toBe(303)
    expect(opened.headers.get('Location')).toBe(`http://localhost:3000/auth-test/link?token=${token}`)
    const { status, to } = await press(token)
    expect(status).toBe(303)
    expect(`${to.origin}${to.pathname}${to.search}`).toBe('http://localhost:3000/glossary?from=mail')
    const session = Object.fromEntries(new URLSearchParams(to.hash.slice(1))) as Record<string, string>
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
    const { access_token = '', refresh_token = '' } = session
    expect((await auth.setSession({ access_token, refresh_token })).data.user?.email).toBe(email)
    const again = await press(token)
    expect(again.to.hash).toContain('error=access_denied&error_code=otp_expired')
  })

  test('leads to no other site, whatever was asked', async () => {
    for (const asked of [
      'https://evil.example/',
      '//evil.example',
      'http://localhost:3000@evil.example/',
      'javascript:alert(1)',
      'http://localhost:3001/',
      'com.evil.app://callback',
    ]) {
      const email = address()
      await wire.client().auth.signInWithOtp({ email, options: { emailRedirectTo: asked } })
      const { token } = await letterTo(email)
      const { to } = await press(token, asked)
      expect(to.origin).toBe('http://localhost:3000')
      expect((await press('nothing', asked)).to.origin).toBe('http://localhost:3000')
    }
  })

  test('of a client with a challenge answers with a code, which its verifier alone exchanges, once', async () => {
    const ways = [
      (auth: ReturnType<typeof wire.client>['auth'], email: string) => auth.signInWithOtp({ email }),
      (auth: ReturnType<typeof wire.client>['auth'], email: string) => auth.signUp({ email, password }),
    ]
    for (const begin of ways) {
      const email = address()
      const { auth } = wire.client({ flowType: 'pkce' })
      await begin(auth, email)
      const { to } = await press((await letterTo(email)).token)
      expect(to.hash).toBe('')
      const code = to.searchParams.get('code') ?? ''
      const { data, error } = await auth.exchangeCodeForSession(code)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      const body = JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) })
      const twice = await wire.ask('/token?grant_type=pkce', { method: 'POST', body })
      expect(await twice.json()).toMatchObject({ error_code: 'flow_state_not_found' })
    }
  })

  test('its code is worth nothing with another verifier, or after five minutes', async () => {
    const codes = []
    for (let time = 0; time < 2; time++) {
      const { email } = await member()
      const { auth } = wire.client({ flowType: 'pkce' })
      await auth.signInWithOtp({ email })
      codes.push((await press((await letterTo(email)).token)).to.searchParams.get('code'))
    }
    const exchange = async (auth_code: unknown) => {
      const body = JSON.stringify({ auth_code, code_verifier: 'x'.repeat(43) })
      return (await wire.ask('/token?grant_type=pkce', { method: 'POST', body })).json()
    }
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'bad_code_verifier' })
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'flow_state_not_found' })
    wire.later(300_000)
    expect(await exchange(codes[1])).toMatchObject({ error_code: 'flow_state_expired' })
    expect(await exchange('')).toMatchObject({ error_code: 'validation_failed' })
  })

  test('a challenge that shows the verifier, or is none, is refused', async () => {
    for (const given of [
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      { code_challenge: 'short', code_challenge_method: 's256' },
    ]) {
      const body = JSON.stringify({ email: address(), ...given })
      expect((await wire.ask('/otp', { method: 'POST', body })).status).toBe(400)
    }
  })
})

describe('a forgotten password', () => {
  test('is set anew after the letter, and the client knows that this is what it is about', async () => {
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

describe('proof again', () => {
  test('by a mailed code lets a session change its password later', async () => {
    const { auth, email } = await member()
    wire.later(16 * 60_000)
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
  })
})

describe('another address', () => {
  test('is the account’s when both mailboxes said yes, in either order', async () => {
    for (const order of [0, 1]) {
      const { auth, email, id } = await member()
      const next = address()
      const { data, error } = await auth.updateUser({ email: next })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, new_email: next })
      const letters = await wire.letters()
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

  test('by codes, both at once, ends well', async () => {
    const { auth, email } = await member()
    const next = address()
    await auth.updateUser({ email: next })
    const letters = await wire.letters()
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

  test('that somebody has is not said to be taken, and cannot be moved to', async () => {
    const [one, holder] = [await member(), await member()]
    expect((await one.auth.updateUser({ email: holder.email })).error).toBeNull()
    const letters = await wire.letters()
    expect(letters.find(({ to }) => to === holder.email)?.text).toContain('It already has an account')
    const token_hash = letters.find(({ to }) => to === one.email)?.token ?? ''
    expect((await one.auth.verifyOtp({ token_hash, type: 'email_change' })).error).toMatchObject(expired)
    const loopback = await wireApp(database)
    const { auth } = loopback.client()
    await auth.signInWithPassword({ email: one.email, password })
    expect((await auth.updateUser({ email: holder.email })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    })
  })

  test('needs a fresh proof, and can be asked for again', async () => {
    const { auth, email } = await member()
    const next = address()
    await auth.updateUser({ email: next })
    await wire.letters()
    expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect((await wire.letters()).map(({ to }) => to).sort()).toEqual([email, next].sort())
    wire.later(16 * 60_000)
    expect((await auth.updateUser({ email: address() })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
  })
})
