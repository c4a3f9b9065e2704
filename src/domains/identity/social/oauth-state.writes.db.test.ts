import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { type Browser, twoProviders } from '../../../../test/support/two-providers.ts'

const database = testDatabase()
const at = twoProviders(database)
const {
  browser,
  isSignedIn: isIn,
  signInWithProvider: arrive,
  createProviderUser: newPerson,
  countUsers,
} = at

describe('a provider’s response', () => {
  const expectRejected = async (one: Browser, { status, body }: { status: number; body: string }) => {
    expect([status, isIn(one)]).toEqual([410, false])
    expect(body).toContain('This sign-in could not be finished')
  }
  async function stopped(sub = newPerson().sub) {
    const one = browser()
    return {
      one,
      answer: await one.submitLoginAndStop(await one.press('/auth-test/with/test', { of_age: 'on' }), sub),
    }
  }

  test('works once', async () => {
    const { one, answer } = await stopped()
    expect(new URL((await one.resume(answer)).url).pathname).toBe('/dashboard')
    one.jar.delete('__Host-session')
    await expectRejected(one, await one.resume(answer))
  })

  test.each([false, true])(
    'works only in the browser that started the flow (form_post: %s)',
    async (form_post) => {
      at.provider.behavior.form_post = form_post
      const { answer } = await stopped()
      const stranger = browser()
      await expectRejected(stranger, await stranger.resume(answer))
      const busy = browser()
      await busy.press('/auth-test/with/test', {})
      await expectRejected(busy, await busy.resume((await stopped()).answer))
    },
  )

  test('with a changed, missing or expired state is rejected', async () => {
    const { one, answer } = await stopped()
    const changed = new URL(answer.url)
    changed.searchParams.set('state', `${changed.searchParams.get('state')}x`)
    await expectRejected(one, await one.resume({ ...answer, url: changed.href }))
    changed.searchParams.delete('state')
    await expectRejected(one, await one.resume({ ...answer, url: changed.href }))
    at.served.time.now = new Date(at.served.time.now.getTime() + 10 * 60_000)
    await expectRejected(one, await one.resume(answer))
  })

  test('of another provider is rejected', async () => {
    const { sub } = newPerson()
    const one = browser()
    const here = await one.submitLoginAndStop(await one.press('/auth-test/with/test', { of_age: 'on' }), sub)
    const there = await one.submitLoginAndStop(
      await one.press('/auth-test/with/second', { of_age: 'on' }),
      sub,
    )
    const mixed = new URL(there.url)
    mixed.searchParams.set('state', new URL(here.url).searchParams.get('state') ?? '')
    const { status } = await one.resume({ ...there, url: mixed.href })
    expect([status, isIn(one)]).toEqual([400, false])
    // Without `iss`, the code still belongs to another provider.
    const { one: again, answer } = await stopped(sub)
    const other = await again.submitLoginAndStop(
      await again.press('/auth-test/with/second', { of_age: 'on' }),
      sub,
    )
    const bare = new URL(answer.url)
    bare.searchParams.delete('iss')
    bare.searchParams.set('code', new URL(other.url).searchParams.get('code') ?? '')
    expect([(await again.resume({ ...answer, url: bare.href })).status, isIn(again)]).toEqual([400, false])
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, NonNullable<typeof at.provider.behavior.forge>]>([
    ['another issuer', (claims) => ({ claims: { ...claims, iss: at.second.issuer } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'someone-else' } })],
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => ({ claims })],
    ['an expiry in the past', (claims) => ({ claims: { ...claims, exp: now() - 90 } })],
    ['a stranger’s signature', (claims) => ({ claims, foreign: true })],
    [
      'another person’s sub, signed by a stranger',
      (claims) => ({ claims: { ...claims, sub: 'person-1' }, foreign: true }),
    ],
  ])('whose ID token has %s is rejected, without a session or account', async (_name, forge) => {
    at.provider.behavior.forge = forge
    const [one, before] = [browser(), await countUsers()]
    const { status, body } = await arrive(one, newPerson().sub)
    expect([status, isIn(one), await countUsers()]).toEqual([400, false, before])
    expect(body).toContain('Test could not say who you are')
    expect(at.served.lines.join('\n')).not.toMatch(/eyJ|code=|example\.org/)
  })

  test('from a clock half a minute behind is accepted', async () => {
    at.provider.behavior.forge = (claims) => ({ claims: { ...claims, exp: now() - 30 } })
    const one = browser()
    await arrive(one, newPerson().sub)
    expect(isIn(one)).toBe(true)
  })

  test.each([false, true])(
    'with a denial shows a page and creates no session (form_post: %s)',
    async (form_post) => {
      at.provider.behavior.form_post = form_post
      const one = browser()
      const { status, body } = await one.submitLogin(await one.press('/auth-test/with/test', {}))
      expect([status, isIn(one)]).toEqual([200, false])
      expect(body).toContain('You came back without signing in')
    },
  )

  test('is the only cross-site POST that is accepted', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: at.provider.issuer }
    for (const path of [
      '/auth-test/with/test',
      '/auth-test',
      '/auth-test/callback/x',
      '/auth-test/callback.data',
    ]) {
      const init = { method: 'POST', headers, body: new URLSearchParams({ intent: 'sign-in' }) }
      expect((await at.served.app.request(path, init)).status, path).toBe(403)
    }
  })
})

test('an unreachable provider shows an error; an unknown one redirects to sign-in', async () => {
  const one = browser()
  const { status, body } = await one.press('/auth-test/with/away', {})
  expect(status).toBe(503)
  expect(body).toContain('Far Away could not say who you are')
  expect(new URL((await one.open('/auth-test/with/nobody')).url).pathname).toBe('/auth-test')
})

test('pages show providers without their secrets', async () => {
  const { body } = await browser().open('/auth-test?mode=sign-up&save=gaslighting')
  expect(body).toContain('Continue with Second Place')
  expect(body).toContain('/auth-test/with/test?save=gaslighting')
  expect(body).not.toContain('a-secret-of-the-test')
  const response = await at.served.app.request('/auth-test/with/test')
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^__Host-flow=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=None; Max-Age=600$/,
  )
})

test('a database copy contains no usable flow secret', async () => {
  const one = browser()
  const there = await one.press('/auth-test/with/test', { of_age: 'on' }, '/auth?')
  const query = new URL(there.url).searchParams
  const client = await database.connect()
  const { rows } = await client.query('select f::text from auth.oauth_states f')
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
