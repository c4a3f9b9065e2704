import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const here = 'http://localhost:3000'
const app = 'https://app.example/in?from=mail'
const environment = { ...withMail, REDIRECT_URLS: `${app} org.example.app://callback/in` }

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, environment)
})
beforeEach(() => {
  wire.time.now = new Date()
})

type Client = ReturnType<typeof wire.client>['auth']
let people = 0
const address = () => `reader-${++people}@example.org`
const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))
const queryOf = ({ searchParams }: URL) => Object.fromEntries(searchParams)
const withoutFragment = (url: URL) => url.href.replace(/#.*/, '')

/** A sign-in link that an app requested. */
async function magicLink(redirectTo = app, flowType: 'implicit' | 'pkce' = 'implicit') {
  const { auth, email } = await wire.createConfirmedUser({ flowType })
  await auth.signInWithOtp({ email, options: { ...(redirectTo && { emailRedirectTo: redirectTo }) } })
  return { auth, email, ...(await wire.messageTo(email)) }
}

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
        await wire.readMessages()
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
      ? await wire.createConfirmedUser({ flowType })
      : { ...wire.client({ flowType }), email: address() }
    const { auth, email } = somebody
    await ask(auth, email)
    return { ...somebody, ...(await wire.messageTo(email)) }
  }

  test('redirects to the app with the session in the fragment', async () => {
    const { link, email, token } = await asked('implicit')
    expect(withoutFragment(new URL(link))).toMatch(`${here}/auth/v1/verify?`)
    expect(queryOf(new URL(link))).toEqual({ token, type, redirect_to: app })
    const to = await wire.press(link, { password })
    expect(withoutFragment(to)).toBe(app)
    expect(fragmentOf(to)).toMatchObject({ type, token_type: 'bearer', expires_in: '3600', sb: '' })
    const { access_token = '', refresh_token = '' } = fragmentOf(to)
    const { data, error } = await wire.client().auth.setSession({ access_token, refresh_token })
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
  })

  test('redirects an app that uses PKCE with a code in the query, which its verifier exchanges once', async () => {
    const { link, email, auth, token } = await asked('pkce')
    expect(token).toMatch(/^pkce_[\w-]{43}$/)
    expect(queryOf(new URL(link))).toEqual({ token, type, redirect_to: app })
    const to = await wire.press(link, { password })
    expect(to.hash).toBe('')
    const { code = '', ...rest } = queryOf(to)
    expect([`${to.origin}${to.pathname}`, rest]).toEqual(['https://app.example/in', { from: 'mail' }])
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
    expect(events).toContain(type === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN')
    const body = JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) })
    const twice = await wire.ask('/token?grant_type=pkce', { method: 'POST', body })
    expect(await twice.json()).toMatchObject({ error_code: 'flow_state_not_found' })
  })

  test('can be used by the client directly with the token of the link', async () => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const { token, email } = await asked(flowType)
      const { data, error } = await wire
        .client()
        .auth.verifyOtp({ token_hash: token, type: type as 'signup' })
      expect({ error, email: data.user?.email }).toEqual({ error: null, email })
    }
  })
})

describe('an email that confirms a sign-up with a password', () => {
  /** A sign-up with an address of another person: the owner gets the email. */
  async function squatted(redirectTo?: string) {
    const email = address()
    const { auth } = wire.client({ flowType: redirectTo ? 'implicit' : 'pkce' })
    await auth.signUp({ email, password, options: { ...(redirectTo && { emailRedirectTo: redirectTo }) } })
    return { email, ...(await wire.messageTo(email)) }
  }
  const opens = async (email: string) =>
    (await wire.client().auth.signInWithPassword({ email, password })).error === null

  test.each([
    ['with a redirect to an app', app],
    ['with a PKCE challenge and no redirect', undefined],
  ])('%s does not confirm until the password of the sign-up is typed', async (_where, redirectTo) => {
    const { email, link } = await squatted(redirectTo)
    const { body } = await wire.open(link)
    expect(body).toContain(email)
    expect(body).toContain('name="password"')
    for (const wrong of ['', otherPassword]) {
      expect((await wire.press(link, { password: wrong })).href).toBe('nowhere:')
    }
    expect(await opens(email)).toBe(false)
    // The person who signed up knows the password.
    expect((await wire.press(link, { password })).href).toMatch(redirectTo ? /access_token/ : /code=/)
    expect(await opens(email)).toBe(true)
  })

  test('shows an error and the form again for a wrong password, with a link to set a new password', async () => {
    const { email, link, token } = await squatted(app)
    const { at, fields } = await wire.open(link)
    const body = new URLSearchParams({ ...fields, password: otherPassword })
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const answer = await wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain('That is not the password of this sign-up.')
    expect(page).toContain(email)
    expect(page).toContain(`value="${token}"`)
    expect(page).not.toContain(otherPassword)
    const reset = `${here}/auth-test/reset?token=${token}`
    expect(page).toContain(reset.slice(here.length))
    const chosen = new URLSearchParams({ token, password: otherPassword })
    await wire.ask(reset, { method: 'POST', headers, body: chosen })
    expect(await opens(email)).toBe(false)
    expect((await wire.client().auth.signInWithPassword({ email, password: otherPassword })).error).toBeNull()
  })

  test('is rate limited after wrong passwords', async () => {
    const { link } = await squatted(app)
    const { at, fields } = await wire.open(link)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const press = async (typed: string) => {
      const body = new URLSearchParams({ ...fields, password: typed })
      return (await wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })).status
    }
    const statuses = await Promise.all(Array.from({ length: 12 }, () => press(otherPassword)))
    expect(statuses).toContain(429)
    expect(await press(password)).toBe(429)
  })
})

describe('an email change requested by an app', () => {
  test.each(['implicit', 'pkce'] as const)(
    'redirects to the app after the first and the second confirmation (%s)',
    async (flowType) => {
      const { auth, email } = await wire.createConfirmedUser({ flowType })
      const next = address()
      await auth.updateUser({ email: next }, { emailRedirectTo: app })
      const letters = await wire.readMessages()
      expect(letters.map(({ to }) => to).sort()).toEqual([email, next].sort())
      const [first = '', second = ''] = letters.map(({ link }) => link)
      expect([first, second].map((link) => queryOf(new URL(link)).type)).toEqual([
        'email_change',
        'email_change',
      ])
      // The page names the new address.
      expect((await wire.open(first)).body).toMatch(new RegExp(`wants to move an account to.*${next}`, 's'))
      const half = await wire.press(first)
      expect(fragmentOf(half).message).toMatch(/^Confirmation link accepted\. Please proceed to confirm/)
      expect(queryOf(half).message).toBe(flowType === 'pkce' ? fragmentOf(half).message : undefined)
      const whole = await wire.press(second)
      if (flowType === 'implicit') {
        expect(fragmentOf(whole)).toMatchObject({ type: 'email_change', access_token: expect.any(String) })
      } else {
        const { data } = await auth.exchangeCodeForSession(queryOf(whole).code ?? '')
        expect(data.user?.email).toBe(next)
      }
      expect((await wire.client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
    },
  )

  test('to an address that was taken meanwhile redirects to the app with an error', async () => {
    const { auth } = await wire.createConfirmedUser()
    const next = address()
    await auth.updateUser({ email: next }, { emailRedirectTo: app })
    const [first, second] = await wire.readMessages()
    await wire.press(first?.link ?? '')
    const other = wire.client().auth
    await other.signUp({ email: next, password })
    const { token } = await wire.messageTo(next)
    expect((await other.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
    const to = await wire.press(second?.link ?? '')
    expect(withoutFragment(to)).toBe(app)
    expect(fragmentOf(to)).toEqual({
      error_code: 'email_exists',
      error_description: 'A user with this email address has already been registered',
      sb: '',
    })
  })

  test('that is requested again invalidates the emails of the first request', async () => {
    const { auth } = await wire.createConfirmedUser()
    await auth.updateUser({ email: address() }, { emailRedirectTo: app })
    const earlier = await wire.readMessages()
    await auth.updateUser({ email: address() }, { emailRedirectTo: app })
    await wire.readMessages()
    for (const { link } of earlier) {
      expect((await wire.open(link)).status).toBe(410)
    }
  })
})

test('an invitation redirects to the app with a session', async () => {
  const { id, email } = await wire.createConfirmedUser()
  const clock = { now: () => wire.time.now }
  const wish = { user_id: id, purpose: 'invite', sent_to: email, redirect_to: app } as const
  await queueEmail({ auth: database.auth, clock }, wish)
  const { link } = await wire.messageTo(email)
  expect(fragmentOf(await wire.press(link))).toMatchObject({
    type: 'invite',
    access_token: expect.any(String),
  })
})

test('a reauthentication email has a code and no link, as in the reference service', async () => {
  const { auth, email } = await wire.createConfirmedUser()
  await auth.reauthenticate()
  const { text, code } = await wire.messageTo(email)
  expect(code).toMatch(/^\d{6}$/)
  expect(text).not.toContain('http')
})

describe('opening a link', () => {
  test('ten times does not use it up, and shows a page with one button', async () => {
    const { link } = await magicLink()
    for (let time = 0; time < 10; time++) {
      const method = time % 2 ? 'HEAD' : 'GET'
      const { status, headers } = await wire.ask(link, { method })
      expect(status).toBe(303)
      const at = new URL(headers.get('Location') ?? '')
      expect([at.origin, at.pathname]).toEqual([here, '/auth-test/verify'])
      await wire.ask(at.href, { method })
    }
    const { status, headers, body } = await wire.open(link)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'")
    expect(headers.get('Refresh')).toBeNull()
    expect(headers.getSetCookie()).toEqual([])
    expect(body.match(/action="\/auth-test\/verify"/g)).toHaveLength(1)
    expect(body).toContain('<title>Confirm</title>')
    expect(body).toContain('<strong>app.example</strong>')
    expect(fragmentOf(await wire.press(link))).toHaveProperty('access_token')
  })

  test('through a form of another site is rejected', async () => {
    const { link } = await magicLink()
    const { at, fields } = await wire.open(link)
    const strangers: HeadersInit[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      {},
    ]
    for (const headers of strangers) {
      const body = new URLSearchParams(fields)
      const refused = await wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })
      expect(refused.status).toBe(403)
    }
    const past = await wire.ask('/verify', { method: 'POST', body: new URLSearchParams(fields) })
    expect(await past.json()).toMatchObject({ error_code: 'bad_json' })
    expect(fragmentOf(await wire.press(link))).toHaveProperty('access_token')
  })

  test('and pressing its button leaves no token in the log', async () => {
    const { link, token } = await magicLink()
    const to = await wire.press(link)
    const log = wire.lines.join('\n')
    for (const secret of [token, fragmentOf(to).access_token, fragmentOf(to).refresh_token, 'app.example']) {
      expect(secret).toBeTruthy()
      expect(log).not.toContain(secret)
    }
  })

  test('and pressing its button several times at once opens one session', async () => {
    const { link } = await magicLink()
    const page = await wire.open(link)
    const all = await Promise.all(Array.from({ length: 5 }, () => wire.press(page)))
    expect(all.filter((to) => fragmentOf(to).access_token)).toHaveLength(1)
    for (const to of all) expect(withoutFragment(to)).toBe(app)
  })
})

describe('a link that is not valid', () => {
  const error = { error: 'access_denied', error_code: 'otp_expired' }
  const said = { ...error, error_description: 'Email link is invalid or has expired' }
  /** Expects the error page. @returns the target of its only link */
  async function kindly(link: string) {
    const { status, body } = await wire.open(link)
    expect(status).toBe(410)
    expect(body).toContain('This link cannot be used any more')
    expect(body).not.toContain('action="/auth-test/verify"')
    const onwards = /<a href="([^"]+)">(?:Go on to|Sign in)/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    return new URL(onwards, here)
  }

  test.each([
    ['was used', async (link: string) => void (await wire.press(link))],
    ['is older than an hour', async () => wire.advance(3600_001)],
  ])('because it %s shows an error page and passes the error on to the app', async (_why, spoil) => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      wire.time.now = new Date()
      const { link } = await magicLink(app, flowType)
      await spoil(link)
      const to = await kindly(link)
      expect(fragmentOf(to)).toEqual({ ...said, sb: '' })
      expect(queryOf(to)).toEqual({ from: 'mail', ...(flowType === 'pkce' && said) })
    }
  })

  test('because a newer one exists, or its URL was cut or changed, shows the same error page', async () => {
    const { link, auth, email, token } = await magicLink()
    const changed = (change: Record<string, string>) => {
      const url = new URL(link)
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
      return url.href
    }
    for (const wrong of [
      changed({ type: 'recovery' }),
      changed({ type: 'signup' }),
      changed({ type: 'nothing' }),
      changed({ token: token.slice(0, -1) }),
      changed({ token: `pkce_${token}` }),
      changed({ token: '' }),
      changed({ token: 'x'.repeat(10_000) }),
    ]) {
      expect(fragmentOf(await kindly(wrong)).error_code).toBe('otp_expired')
    }
    for (const cut of [`${here}/auth/v1/verify`, `${here}/auth/v1/verify?token=${token}`]) {
      expect((await kindly(cut)).href).toBe(`${here}/auth-test`)
    }
    expect((await kindly(changed({ token: 'x', redirect_to: `${app}&${'x'.repeat(10_000)}` }))).href).toBe(
      `${here}/auth-test`,
    )
    await auth.signInWithOtp({ email, options: { emailRedirectTo: app } })
    await wire.readMessages()
    expect(fragmentOf(await kindly(link)).error_code).toBe('otp_expired')
  })

  test('because the account is suspended redirects to the app with an error', async () => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const { link, email } = await magicLink(app, flowType)
      await database.auth
        .updateTable('auth.users')
        .set({ status: 'suspended' })
        .where('email', '=', email)
        .execute()
      const to = await wire.press(link)
      const expected = { error: 'access_denied', error_code: 'user_banned' }
      expect(fragmentOf(to)).toMatchObject(expected)
      if (flowType === 'pkce') expect(queryOf(to)).toMatchObject(expected)
    }
  })
})

describe('the redirect target of a link', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    'http://localhost:3000@evil.example/',
    'https://app.example@evil.example/',
    'https://app.example.evil.example/',
    'http://app.example/',
    'https://app.example/in',
    'https://app.example/in?from=mail&more',
    'https://app.example/in/below?from=mail',
    'org.example.app://callback',
    'javascript:alert(1)',
    'http://localhost:3001/',
    'com.evil.app://callback',
  ]
  test.each(elsewhere)('is never %s', async (asked) => {
    const { link, token } = await magicLink(asked)
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const used = new URLSearchParams({ token: 'gone', type: 'magiclink', redirect_to: asked })
    const { status, body } = await wire.open(`${here}/auth/v1/verify?${used}`)
    expect(status).toBe(410)
    expect(body).not.toMatch(/evil|javascript:alert|3001|app\.example|org\.example/)
  })

  test('is the target that was requested, even if the URL was changed since', async () => {
    const { link } = await magicLink()
    const url = new URL(link)
    url.searchParams.set('redirect_to', 'https://app.example/other')
    expect(withoutFragment(await wire.press(url.href))).toBe(app)
  })

  test('can have an app’s own scheme', async () => {
    const asked = 'org.example.app://callback/in'
    const { link } = await magicLink(asked)
    expect((await wire.open(link)).body).toContain('the app')
    const to = await wire.press(link)
    expect(withoutFragment(to)).toBe(asked)
    expect(fragmentOf(to)).toHaveProperty('refresh_token')
  })

  test('is a page of this site only with a PKCE code, so that no session enters the browser history', async () => {
    for (const asked of [`${here}/glossary?from=mail`, '/glossary', here]) {
      const { link, token } = await magicLink(asked)
      expect(link).toBe(`${here}/auth-test/link?token=${token}`)
      const { link: coded } = await magicLink(asked, 'pkce')
      const to = await wire.press(coded)
      expect([to.origin, to.hash, to.searchParams.has('code')]).toEqual([here, '', true])
    }
  })

  test('is rejected when the operator no longer allows it', async () => {
    const { link, token } = await magicLink()
    const stricter = await authApiApp(database, withMail)
    stricter.time.now = wire.time.now
    const { status, headers } = await stricter.ask(link.replace('/auth/v1/verify', '/auth-test/verify'))
    expect([status, headers.get('Location')]).toEqual([302, `${here}/auth-test/link?token=${token}`])
  })

  test('is built from the configuration and never from a request header', async () => {
    const { email } = await wire.createConfirmedUser()
    const body = JSON.stringify({ email })
    await wire.ask(`/otp?redirect_to=${encodeURIComponent(app)}`, {
      method: 'POST',
      body,
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Referer: 'https://evil.example/' },
    })
    const { text, link } = await wire.messageTo(email)
    expect(new URL(link).origin).toBe(here)
    expect(text).not.toContain('evil')
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
    }
    expect((await wire.ask(link, { headers })).headers.get('Location')).toMatch(`${here}/auth-test/verify?`)
  })

  test('is the front page with the code when a PKCE app names no allowed target', async () => {
    for (const asked of [undefined, 'https://evil.example/']) {
      const { auth, email } = await wire.createConfirmedUser({ flowType: 'pkce' })
      await auth.signInWithOtp({ email, options: { ...(asked && { emailRedirectTo: asked }) } })
      const { link, token } = await wire.messageTo(email)
      expect(link).toBe(`${here}/auth/v1/verify?token=${token}&type=magiclink`)
      const to = await wire.press(link)
      expect([to.origin, to.pathname, to.hash]).toEqual([here, '/', ''])
      expect((await auth.exchangeCodeForSession(queryOf(to).code ?? '')).error).toBeNull()
    }
  })
})

describe('the link of an email leads to the page of this site', () => {
  test('when the API request had neither a redirect nor a challenge', async () => {
    const { link, token } = await magicLink('')
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const { body } = await wire.open(link)
    expect(body).toContain('Press the button to sign in on this device')
  })

  test('when a page of this site requested it, even if its token is put into the app’s URL', async () => {
    const { id, email } = await wire.createConfirmedUser()
    const clock = { now: () => wire.time.now }
    await queueEmail({ auth: database.auth, clock }, { user_id: id, purpose: 'magiclink', sent_to: email })
    const { link, token } = await wire.messageTo(email)
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: app })
    expect((await wire.open(`${here}/auth/v1/verify?${query}`)).at).toBe(link)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const forced = await wire.ask(`${here}/auth-test/verify`, { method: 'POST', headers, body: query })
    expect(forced.headers.get('Refresh')).toBe(`0;url=${link}`)
    expect(fragmentOf(await wire.press(link))).toEqual({})
  })

  test('when the address already has an account', async () => {
    const { email } = await wire.createConfirmedUser()
    await wire.client().auth.signUp({ email, password: otherPassword, options: { emailRedirectTo: app } })
    const { link, token, text } = await wire.messageTo(email)
    expect(text).toContain('It already has an account')
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    expect((await wire.open(link)).body).toContain('Choose a new password')
  })
})

describe('signing in before the address is confirmed', () => {
  test('is rejected like a wrong password and keeps the link of the first email valid', async () => {
    const email = address()
    const { auth } = wire.client()
    await auth.signUp({ email, password, options: { emailRedirectTo: app } })
    const first = await wire.messageTo(email)
    const wrong = { code: 'invalid_credentials' }
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject(wrong)
    expect(await wire.readMessages()).toEqual([])
    expect((await wire.open(first.link)).status).toBe(200)
  })
})

describe('a PKCE code', () => {
  test('is rejected with another verifier or after five minutes', async () => {
    const codes = []
    for (let time = 0; time < 2; time++)
      codes.push(queryOf(await wire.press((await magicLink(app, 'pkce')).link)).code)
    const exchange = async (auth_code: unknown) => {
      const body = JSON.stringify({ auth_code, code_verifier: 'x'.repeat(43) })
      return (await wire.ask('/token?grant_type=pkce', { method: 'POST', body })).json()
    }
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'bad_code_verifier' })
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'flow_state_not_found' })
    wire.advance(300_000)
    expect(await exchange(codes[1])).toMatchObject({ error_code: 'flow_state_expired' })
    expect(await exchange('')).toMatchObject({ error_code: 'validation_failed' })
  })

  test('cannot be requested with a plain or too short challenge', async () => {
    for (const given of [
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      { code_challenge: 'short', code_challenge_method: 's256' },
    ]) {
      const body = JSON.stringify({ email: address(), ...given })
      expect((await wire.ask('/otp', { method: 'POST', body })).status).toBe(400)
    }
  })
})

test('a link without an allowed redirect leads to the APP_URL of the operator', async () => {
  const home = 'https://home.example/'
  const one = await authApiApp(database, { ...withMail, APP_URL: 'https://home.example' })
  const { auth, email } = await one.createConfirmedUser({ flowType: 'implicit' })
  for (const emailRedirectTo of [undefined, 'https://evil.example/']) {
    await auth.signInWithOtp({ email, options: { ...(emailRedirectTo && { emailRedirectTo }) } })
    const { link } = await one.messageTo(email)
    expect(new URL(link).pathname).toBe('/auth/v1/verify')
    const to = await one.press(link)
    expect(withoutFragment(to)).toBe(home)
    expect(fragmentOf(to)).toMatchObject({ access_token: expect.any(String), type: 'magiclink' })
  }
})
