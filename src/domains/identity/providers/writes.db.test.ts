import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openidBrowser } from '../../../../test/support/openid-browser.ts'
import { openidProvider } from '../../../../test/support/openid-provider.ts'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { readUserByEmail } from '../reads.server.ts'
import { unlink } from './linked/writes.server.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'
const callback = `${origin}/auth-test/callback`
let provider: Awaited<ReturnType<typeof openidProvider>>
let second: Awaited<ReturnType<typeof openidProvider>>
let served: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  provider = await openidProvider([callback])
  second = await openidProvider([callback])
  const environment = {
    OIDC_TEST: provider.setting,
    OIDC_SECOND: `${second.setting} Second Place`,
    OIDC_AWAY: 'http://127.0.0.1:9 web secret Far Away',
  }
  served = await testApp(database, { environment })
})
afterAll(() => Promise.all([provider?.stop(), second?.stop()]))
beforeEach(() => {
  for (const peer of [provider, second])
    peer.manner = { form_post: false, address_in_token: true, forge: undefined }
  served.time.now = new Date('2026-03-04T12:00:00Z')
  // All come from one place here, where more than a few accounts an hour are made to wait.
  return database.auth
    .deleteFrom('auth.attempts')
    .execute()
    .then(() => undefined)
})

const browser = () => openidBrowser(origin, (url, init) => served.app.request(url, init))
type Browser = ReturnType<typeof browser>
const isIn = (one: Browser) => Boolean(one.jar.get('__Host-session')?.value)
/** Presses the button of the sign-up page and says a name at the provider. */
async function arrive(
  one: Browser,
  sub: string,
  fields: Record<string, string> = { of_age: 'on' },
  key = 'test',
) {
  const at = await one.press(`/auth-test/with/${key}`, fields)
  // Who is signed in at the provider still is not asked again.
  return at.url.startsWith(origin) ? at : one.say(at, sub)
}
let people = 0
function newPerson(given: { email?: string; email_verified?: boolean | string } = {}) {
  const sub = `person-${++people}`
  const email = `${sub}@example.org`
  const said = { email, email_verified: true, ...given }
  provider.people.set(sub, said)
  second.people.set(sub, said)
  return { sub, email }
}
const countUsers = async () => {
  const rows = await database.auth.selectFrom('auth.users').select('id').execute()
  return rows.length
}
const identitiesOf = (user_id: string) =>
  database.auth.selectFrom('auth.identities').selectAll().where('user_id', '=', user_id).execute()
const userOf = async (email: string) => {
  const user = await readUserByEmail(database.auth, email)
  if (!user) throw new Error(`nobody has ${email}`)
  return user
}
/** Whose sign-in it is at the first provider. */
const ownerOf = (sub: string) =>
  database.auth
    .selectFrom('auth.users')
    .innerJoin('auth.identities', 'auth.identities.user_id', 'auth.users.id')
    .selectAll('auth.users')
    .where('provider_id', '=', sub)
    .where('provider', '=', 'test')
    .executeTakeFirstOrThrow()
const setUser = (email: string, columns: { password_hash?: string; status?: 'suspended' | 'restricted' }) =>
  database.auth.updateTable('auth.users').set(columns).where('email_key', '=', email).execute()

describe('somebody new', () => {
  test.each([
    ['a query', false, true],
    ['a form that comes from the provider’s site', true, true],
    ['a query, with the address at userinfo', false, false],
  ])('gets an account by %s', async (_way, form_post, address_in_token) => {
    Object.assign(provider.manner, { form_post, address_in_token })
    const { sub, email } = newPerson()
    const one = browser()
    const { url, status } = await arrive(one, sub)
    expect([new URL(url).pathname, status]).toEqual(['/dashboard', 200])
    const user = await userOf(email)
    expect(user).toMatchObject({
      email,
      password_hash: null,
      email_confirmed_at: served.time.now,
      of_age_at: served.time.now,
    })
    expect(await identitiesOf(user.id)).toMatchObject([
      { provider: 'test', provider_id: sub, identity_data: { sub, email } },
    ])
    const session = await database.auth
      .selectFrom('auth.sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(session).toMatchObject([{ amr: [{ method: 'oauth' }], shared_device: false, aal: 'aal1' }])
    expect(await database.auth.selectFrom('auth.flows').selectAll().execute()).toEqual([])
  })

  test('comes back to the same account, also when the address has changed', async () => {
    const { sub, email } = newPerson()
    await arrive(browser(), sub)
    const before = await countUsers()
    provider.people.set(sub, { email: 'elsewhere@example.org', email_verified: false })
    const again = browser()
    expect((await arrive(again, sub, {})).status).toBe(200)
    expect(isIn(again)).toBe(true)
    expect(await countUsers()).toBe(before)
    expect((await identitiesOf((await userOf(email)).id))[0]?.identity_data).toEqual({ sub })
  })

  test('who comes from the sign-in page is asked their age once, and nothing is kept before', async () => {
    const { sub, email } = newPerson()
    const [one, before] = [browser(), await countUsers()]
    const asked = await arrive(one, sub, { shared_device: 'on' })
    expect(asked.body).toContain('I am at least 16 years old')
    expect([isIn(one), await countUsers()]).toEqual([false, before])
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(asked.body) ?? []
    const without = await one.press('/auth-test/with/test', { deed: 'join', ticket })
    expect([without.status, await countUsers()]).toEqual([400, before])
    const elsewhere = await browser().press('/auth-test/with/test', {
      deed: 'join',
      ticket: 'x',
      of_age: 'on',
    })
    expect([elsewhere.status, await countUsers()]).toEqual([410, before])
    const joined = await one.press('/auth-test/with/test', { deed: 'join', ticket, of_age: 'on' })
    expect(new URL(joined.url).pathname).toBe('/dashboard')
    const user = await userOf(email)
    const session = await database.auth
      .selectFrom('auth.sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(session).toMatchObject([{ shared_device: true }])
    expect((await one.press('/auth-test/with/test', { deed: 'join', ticket, of_age: 'on' })).status).toBe(410)
  })

  test('a ticket is worth nothing as a state, in another browser, or after ten minutes', async () => {
    for (const use of [
      async (one: Browser, ticket: string) => one.open(`/auth-test/callback?state=${ticket}&code=x`),
      async (_one: Browser, ticket: string) =>
        browser().press('/auth-test/with/test', { deed: 'join', ticket, of_age: 'on' }),
      async (one: Browser, ticket: string) => {
        served.time.now = new Date(served.time.now.getTime() + 10 * 60_000)
        return one.press('/auth-test/with/test', { deed: 'join', ticket, of_age: 'on' })
      },
    ]) {
      const [one, before] = [browser(), await countUsers()]
      const asked = await arrive(one, newPerson().sub, {})
      const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(asked.body) ?? []
      expect([ticket.length, (await use(one, ticket)).status, await countUsers()]).toEqual([43, 410, before])
    }
  })

  test.each([
    ['unverified', { email_verified: false }],
    ['of which nothing is said', { email_verified: 'no' }],
    ['missing', { email: '' }],
  ])('with an address that is %s gets an account without one, and joins nothing', async (_name, given) => {
    const member = newPerson()
    await arrive(browser(), member.sub)
    const before = await countUsers()
    for (const email of [newPerson().email, member.email]) {
      const { sub } = newPerson({ email, ...given })
      for (const time of ['first', 'again']) {
        const one = browser()
        const { url } = await arrive(one, sub)
        expect([new URL(url).pathname, isIn(one)], time).toEqual(['/dashboard', true])
      }
      const user = await ownerOf(sub)
      expect(user).toMatchObject({
        email: null,
        email_key: null,
        email_confirmed_at: null,
        password_hash: null,
      })
      expect(await identitiesOf(user.id)).toMatchObject([{ provider: 'test', identity_data: { sub } }])
    }
    expect(await countUsers()).toBe(before + 2)
    expect(await identitiesOf((await userOf(member.email)).id)).toHaveLength(1)
  })

  test('without an address is asked their age too, and can give a first address in Settings', async () => {
    const { sub } = newPerson({ email_verified: false })
    const one = browser()
    const asked = await arrive(one, sub, {})
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(asked.body) ?? []
    expect([asked.status, ticket.length, isIn(one)]).toEqual([200, 43, false])
    const joined = await one.press('/auth-test/with/test', { deed: 'join', ticket, of_age: 'on' })
    expect(new URL(joined.url).pathname).toBe('/dashboard')
    const settings = await one.open('/dashboard/settings')
    expect(settings.status).toBe(200)
    const given = await one.press('/dashboard/settings', {
      deed: 'email',
      new_email: `first-of-${sub}@example.org`,
    })
    expect(given.body).toContain('Your address is changed')
    expect(await ownerOf(sub)).toMatchObject({
      email: `first-of-${sub}@example.org`,
      of_age_at: served.time.now,
    })
  })

  test('two answers at once with one person make one account', async () => {
    const { sub } = newPerson()
    const before = await countUsers()
    await Promise.all([browser(), browser(), browser()].map((one) => arrive(one, sub)))
    expect(await countUsers()).toBe(before + 1)
  })
})

test('an address that has an account already is never joined, whatever its case', async () => {
  const { sub, email } = newPerson()
  await arrive(browser(), sub)
  second.people.set('other-sub', { email: email.toUpperCase(), email_verified: true })
  const one = browser()
  const { status, body } = await arrive(one, 'other-sub', { of_age: 'on' }, 'second')
  expect([status, isIn(one)]).toEqual([409, false])
  expect(body).toContain('Then you can link Second Place in Settings')
  expect(await identitiesOf((await userOf(email)).id)).toHaveLength(1)
})

test('what was wanted and where to go on come along, and no other site’s address', async () => {
  const { sub } = newPerson()
  const one = browser()
  const there = await one.press('/auth-test/with/test?save=gaslighting&next=/dashboard/settings', {
    of_age: 'on',
  })
  expect((await one.say(there, sub)).url).toBe(`${origin}/dashboard/settings?save=gaslighting`)
  const again = browser()
  const evil = await again.open('/auth-test/with/test?next=https://evil.example/dashboard')
  expect((await again.say(evil, sub)).url).toBe(`${origin}/dashboard`)
})

test('a paused account is told so kindly and gets no session', async () => {
  const { sub, email } = newPerson()
  await arrive(browser(), sub)
  await setUser(email, { status: 'suspended' })
  const one = browser()
  const { status, body } = await arrive(one, sub)
  expect([status, isIn(one)]).toEqual([403, false])
  expect(body).toContain('This account is paused')
})

describe('an answer', () => {
  const refused = async (one: Browser, { status, body }: { status: number; body: string }) => {
    expect([status, isIn(one)]).toEqual([410, false])
    expect(body).toContain('This sign-in could not be finished')
  }
  async function stopped(sub = newPerson().sub) {
    const one = browser()
    return {
      one,
      answer: await one.sayAndStop(await one.press('/auth-test/with/test', { of_age: 'on' }), sub),
    }
  }

  test('counts once', async () => {
    const { one, answer } = await stopped()
    expect(new URL((await one.bring(answer)).url).pathname).toBe('/dashboard')
    one.jar.delete('__Host-session')
    await refused(one, await one.bring(answer))
  })

  test.each([false, true])('counts in the browser that began alone (form_post: %s)', async (form_post) => {
    provider.manner.form_post = form_post
    const { answer } = await stopped()
    const stranger = browser()
    await refused(stranger, await stranger.bring(answer))
    const busy = browser()
    await busy.press('/auth-test/with/test', {})
    await refused(busy, await busy.bring((await stopped()).answer))
  })

  test('with a state that is changed, missing or ten minutes old is nothing', async () => {
    const { one, answer } = await stopped()
    const changed = new URL(answer.url)
    changed.searchParams.set('state', `${changed.searchParams.get('state')}x`)
    await refused(one, await one.bring({ ...answer, url: changed.href }))
    changed.searchParams.delete('state')
    await refused(one, await one.bring({ ...answer, url: changed.href }))
    served.time.now = new Date(served.time.now.getTime() + 10 * 60_000)
    await refused(one, await one.bring(answer))
  })

  test('of another provider than the one that was asked is refused', async () => {
    const { sub } = newPerson()
    const one = browser()
    const here = await one.sayAndStop(await one.press('/auth-test/with/test', { of_age: 'on' }), sub)
    const there = await one.sayAndStop(await one.press('/auth-test/with/second', { of_age: 'on' }), sub)
    const mixed = new URL(there.url)
    mixed.searchParams.set('state', new URL(here.url).searchParams.get('state') ?? '')
    const { status } = await one.bring({ ...there, url: mixed.href })
    expect([status, isIn(one)]).toEqual([400, false])
    // Without the `iss` that gives it away the code is still another provider's.
    const { one: again, answer } = await stopped(sub)
    const other = await again.sayAndStop(await again.press('/auth-test/with/second', { of_age: 'on' }), sub)
    const bare = new URL(answer.url)
    bare.searchParams.delete('iss')
    bare.searchParams.set('code', new URL(other.url).searchParams.get('code') ?? '')
    expect([(await again.bring({ ...answer, url: bare.href })).status, isIn(again)]).toEqual([400, false])
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, NonNullable<typeof provider.manner.forge>]>([
    ['another issuer', (claims) => ({ claims: { ...claims, iss: second.issuer } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'somebody-else' } })],
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => ({ claims })],
    ['an end that has passed', (claims) => ({ claims: { ...claims, exp: now() - 90 } })],
    ['a stranger’s signature', (claims) => ({ claims, strange: true })],
    [
      'another person’s sub, signed by a stranger',
      (claims) => ({ claims: { ...claims, sub: 'person-1' }, strange: true }),
    ],
  ])('whose ID token has %s signs nobody in', async (_name, forge) => {
    provider.manner.forge = forge
    const [one, before] = [browser(), await countUsers()]
    const { status, body } = await arrive(one, newPerson().sub)
    expect([status, isIn(one), await countUsers()]).toEqual([400, false, before])
    expect(body).toContain('Test could not say who you are')
    expect(served.lines.join('\n')).not.toMatch(/eyJ|code=|example\.org/)
  })

  test('whose clock is half a minute behind is good', async () => {
    provider.manner.forge = (claims) => ({ claims: { ...claims, exp: now() - 30 } })
    const one = browser()
    await arrive(one, newPerson().sub)
    expect(isIn(one)).toBe(true)
  })

  test.each([false, true])('that says no is a calm page (form_post: %s)', async (form_post) => {
    provider.manner.form_post = form_post
    const one = browser()
    const { status, body } = await one.say(await one.press('/auth-test/with/test', {}))
    expect([status, isIn(one)]).toEqual([200, false])
    expect(body).toContain('You came back without signing in')
  })

  test('is the only thing that another site may post', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: provider.issuer }
    for (const path of [
      '/auth-test/with/test',
      '/auth-test',
      '/auth-test/callback/x',
      '/auth-test/callback.data',
    ]) {
      const init = { method: 'POST', headers, body: new URLSearchParams({ deed: 'sign-in' }) }
      expect((await served.app.request(path, init)).status, path).toBe(403)
    }
  })
})

test('a provider that cannot be reached is said so; one that is not configured leads to sign-in', async () => {
  const one = browser()
  const { status, body } = await one.press('/auth-test/with/away', {})
  expect(status).toBe(503)
  expect(body).toContain('Far Away could not say who you are')
  expect(new URL((await one.open('/auth-test/with/nobody')).url).pathname).toBe('/auth-test')
})

test('the pages name the providers, and nothing that opens them', async () => {
  const { body } = await browser().open('/auth-test?mode=sign-up&save=gaslighting')
  expect(body).toContain('Continue with <!-- -->Second Place')
  expect(body).toContain('/auth-test/with/test?save=gaslighting')
  expect(body).not.toContain('a-secret-of-the-test')
  const response = await served.app.request('/auth-test/with/test')
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^__Host-flow=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=None; Max-Age=600$/,
  )
})

test('a stolen copy of the database holds nothing of a flow that can be used', async () => {
  const one = browser()
  const there = await one.press('/auth-test/with/test', { of_age: 'on' }, '/auth?')
  const query = new URL(there.url).searchParams
  const client = await database.connect()
  const { rows } = await client.query('select f::text from auth.flows f')
  await client.end()
  const copy = JSON.stringify(rows)
  expect(copy).toContain('test')
  const state = query.get('state') ?? ''
  for (const secret of [state, query.get('nonce') ?? '', one.jar.get('__Host-flow')?.value ?? '']) {
    expect(secret).toHaveLength(43)
    expect(copy).not.toContain(secret)
    expect(copy).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

describe('in settings', () => {
  async function member() {
    const { sub, email } = newPerson()
    const one = browser()
    await arrive(one, sub)
    return { one, sub, email, user: await userOf(email) }
  }
  const link = async (one: Browser, sub: string) => arrive(one, sub, { deed: 'link' }, 'second')

  test.each([false, true])(
    'another provider is linked, and signs in from then on (form_post: %s)',
    async (form_post) => {
      second.manner.form_post = form_post
      const { one, user } = await member()
      // The address there is another one, and not verified: it is the person who joins them.
      const { sub } = newPerson({ email: 'work@example.org', email_verified: false })
      const { url, body } = await link(one, sub)
      expect(url).toBe(`${origin}/dashboard/settings`)
      expect(body).toContain('Unlink Second Place')
      const again = browser()
      await arrive(again, sub, {}, 'second')
      expect(isIn(again)).toBe(true)
      expect((await identitiesOf(user.id)).map(({ provider: key }) => key).sort()).toEqual(['second', 'test'])
      // Once more changes nothing.
      expect((await link(one, sub)).url).toBe(`${origin}/dashboard/settings`)
      expect(await identitiesOf(user.id)).toHaveLength(2)
    },
  )

  test('one that belongs to somebody else is refused', async () => {
    const [mine, theirs] = [await member(), await member()]
    await link(theirs.one, 'wanted-by-two')
    const { status, body } = await link(mine.one, 'wanted-by-two')
    expect(status).toBe(409)
    expect(body).toContain('This Second Place account is in use here already')
    expect(await identitiesOf(mine.user.id)).toHaveLength(1)
  })

  test('needs somebody who is signed in, until the end', async () => {
    const visitor = browser()
    expect((await visitor.press('/auth-test/with/second', { deed: 'link' })).url).toContain(
      '/auth-test?next=',
    )
    const { one, sub, user } = await member()
    const answer = await one.sayAndStop(
      await one.press('/auth-test/with/second', { deed: 'link' }),
      newPerson().sub,
    )
    // Another session of theirs stays, and it is not the one that asked.
    await arrive(browser(), sub)
    await one.press('/auth-test/sign-out', {})
    expect((await one.bring(answer)).status).toBe(410)
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })

  test('a restricted person links none, not even on the way already, and may unlink', async () => {
    const { one, user, email } = await member()
    const away = await one.press('/auth-test/with/second', { deed: 'link' })
    await setUser(email, { status: 'restricted', password_hash: 'one' })
    const back = await one.say(away, newPerson().sub)
    const again = await one.press('/auth-test/with/second', { deed: 'link' })
    expect(new URL(again.url).pathname, 'nobody is sent there for nothing').toBe('/auth-test/with/second')
    for (const { status, body } of [back, again]) {
      expect(status).toBe(403)
      expect(body).toContain('This account is restricted for now')
    }
    const [only, ...more] = await identitiesOf(user.id)
    expect(more).toEqual([])
    const settings = await one.open('/dashboard/settings')
    expect(settings.body).toContain('This account is restricted for now')
    expect(settings.body).not.toContain('value="link"')
    await one.press('/auth-test/with/test', { deed: 'unlink', identity_id: only?.id ?? '' })
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('the last way in stays; a password lets it go, a passkey that was never used does not', async () => {
    const { one, user, email } = await member()
    const [identity] = await identitiesOf(user.id)
    const pressUnlink = () =>
      one.press('/auth-test/with/test', { deed: 'unlink', identity_id: identity?.id ?? '' })
    const last = await pressUnlink()
    expect(last.status).toBe(409)
    expect(last.body).toContain('This is your only way to sign in')
    const factor = { user_id: user.id, factor_type: 'webauthn' as const }
    await database.auth
      .insertInto('auth.factors')
      .values({ id: '0198a000-0000-7000-8000-000000000001', ...factor })
      .execute()
    expect((await pressUnlink()).status).toBe(409)
    await setUser(email, { password_hash: 'one' })
    expect((await pressUnlink()).url).toBe(`${origin}/dashboard/settings`)
    expect(await identitiesOf(user.id)).toEqual([])
    expect((await pressUnlink()).status).toBe(404)
  })

  test('a passkey that was used is a way in', async () => {
    const { user } = await member()
    const [identity] = await identitiesOf(user.id)
    const factor = { user_id: user.id, factor_type: 'webauthn' as const, status: 'verified' as const }
    await database.auth
      .insertInto('auth.factors')
      .values({ id: '0198a000-0000-7000-8000-000000000002', ...factor })
      .execute()
    expect(await unlink(database.auth, user.id, identity?.id ?? '', served.time.now)).toBeUndefined()
  })

  test('of two unlinked at once one stays, and nobody unlinks another’s', async () => {
    const { one, user } = await member()
    await link(one, newPerson().sub)
    const both = await identitiesOf(user.id)
    const stranger = await member()
    const press = (who: Browser, identity_id: string) =>
      who.press('/auth-test/with/test', { deed: 'unlink', identity_id })
    expect((await press(stranger.one, both[0]?.id ?? '')).status).toBe(404)
    expect(await identitiesOf(user.id)).toHaveLength(2)
    await Promise.all(both.map(({ id }) => press(one, id)))
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })
})
