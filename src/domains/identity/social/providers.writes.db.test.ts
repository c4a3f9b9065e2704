import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { type Browser, origin, twoProviders } from '../../../../test/support/two-providers.ts'

const database = testDatabase()
const at = twoProviders(database)
const {
  browser,
  isSignedIn: isIn,
  signInWithProvider: arrive,
  createProviderUser: newPerson,
  countUsers,
  identitiesOf,
  userOf,
  ownerOf,
  setUser,
} = at

describe('a new user', () => {
  test.each([
    ['a query', false, true],
    ['a cross-site form', true, true],
    ['a query, with the address at userinfo', false, false],
  ])('gets an account if the provider responds by %s', async (_way, form_post, address_in_token) => {
    Object.assign(at.provider.behavior, { form_post, address_in_token })
    const { sub, email } = newPerson()
    const one = browser()
    const { url, status } = await arrive(one, sub)
    expect([new URL(url).pathname, status]).toEqual(['/dashboard', 200])
    const user = await userOf(email)
    expect(user).toMatchObject({
      email,
      password_hash: null,
      email_confirmed_at: at.served.time.now,
      of_age_at: at.served.time.now,
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
    expect(await database.auth.selectFrom('auth.oauth_states').selectAll().execute()).toEqual([])
  })

  test('signs in to the same account again, also after the address has changed', async () => {
    const { sub, email } = newPerson()
    await arrive(browser(), sub)
    const before = await countUsers()
    at.provider.users.set(sub, { email: 'elsewhere@example.org', email_verified: false })
    const again = browser()
    expect((await arrive(again, sub, {})).status).toBe(200)
    expect(isIn(again)).toBe(true)
    expect(await countUsers()).toBe(before)
    expect((await identitiesOf((await userOf(email)).id))[0]?.identity_data).toEqual({ sub })
  })

  test('who comes from the sign-in page confirms their age once, and nothing is stored before', async () => {
    const { sub, email } = newPerson()
    const [one, before] = [browser(), await countUsers()]
    const pending = await arrive(one, sub, { shared_device: 'on' })
    expect(pending.body).toContain('I am at least 16 years old')
    expect([isIn(one), await countUsers()]).toEqual([false, before])
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(pending.body) ?? []
    const without = await one.press('/auth-test/with/test', { intent: 'join', ticket })
    expect([without.status, await countUsers()]).toEqual([400, before])
    const elsewhere = await browser().press('/auth-test/with/test', {
      intent: 'join',
      ticket: 'x',
      of_age: 'on',
    })
    expect([elsewhere.status, await countUsers()]).toEqual([410, before])
    const joined = await one.press('/auth-test/with/test', { intent: 'join', ticket, of_age: 'on' })
    expect(new URL(joined.url).pathname).toBe('/dashboard')
    const user = await userOf(email)
    const session = await database.auth
      .selectFrom('auth.sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(session).toMatchObject([{ shared_device: true }])
    expect((await one.press('/auth-test/with/test', { intent: 'join', ticket, of_age: 'on' })).status).toBe(
      410,
    )
  })

  test('cannot use a ticket as a state, in another browser, or after ten minutes', async () => {
    for (const use of [
      async (one: Browser, ticket: string) => one.open(`/auth-test/callback?state=${ticket}&code=x`),
      async (_one: Browser, ticket: string) =>
        browser().press('/auth-test/with/test', { intent: 'join', ticket, of_age: 'on' }),
      async (one: Browser, ticket: string) => {
        at.served.time.now = new Date(at.served.time.now.getTime() + 10 * 60_000)
        return one.press('/auth-test/with/test', { intent: 'join', ticket, of_age: 'on' })
      },
    ]) {
      const [one, before] = [browser(), await countUsers()]
      const pending = await arrive(one, newPerson().sub, {})
      const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(pending.body) ?? []
      expect([ticket.length, (await use(one, ticket)).status, await countUsers()]).toEqual([43, 410, before])
    }
  })

  test.each([
    ['unverified', { email_verified: false }],
    ['not known to be verified', { email_verified: 'no' }],
    ['missing', { email: '' }],
  ])('with an address that is %s gets a separate account without an address', async (_name, claims) => {
    const member = newPerson()
    await arrive(browser(), member.sub)
    const before = await countUsers()
    for (const email of [newPerson().email, member.email]) {
      const { sub } = newPerson({ email, ...claims })
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

  test('without an address confirms their age too, and can add an address in Settings', async () => {
    const { sub } = newPerson({ email_verified: false })
    const one = browser()
    const pending = await arrive(one, sub, {})
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(pending.body) ?? []
    expect([pending.status, ticket.length, isIn(one)]).toEqual([200, 43, false])
    const joined = await one.press('/auth-test/with/test', { intent: 'join', ticket, of_age: 'on' })
    expect(new URL(joined.url).pathname).toBe('/dashboard')
    const settings = await one.open('/dashboard/settings')
    expect(settings.status).toBe(200)
    const response = await one.press('/dashboard/settings', {
      intent: 'email',
      new_email: `first-of-${sub}@example.org`,
    })
    expect(response.body).toContain('Your address is changed')
    expect(await ownerOf(sub)).toMatchObject({
      email: `first-of-${sub}@example.org`,
      of_age_at: at.served.time.now,
    })
  })

  test('gets one account from concurrent responses', async () => {
    const { sub } = newPerson()
    const before = await countUsers()
    await Promise.all([browser(), browser(), browser()].map((one) => arrive(one, sub)))
    expect(await countUsers()).toBe(before + 1)
  })
})

test('an identity is not linked to an existing account with the same address, ignoring case', async () => {
  const { sub, email } = newPerson()
  await arrive(browser(), sub)
  at.second.users.set('other-sub', { email: email.toUpperCase(), email_verified: true })
  const one = browser()
  const { status, body } = await arrive(one, 'other-sub', { of_age: 'on' }, 'second')
  expect([status, isIn(one)]).toEqual([409, false])
  expect(body).toContain('Then you can link Second Place in Settings')
  expect(await identitiesOf((await userOf(email)).id)).toHaveLength(1)
})

test('the pending save and the redirect target survive the flow, but not a URL of another site', async () => {
  const { sub } = newPerson()
  const one = browser()
  const there = await one.press('/auth-test/with/test?save=gaslighting&next=/dashboard/settings', {
    of_age: 'on',
  })
  expect((await one.submitLogin(there, sub)).url.split('&proof=')[0]).toBe(
    `${origin}/dashboard/settings?save=gaslighting`,
  )
  const again = browser()
  const evil = await again.open('/auth-test/with/test?next=https://evil.example/dashboard')
  expect((await again.submitLogin(evil, sub)).url).toBe(`${origin}/dashboard`)
})

test('a suspended account gets an explanation and no session', async () => {
  const { sub, email } = newPerson()
  await arrive(browser(), sub)
  await setUser(email, { status: 'suspended' })
  const one = browser()
  const { status, body } = await arrive(one, sub)
  expect([status, isIn(one)]).toEqual([403, false])
  expect(body).toContain('This account is suspended')
})
