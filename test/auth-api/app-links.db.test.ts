import { describe, expect, test } from 'vitest'
import { queueEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import {
  app,
  appLinks,
  fragmentOf,
  here,
  newAddress,
  queryOf,
  withoutFragment,
} from '../support/app-links.ts'
import { password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture } = appLinks(database)
type Client = ReturnType<typeof fixture.wire.client>['auth']

type Way = { type: string; ask: (auth: Client, email: string) => Promise<unknown>; known: boolean }
const options = { emailRedirectTo: app }
/** Every email with a link that a client can request, and the type in its link. */
const ways: [string, Way][] = [
  [
    'signing up',
    { type: 'signup', known: false, ask: (auth, email) => auth.signUp({ email, password, options }) },
  ],
  [
    'signing in for the first time',
    { type: 'signup', known: false, ask: (auth, email) => auth.signInWithOtp({ email, options }) },
  ],
  [
    'asking again',
    {
      type: 'signup',
      known: false,
      async ask(auth, email) {
        await auth.signUp({ email, password })
        await fixture.wire.readMessages()
        await auth.resend({ type: 'signup', email, options })
      },
    },
  ],
  [
    'signing in',
    { type: 'magiclink', known: true, ask: (auth, email) => auth.signInWithOtp({ email, options }) },
  ],
  [
    'a forgotten password',
    {
      type: 'recovery',
      known: true,
      ask: (auth, email) => auth.resetPasswordForEmail(email, { redirectTo: app }),
    },
  ],
]

describe.each(ways)('an email for %s, requested by an app,', (_what, { type, ask, known }) => {
  const asked = async (flowType: 'implicit' | 'pkce') => {
    const somebody = known
      ? await fixture.wire.createConfirmedUser({ flowType })
      : { ...fixture.wire.client({ flowType }), email: newAddress() }
    const { auth, email } = somebody
    await ask(auth, email)
    return { ...somebody, ...(await fixture.wire.messageTo(email)) }
  }

  test('redirects to the app with the session in the fragment', async () => {
    const { link, email, token } = await asked('implicit')
    expect(withoutFragment(new URL(link))).toMatch(`${here}/auth/v1/verify?`)
    expect(queryOf(new URL(link))).toEqual({ token, type, redirect_to: app })
    const to = await fixture.wire.press(link, { password })
    expect(withoutFragment(to)).toBe(app)
    expect(fragmentOf(to)).toMatchObject({ type, token_type: 'bearer', expires_in: '3600', sb: '' })
    const { access_token = '', refresh_token = '' } = fragmentOf(to)
    const { data, error } = await fixture.wire.client().auth.setSession({ access_token, refresh_token })
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
  })

  test('redirects an app that uses PKCE with a code in the query, which its verifier exchanges once', async () => {
    const { link, email, auth, token } = await asked('pkce')
    expect(token).toMatch(/^pkce_[\w-]{43}$/)
    expect(queryOf(new URL(link))).toEqual({ token, type, redirect_to: app })
    const to = await fixture.wire.press(link, { password })
    expect(to.hash).toBe('')
    const { code = '', ...rest } = queryOf(to)
    expect([`${to.origin}${to.pathname}`, rest]).toEqual(['https://app.example/in', { from: 'mail' }])
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
    expect(events).toContain(type === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN')
    const body = JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) })
    const twice = await fixture.wire.ask('/token?grant_type=pkce', { method: 'POST', body })
    expect(await twice.json()).toMatchObject({ error_code: 'flow_state_not_found' })
  })

  test('can be used by the client directly with the token of the link', async () => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const { token, email } = await asked(flowType)
      const { data, error } = await fixture.wire
        .client()
        .auth.verifyOtp({ token_hash: token, type: type as 'signup' })
      expect({ error, email: data.user?.email }).toEqual({ error: null, email })
    }
  })
})

describe('an email change requested by an app', () => {
  test.each(['implicit', 'pkce'] as const)(
    'redirects to the app after the first and the second confirmation (%s)',
    async (flowType) => {
      const { auth, email } = await fixture.wire.createConfirmedUser({ flowType })
      const next = newAddress()
      await auth.updateUser({ email: next }, { emailRedirectTo: app })
      const letters = await fixture.wire.readMessages()
      expect(letters.map(({ to }) => to).sort()).toEqual([email, next].sort())
      const [first = '', second = ''] = letters.map(({ link }) => link)
      expect([first, second].map((link) => queryOf(new URL(link)).type)).toEqual([
        'email_change',
        'email_change',
      ])
      // The page names the new address.
      expect((await fixture.wire.open(first)).body).toMatch(
        new RegExp(`wants to move an account to.*${next}`, 's'),
      )
      const half = await fixture.wire.press(first)
      expect(fragmentOf(half).message).toMatch(/^Confirmation link accepted\. Please proceed to confirm/)
      expect(queryOf(half).message).toBe(flowType === 'pkce' ? fragmentOf(half).message : undefined)
      const whole = await fixture.wire.press(second)
      if (flowType === 'implicit') {
        expect(fragmentOf(whole)).toMatchObject({ type: 'email_change', access_token: expect.any(String) })
      } else {
        const { data } = await auth.exchangeCodeForSession(queryOf(whole).code ?? '')
        expect(data.user?.email).toBe(next)
      }
      expect(
        (await fixture.wire.client().auth.signInWithPassword({ email: next, password })).error,
      ).toBeNull()
    },
  )

  test('to an address that was taken meanwhile redirects to the app with an error', async () => {
    const { auth } = await fixture.wire.createConfirmedUser()
    const next = newAddress()
    await auth.updateUser({ email: next }, { emailRedirectTo: app })
    const [first, second] = await fixture.wire.readMessages()
    await fixture.wire.press(first?.link ?? '')
    const other = fixture.wire.client().auth
    await other.signUp({ email: next, password })
    const { token } = await fixture.wire.messageTo(next)
    expect((await other.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
    const to = await fixture.wire.press(second?.link ?? '')
    expect(withoutFragment(to)).toBe(app)
    expect(fragmentOf(to)).toEqual({
      error_code: 'email_exists',
      error_description: 'A user with this email address has already been registered',
      sb: '',
    })
  })

  test('that is requested again invalidates the emails of the first request', async () => {
    const { auth } = await fixture.wire.createConfirmedUser()
    await auth.updateUser({ email: newAddress() }, { emailRedirectTo: app })
    const earlier = await fixture.wire.readMessages()
    await auth.updateUser({ email: newAddress() }, { emailRedirectTo: app })
    await fixture.wire.readMessages()
    for (const { link } of earlier) {
      expect((await fixture.wire.open(link)).status).toBe(410)
    }
  })
})

test('an invitation redirects to the app with a session', async () => {
  const { id, email } = await fixture.wire.createConfirmedUser()
  const clock = { now: () => fixture.wire.time.now }
  const wish = { user_id: id, purpose: 'invite', sent_to: email, redirect_to: app } as const
  await queueEmail({ auth: database.auth, clock }, wish)
  const { link } = await fixture.wire.messageTo(email)
  expect(fragmentOf(await fixture.wire.press(link))).toMatchObject({
    type: 'invite',
    access_token: expect.any(String),
  })
})

test('a reauthentication email has a code and no link, as in the reference service', async () => {
  const { auth, email } = await fixture.wire.createConfirmedUser()
  await auth.reauthenticate()
  const { text, code } = await fixture.wire.messageTo(email)
  expect(code).toMatch(/^\d{6}$/)
  expect(text).not.toContain('http')
})
