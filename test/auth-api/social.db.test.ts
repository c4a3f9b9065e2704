import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, bearer, password } from '../support/auth-api-client.ts'
import { openidBrowser } from '../support/openid-browser.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'
/** An allowed web app and an allowed mobile app. */
const app = 'https://app.example/back'
const phone = 'org.example.app://back'

let provider: Awaited<ReturnType<typeof openidProvider>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth/v1/callback`, `${origin}/auth-test/callback`])
  wire = await authApiApp(database, {
    OIDC_TEST: provider.setting,
    OIDC_MICROSOFT: 'client secret',
    OIDC_AWAY: 'http://127.0.0.1:9 web secret Far Away',
    REDIRECT_URLS: `${app} ${app}?page=2 ${app}/below/** ${phone}`,
  })
})
afterAll(() => provider?.stop())
beforeEach(() => {
  wire.time.now = new Date()
  provider.behavior = { form_post: false, address_in_token: true, forge: undefined }
})

let people = 0
function newPerson(given: { email?: string; email_verified?: boolean } = {}) {
  const sub = `somebody-${++people}`
  const email = `${sub}@example.org`
  provider.users.set(sub, { email, email_verified: true, ...given })
  return { sub, email }
}
const browser = () =>
  openidBrowser(origin, (url, init) =>
    wire.ask(url, { ...init, headers: Object.fromEntries(new Headers(init.headers)) }),
  )
type Client = ReturnType<typeof wire.client>
type Options = { redirectTo?: string; scopes?: string; queryParams?: Record<string, string> }

async function addressFor({ auth }: Client, options: Options = { redirectTo: app }, provider = 'test') {
  const { data, error } = await auth.signInWithOAuth({ provider: provider as never, options })
  if (error) throw error
  return data.url ?? ''
}
/** Signs in or cancels at the provider and stops before the page of the client. */
async function walk(address: string, sub?: string, before = app) {
  const one = browser()
  return new URL((await one.submitLoginAndStop(await one.open(address), sub, before)).url)
}
/** The same, but stops before the callback with the provider's response. */
async function stopped(address: string, sub?: string) {
  const one = browser()
  return { one, answer: await one.submitLoginAndStop(await one.open(address), sub, '/auth/v1/callback') }
}
function fragmentOf(url: URL) {
  const { sb, ...said } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  if (url.hash) expect(sb).toBe('')
  return said
}
/** The error that the client reads from its URL. Query and fragment must be equal. */
function errorIn(url: URL) {
  const [query, fragment] = [Object.fromEntries(url.searchParams), fragmentOf(url)]
  for (const [name, value] of Object.entries(fragment)) expect(query[name]).toBe(value)
  return fragment
}
const countUsers = async () => (await database.auth.selectFrom('auth.users').select('id').execute()).length
const countSessions = async () =>
  (await database.auth.selectFrom('auth.sessions').select('id').execute()).length
const setUser = (email: string, columns: { status?: 'suspended' | 'restricted' }) =>
  database.auth.updateTable('auth.users').set(columns).where('email_key', '=', email).execute()

describe('the implicit flow', () => {
  test.each([
    ['a query', false, true],
    ['a form post from the provider’s site', true, true],
    ['a query, with the address at userinfo', false, false],
  ])('redirects with a session in the fragment after %s', async (_way, form_post, address_in_token) => {
    Object.assign(provider.behavior, { form_post, address_in_token })
    const { sub, email } = newPerson()
    const somebody = wire.client()
    const back = await walk(await addressFor(somebody), sub)
    expect(back.origin + back.pathname + back.search).toBe(app)
    const session = fragmentOf(back)
    expect(session).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: '3600',
      expires_at: expect.stringMatching(/^\d{10}$/),
    })
    const { data, error } = await somebody.auth.setSession(session as never)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'test', providers: ['test'] },
      identities: [{ provider: 'test', id: sub, identity_data: { sub, email } }],
    })
    expect((await somebody.auth.getClaims()).data?.claims).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    })
    expect((await somebody.auth.refreshSession()).error).toBeNull()
    expect(await database.auth.selectFrom('auth.oauth_states').selectAll().execute()).toEqual([])
  })

  test('opens the same account the next time, even if the address at the provider has changed', async () => {
    const { sub, email } = newPerson()
    await walk(await addressFor(wire.client()), sub)
    const before = await countUsers()
    provider.users.set(sub, { email: 'elsewhere@example.org', email_verified: false })
    const back = await walk(await addressFor(wire.client()), sub)
    const { data } = await wire.client().auth.getUser(fragmentOf(back).access_token)
    expect([data.user?.email, await countUsers()]).toEqual([email, before])
  })

  test('gives a user with a second factor a session at aal1', async () => {
    const { sub, email } = newPerson()
    await walk(await addressFor(wire.client()), sub)
    const { id: user_id } = await database.auth
      .selectFrom('auth.users')
      .select('id')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
    const factor = { id: '0198a000-0000-7000-8000-000000000003', user_id }
    await database.auth
      .insertInto('auth.factors')
      .values({ ...factor, factor_type: 'totp', status: 'verified' })
      .execute()
    const { auth } = wire.client()
    await auth.setSession(fragmentOf(await walk(await addressFor({ auth } as Client), sub)) as never)
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await auth.updateUser({ password: 'seven paper boats at noon' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
  })
})

describe('the PKCE flow', () => {
  test('returns a code that the same client can exchange once', async () => {
    const { sub, email } = newPerson()
    const somebody = wire.client({ flowType: 'pkce' })
    const back = await walk(await addressFor(somebody, { redirectTo: `${app}?page=2` }), sub)
    expect([back.hash, back.searchParams.get('page')]).toEqual(['', '2'])
    const code = back.searchParams.get('code') ?? ''
    expect(code).toHaveLength(43)
    const { data, error } = await somebody.auth.exchangeCodeForSession(code)
    expect([error, data.user?.email]).toEqual([null, email])
    const again = wire.client({ flowType: 'pkce' })
    await addressFor(again)
    expect((await again.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'flow_state_not_found',
    })
  })

  test('rejects a stolen code without its verifier and uses the code up', async () => {
    const [somebody, thief] = [wire.client({ flowType: 'pkce' }), wire.client({ flowType: 'pkce' })]
    await addressFor(thief)
    const before = await countSessions()
    const code = (await walk(await addressFor(somebody), newPerson().sub)).searchParams.get('code') ?? ''
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'bad_code_verifier',
    })
    expect((await somebody.auth.exchangeCodeForSession(code)).error).not.toBeNull()
    expect(await countSessions()).toBe(before)
  })

  test('rejects a code after five minutes or when the account was suspended meanwhile', async () => {
    for (const [meanwhile, code] of [
      [async () => wire.advance(5 * 60_000), 'flow_state_expired'],
      [(email: string) => setUser(email, { status: 'suspended' }), 'user_banned'],
    ] as const) {
      const { sub, email } = newPerson()
      const somebody = wire.client({ flowType: 'pkce' })
      const back = await walk(await addressFor(somebody), sub)
      await meanwhile(email)
      const { error } = await somebody.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect(error).toMatchObject({ code })
    }
  })

  test.each([
    ['plain', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
    ['short', { code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
    ['without a method', { code_challenge: 'a'.repeat(43) }],
    ['missing', { code_challenge_method: 's256' }],
  ])('rejects a challenge that is %s before the redirect', async (_name, challenge) => {
    const address = `/authorize?${new URLSearchParams({ provider: 'test', ...challenge })}`
    const answer = await wire.ask(address)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
  })
})

test('a new user has no statement about age unless the client sends one', async () => {
  const ageOf = (email: string) =>
    database.auth
      .selectFrom('auth.users')
      .select('of_age_at')
      .where('email_key', '=', email)
      .executeTakeFirst()
  const [silent, asked] = [newPerson(), newPerson()]
  await walk(await addressFor(wire.client()), silent.sub)
  const told = { redirectTo: app, queryParams: { of_age: 'true' } }
  await walk(await addressFor(wire.client(), told), asked.sub)
  expect([await ageOf(silent.email), await ageOf(asked.email)]).toEqual([
    { of_age_at: null },
    { of_age_at: wire.time.now },
  ])
})

test('the client cannot change the security parameters of the request to the provider', async () => {
  const somebody = wire.client({ flowType: 'pkce' })
  const address = await addressFor(somebody, {
    redirectTo: app,
    scopes: 'https://mail.example/all',
    queryParams: {
      prompt: 'select_account',
      login_hint: 'me@example.org',
      state: 'mine',
      nonce: 'mine',
      redirect_uri: 'https://evil.example',
      client_id: 'mine',
      response_type: 'token',
      scope: 'everything',
    },
  })
  const answer = await wire.ask(address)
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([303, null])
  const there = new URL(answer.headers.get('Location') ?? '')
  expect(there.origin).toBe(provider.issuer)
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(there.searchParams)
  expect(rest).toEqual({
    client_id: 'unfog',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${origin}/auth/v1/callback`,
    code_challenge_method: 'S256',
    prompt: 'select_account',
    login_hint: 'me@example.org',
  })
  // The provider gets a challenge of this server and not the client's own one.
  expect(new URL(address).searchParams.get('code_challenge')).not.toBe(code_challenge)
  const client = await database.connect()
  const { rows } = await client.query('select f::text from auth.oauth_states f')
  await client.end()
  const copy = JSON.stringify(rows)
  expect(copy).toContain('test')
  for (const secret of [state ?? '', nonce ?? '', 'app.example']) {
    expect(secret.length).toBeGreaterThan(10)
    expect(copy).not.toContain(secret)
    expect(copy).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect(wire.lines.join('\n')).not.toContain('me@example.org')
})

test('a session is sent to allowed redirect URLs only, and not to the pages of this site', async () => {
  for (const [redirectTo, leads] of [
    [phone, phone],
    [`${app}/below/deeper?a=1`, `${app}/below/deeper?a=1`],
  ] as const) {
    const back = await walk(await addressFor(wire.client(), { redirectTo }), newPerson().sub, '#access_token')
    expect(back.href.slice(0, leads.length)).toBe(leads)
    expect(fragmentOf(back).access_token).toBeTruthy()
  }
  for (const redirectTo of [
    undefined,
    `${origin}/dashboard`,
    '/dashboard',
    'https://evil.example/back',
    'https://app.example.evil.example/back',
    'https://app.example/backwards',
    `${app}/deeper`,
    `${app}?page=3`,
    `${phone}?a=1`,
    'https://app.example@evil.example/back',
    'org.example.other://back',
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    const address = await addressFor(wire.client(), redirectTo === undefined ? {} : { redirectTo })
    const { status, headers } = await wire.ask(address)
    expect([status, headers.get('Location')]).toEqual([303, `${origin}/auth-test/with/test`])
  }
})

describe('a response of the provider', () => {
  const unknown = { error: 'invalid_request', error_code: 'bad_oauth_state' }
  async function brought(address: string, init: RequestInit = {}) {
    const answer = await wire.ask(address, init)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([303, null])
    return new URL(answer.headers.get('Location') ?? '')
  }

  test.each([false, true])('is accepted once, also in a race (form_post: %s)', async (form_post) => {
    provider.behavior.form_post = form_post
    const before = await countSessions()
    const { answer } = await stopped(await addressFor(wire.client()), newPerson().sub)
    const all = await Promise.all([1, 2, 3].map(() => brought(answer.url, answer.init)))
    const used = all.filter((url) => url.href.startsWith(`${origin}/`))
    expect([used.length, await countSessions()]).toEqual([2, before + 1])
    for (const url of used) expect(errorIn(url)).toMatchObject(unknown)
  })

  test('with a changed, missing or expired state is rejected', async () => {
    const { answer } = await stopped(await addressFor(wire.client()), newPerson().sub)
    const changed = new URL(answer.url)
    changed.searchParams.set('state', `${changed.searchParams.get('state')}x`)
    expect(errorIn(await brought(changed.href))).toMatchObject(unknown)
    changed.searchParams.delete('state')
    expect(errorIn(await brought(changed.href))).toMatchObject({ error_code: 'bad_oauth_callback' })
    wire.advance(10 * 60_000)
    expect(errorIn(await brought(answer.url))).toMatchObject(unknown)
    expect(errorIn(await brought('/callback?state=x&code=y'))).toMatchObject(unknown)
  })

  test('to the callback of the API is rejected at the callback of the pages, and the reverse', async () => {
    const one = browser()
    const page = await one.press('/auth-test/with/test', { of_age: 'on' })
    const ours = await one.submitLoginAndStop(page, newPerson().sub)
    const moved = ours.url.replace('/auth-test/callback', '/auth/v1/callback')
    expect(errorIn(await brought(moved))).toMatchObject(unknown)
    const theirs = (await stopped(await addressFor(wire.client()), newPerson().sub)).answer
    const other = theirs.url.replace('/auth/v1/callback', '/auth-test/callback')
    expect((await one.open(other)).status).toBe(410)
    expect(one.jar.get('__Host-session')?.value).toBeUndefined()
  })

  test('is accepted without reading or setting a cookie', async () => {
    const { auth } = await wire.createUser()
    expect((await auth.getSession()).data.session).not.toBeNull()
    const { answer } = await stopped(await addressFor(wire.client()), newPerson().sub)
    const back = await brought(answer.url, { headers: { Cookie: '__Host-session=x; __Host-flow=y' } })
    expect(fragmentOf(back).access_token).toBeTruthy()
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, NonNullable<typeof provider.behavior.forge>]>([
    ['another issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'somebody-else' } })],
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
    ['a past expiration', (claims) => ({ claims: { ...claims, exp: now() - 90 } })],
    ['a stranger’s signature', (claims) => ({ claims, foreign: true })],
  ])('whose ID token has %s is rejected', async (_name, forge) => {
    provider.behavior.forge = forge
    const before = [await countUsers(), await countSessions()]
    wire.lines.length = 0
    const back = await walk(await addressFor(wire.client()), newPerson().sub)
    expect(errorIn(back)).toEqual({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    })
    expect([await countUsers(), await countSessions()]).toEqual(before)
    expect(wire.lines.join('\n')).not.toMatch(/eyJ|code=|state=|example\.org/)
  })

  test.each([false, true])(
    'that denies access redirects with an error and keeps the client’s query (form_post: %s)',
    async (form_post) => {
      provider.behavior.form_post = form_post
      const back = await walk(await addressFor(wire.client(), { redirectTo: `${app}?page=2` }))
      expect(errorIn(back)).toEqual({
        error: 'access_denied',
        error_description: 'The person did not agree at the provider',
      })
      expect(back.searchParams.get('page')).toBe('2')
    },
  )

  test('without a confirmed address creates an account without an address', async () => {
    const before = await countUsers()
    const { email: taken } = await wire.createUser()
    for (const given of [{ email_verified: false }, { email: '' }, { email: taken, email_verified: false }]) {
      const { sub } = newPerson(given)
      const { auth } = wire.client()
      const { data } = await auth.setSession(
        fragmentOf(await walk(await addressFor(wire.client()), sub)) as never,
      )
      expect(data.user).toMatchObject({ email: '', identities: [{ provider: 'test', id: sub }] })
      expect(data.user?.email_confirmed_at).toBeUndefined()
      expect(data.user?.identities?.[0]?.identity_data).toEqual({ sub })
    }
    expect(await countUsers()).toBe(before + 4)
  })

  test('is never linked to an account by its address, regardless of case', async () => {
    const { email } = await wire.createUser()
    const before = await countUsers()
    const { sub } = newPerson({ email: email.toUpperCase() })
    const back = await walk(await addressFor(wire.client({ flowType: 'pkce' })), sub)
    expect(errorIn(back)).toMatchObject({ error_code: 'email_exists' })
    expect(back.searchParams.get('code')).toBeNull()
    expect(await countUsers()).toBe(before)
    const { data } = await wire.client().auth.signInWithPassword({ email, password })
    expect(data.user?.identities).toHaveLength(1)
  })

  test('for a suspended account redirects with an error', async () => {
    const { sub, email } = newPerson()
    await walk(await addressFor(wire.client()), sub)
    await setUser(email, { status: 'suspended' })
    for (const flowType of ['implicit', 'pkce'] as const) {
      const back = await walk(await addressFor(wire.client({ flowType })), sub)
      expect(errorIn(back)).toEqual({
        error: 'access_denied',
        error_code: 'user_banned',
        error_description: 'This account is suspended.',
      })
    }
  })

  test('creates one account when several arrive at once', async () => {
    const { sub } = newPerson()
    const before = await countUsers()
    const answers = await Promise.all(
      [1, 2, 3].map(async () => stopped(await addressFor(wire.client()), sub)),
    )
    const all = await Promise.all(answers.map(({ answer }) => brought(answer.url)))
    expect(all.filter((url) => fragmentOf(url).access_token)).toHaveLength(3)
    expect(await countUsers()).toBe(before + 1)
  })

  test('creates at most twenty accounts an hour from one address', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.77' }
    const arrive = async () => {
      const { answer } = await stopped(await addressFor(wire.client()), newPerson().sub)
      return brought(answer.url, { headers })
    }
    expect(fragmentOf(await arrive()).access_token).toBeTruthy()
    const attempts = database.auth.updateTable('auth.rate_limits').set({ points: 20 })
    await attempts.where('key', 'like', 'account%').execute()
    expect(errorIn(await arrive())).toMatchObject({ error_code: 'over_request_rate_limit' })
  })
})

test('an unreachable provider redirects with an error, and one that is not configured is rejected', async () => {
  const somebody = wire.client()
  const back = await wire.ask(await addressFor(somebody, { redirectTo: app }, 'away'))
  const to = new URL(back.headers.get('Location') ?? '')
  expect(to.href.startsWith(app)).toBe(true)
  expect(errorIn(to)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' })
  for (const name of ['google', 'nobody', 'email', '', 'toString']) {
    const answer = await wire.ask(await addressFor(somebody, { redirectTo: app }, name))
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    ])
  }
})

test('the settings list the providers by the names of the client, and each name works', async () => {
  const { external } = (await (await wire.ask('/settings')).json()) as { external: object }
  const on = Object.entries(external).filter(([, isOn]) => isOn)
  expect(on.map(([name]) => name).toSorted()).toEqual(['away', 'azure', 'email', 'test'])
  expect(external).toMatchObject({ anonymous_users: false, google: false, phone: false })
  for (const name of ['test', 'custom:test']) {
    const answer = await wire.ask(await addressFor(wire.client(), { redirectTo: app }, name))
    expect(answer.headers.get('Location')).toContain(`${provider.issuer}/auth?`)
  }
})

test('a restricted user can sign in', async () => {
  const { sub, email } = newPerson()
  await walk(await addressFor(wire.client()), sub)
  await setUser(email, { status: 'restricted' })
  const { access_token = '' } = fragmentOf(await walk(await addressFor(wire.client()), sub))
  expect((await wire.ask('/user', bearer(access_token))).status).toBe(200)
})
