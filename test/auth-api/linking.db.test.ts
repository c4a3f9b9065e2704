import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, bearer } from '../support/auth-api-client.ts'
import { openidBrowser } from '../support/openid-browser.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'
const app = 'https://app.example/back'

let provider: Awaited<ReturnType<typeof openidProvider>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth/v1/callback`])
  wire = await authApiApp(database, {
    OIDC_TEST: provider.setting,
    OIDC_AWAY: 'http://127.0.0.1:9 web secret',
    REDIRECT_URLS: app,
  })
})
afterAll(() => provider?.stop())
beforeEach(() => {
  wire.time.now = new Date()
  provider.behavior = { form_post: false, address_in_token: true, forge: undefined }
})

let people = 0
/** A provider user with another, unconfirmed address, because accounts are linked by session and not by address. */
function newPerson() {
  const sub = `linked-${++people}`
  provider.users.set(sub, { email: `${sub}@work.example`, email_verified: false })
  return sub
}
const browser = () =>
  openidBrowser(origin, (url, init) =>
    wire.ask(url, { ...init, headers: Object.fromEntries(new Headers(init.headers)) }),
  )
type Member = Awaited<ReturnType<typeof wire.createUser>>
async function addressFor({ auth }: Pick<Member, 'auth'>) {
  const { data, error } = await auth.linkIdentity({ provider: 'test' as never, options: { redirectTo: app } })
  if (error) throw error
  return data.url
}
/** Signs in at the provider and stops before the URL `before`. */
async function walk(address: string, sub: string, before: string, one = browser()) {
  const stopped = await one.submitLoginAndStop(await one.open(address), sub, before)
  return { one, url: new URL(stopped.url) }
}
const consent = '/auth-test/allow'
function fragmentOf(url: URL) {
  const { sb, ...said } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  if (url.hash) expect(sb).toBe('')
  return said
}
const identitiesOf = async (user_id: string) => {
  const rows = await database.auth
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ provider: key }) => key)
}
async function askedAt(address: string, sub: string) {
  const { one, url } = await walk(address, sub, consent)
  const page = await one.open(url.href)
  const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page.body) ?? []
  const press = async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const body = new URLSearchParams({ ticket })
    const answer = await wire.ask(origin + consent, { method: 'POST', headers, body })
    expect(answer.headers.get('Set-Cookie')).toBeNull()
    const [, to] = /^0;url=(.*)/.exec(answer.headers.get('Refresh') ?? '') ?? []
    return { status: answer.status, to: new URL(to ?? 'nowhere:') }
  }
  return { page, ticket, press }
}

describe('linking a provider with PKCE', () => {
  const member = () => wire.createUser({ flowType: 'pkce' })

  test.each([false, true])(
    'is completed by the client that started it (form_post: %s)',
    async (form_post) => {
      provider.behavior.form_post = form_post
      const somebody = await member()
      const sub = newPerson()
      const { url } = await walk(await addressFor(somebody), sub, app)
      expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
      const { data, error } = await somebody.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
      expect(error).toBeNull()
      expect(data.user?.identities?.map(({ id }) => id)).toEqual([somebody.user.id, sub])
      const session_id = (access_token = '') => JSON.parse(atob(access_token.split('.')[1] ?? '')).session_id
      // The session that started the linking stays the same.
      expect(session_id(data.session?.access_token)).toBe(session_id(somebody.session.access_token))
      expect((await somebody.auth.refreshSession()).error).toBeNull()
    },
  )

  test('does not link a victim who opens the attacker’s link', async () => {
    const attacker = await member()
    const victim = newPerson()
    const address = await addressFor(attacker)
    const { url } = await walk(address, victim, app)
    const code = url.searchParams.get('code') ?? ''
    const theirs = wire.client({ flowType: 'pkce' })
    await theirs.auth.signInWithOAuth({ provider: 'test' as never })
    expect((await theirs.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'bad_code_verifier',
    })
    expect((await attacker.auth.exchangeCodeForSession(code)).error).not.toBeNull()
    expect(await identitiesOf(attacker.user.id)).toEqual(['email'])
  })

  test('is rejected after its session ended, even if the user has other sessions', async () => {
    const somebody = await member()
    const { url } = await walk(await addressFor(somebody), newPerson(), app)
    await wire
      .client()
      .auth.signInWithPassword({ email: somebody.email, password: 'lantern over the quiet harbor' })
    const kept = new Map(somebody.storage)
    await somebody.auth.signOut({ scope: 'local' })
    for (const [key, value] of kept) somebody.storage.set(key, value)
    const { error } = await somebody.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
    expect(error).not.toBeNull()
    expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
  })

  test('is rejected with identity_already_exists when the identity is already linked', async () => {
    const [first, second] = [await member(), await member()]
    const sub = newPerson()
    const [early, late] = [
      await walk(await addressFor(first), sub, app),
      await walk(await addressFor(second), sub, app),
    ]
    const codeOf = ({ url }: { url: URL }) => url.searchParams.get('code') ?? ''
    expect((await first.auth.exchangeCodeForSession(codeOf(early))).error).toBeNull()
    expect((await second.auth.exchangeCodeForSession(codeOf(late))).error).toMatchObject({
      code: 'identity_already_exists',
      status: 422,
    })
    for (const [who, message] of [
      [first, 'Identity is already linked'],
      [second, 'Identity is already linked to another user'],
    ] as const) {
      const { url } = await walk(await addressFor(who), sub, app)
      expect(fragmentOf(url)).toEqual({
        error: 'server_error',
        error_code: 'identity_already_exists',
        error_description: message,
      })
      expect(url.searchParams.get('error_code')).toBe('identity_already_exists')
      expect(url.searchParams.get('code')).toBeNull()
    }
    expect(await identitiesOf(second.user.id)).toEqual(['email'])
  })
})

describe('linking a provider without PKCE', () => {
  test('shows a consent page whose button links once and redirects with a session', async () => {
    const somebody = await wire.createUser()
    const sub = newPerson()
    const { page, press } = await askedAt(await addressFor(somebody), sub)
    expect(page.status).toBe(200)
    expect([page.body.includes(somebody.email), page.body.includes('Link Test')]).toEqual([true, true])
    expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
    const { to: back } = await press()
    expect(back.origin + back.pathname + back.search).toBe(app)
    const { data } = await somebody.auth.setSession(fragmentOf(back) as never)
    expect(data.user?.app_metadata.providers).toEqual(['email', 'test'])
    // The button works only once.
    expect((await press()).status).toBe(410)
  })

  test('links nothing until the button is pressed', async () => {
    const attacker = await wire.createUser()
    const { page, ticket } = await askedAt(await addressFor(attacker), newPerson())
    expect(page.body.includes('close this page')).toBe(true)
    expect(ticket).toHaveLength(43)
    expect(await identitiesOf(attacker.user.id)).toEqual(['email'])
    const copy = JSON.stringify(await database.auth.selectFrom('auth.oauth_states').selectAll().execute())
    expect(copy).not.toContain(ticket)
  })

  test('rejects its ticket on other endpoints', async () => {
    const pkce = (ticket: string) => JSON.stringify({ auth_code: ticket, code_verifier: 'x'.repeat(43) })
    for (const use of [
      (ticket: string) => wire.ask(`/callback?ticket=${ticket}`),
      (ticket: string) => wire.ask('/token?grant_type=pkce', { method: 'POST', body: pkce(ticket) }),
      (ticket: string) => wire.ask(`/callback?state=${ticket}&code=x`),
    ]) {
      const somebody = await wire.createUser()
      const { ticket } = await askedAt(await addressFor(somebody), newPerson())
      const answer = await use(ticket)
      const said = `${answer.headers.get('Location')} ${await answer.text()}`
      expect(said).toMatch(/bad_oauth_callback|flow_state_not_found|bad_oauth_state/)
      expect(said).not.toContain('access_token')
      expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
    }
  })

  test.each([
    ['after ten minutes', null, async () => wire.advance(10 * 60_000)],
    [
      'when the session has ended',
      'session_not_found',
      async (who: Member) => who.auth.signOut({ scope: 'local' }),
    ],
  ])('rejects the button %s', async (_name, code, meanwhile) => {
    const somebody = await wire.createUser()
    const { press } = await askedAt(await addressFor(somebody), newPerson())
    await meanwhile(somebody)
    expect((await press()).to.searchParams.get('error_code')).toBe(code)
    expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
  })

  test('rejects a press of the button from another site', async () => {
    const somebody = await wire.createUser()
    const { ticket } = await askedAt(await addressFor(somebody), newPerson())
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const init = { method: 'POST', headers, body: new URLSearchParams({ ticket }) }
    expect((await wire.ask(origin + consent, init)).status).toBe(403)
    expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
  })

  test('shows an error page for an expired ticket', async () => {
    const gone = await browser().open(`${consent}?ticket=${'x'.repeat(43)}`)
    expect([gone.status, gone.body.includes('This was finished, or is too old')]).toEqual([410, true])
    expect((await browser().open(consent)).status).toBe(410)
  })
})

test('linking starts only with a session, a fresh proof and the second factor if there is one', async () => {
  const path = `/user/identities/authorize?provider=test&redirect_to=${encodeURIComponent(app)}`
  expect((await wire.ask(path)).status).toBe(401)
  const somebody = await wire.createUser()
  const init = bearer(somebody.session.access_token)
  const redirected = await wire.ask(path, init)
  expect([redirected.status, redirected.headers.get('Location')?.startsWith(provider.issuer)]).toEqual([
    303,
    true,
  ])
  const told = await wire.ask(`${path}&skip_http_redirect=true`, init)
  expect(await told.json()).toEqual({ url: expect.stringContaining(`${provider.issuer}/auth?`) })
  // Without a challenge the session would stay in a URL of this site, and so in the browser history.
  const nowhere = await somebody.auth.linkIdentity({ provider: 'test' as never })
  expect(nowhere.error).toMatchObject({ code: 'validation_failed', status: 400 })
  const options = { redirectTo: app }
  const away = await somebody.auth.linkIdentity({ provider: 'away' as never, options })
  expect(away.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 500 })
  expect((await somebody.auth.linkIdentity({ provider: 'nobody' as never })).error).toMatchObject({
    code: 'validation_failed',
  })
  wire.advance(16 * 60_000)
  expect((await somebody.auth.linkIdentity({ provider: 'test' as never })).error).toMatchObject({
    code: 'reauthentication_needed',
  })
  wire.advance(-16 * 60_000)
  const factor = { id: '0198a000-0000-7000-8000-000000000005', user_id: somebody.user.id }
  await database.auth
    .insertInto('auth.factors')
    .values({ ...factor, factor_type: 'totp', status: 'verified' })
    .execute()
  expect((await somebody.auth.linkIdentity({ provider: 'test' as never })).error).toMatchObject({
    code: 'insufficient_aal',
  })
})

test('a restricted user cannot link a provider, even if the linking was started before', async () => {
  for (const flowType of ['implicit', 'pkce'] as const) {
    const somebody = await wire.createUser({ flowType })
    const address = await addressFor(somebody)
    const restricted = database.auth.updateTable('auth.users').set({ status: 'restricted' })
    await restricted.where('id', '=', somebody.user.id).execute()
    if (flowType === 'implicit') {
      const { press } = await askedAt(address, newPerson())
      expect(fragmentOf((await press()).to)).toMatchObject({ error_code: 'no_authorization' })
    } else {
      const { url } = await walk(address, newPerson(), app)
      const redeemed = await somebody.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
      expect(redeemed.error).toMatchObject({ code: 'no_authorization' })
    }
    const { error } = await somebody.auth.linkIdentity({ provider: 'test' as never })
    expect(error).toMatchObject({ code: 'no_authorization', status: 401 })
    const token = await provider.idToken({ sub: newPerson() })
    expect((await somebody.auth.linkIdentity({ provider: 'test', token })).error).toMatchObject({
      code: 'no_authorization',
    })
    expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
  }
})

test('a linked provider can be unlinked again', async () => {
  const somebody = await wire.createUser({ flowType: 'pkce' })
  const { url } = await walk(await addressFor(somebody), newPerson(), app)
  await somebody.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
  const { data } = await somebody.auth.getUserIdentities()
  const [, mine] = data?.identities ?? []
  if (!mine) throw new Error('not linked')
  expect(await somebody.auth.unlinkIdentity(mine)).toEqual({ data: {}, error: null })
  expect(await identitiesOf(somebody.user.id)).toEqual(['email'])
})
