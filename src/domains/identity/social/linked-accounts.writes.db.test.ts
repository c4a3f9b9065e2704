import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { type Browser, origin, twoProviders } from '../../../../test/support/two-providers.ts'
import { unlink } from './linked-accounts.writes.server.ts'

const database = testDatabase()
const at = twoProviders(database)
const {
  browser,
  isSignedIn: isIn,
  signInWithProvider: arrive,
  createProviderUser: newPerson,
  identitiesOf,
  userOf,
  setUser,
} = at

describe('a linked account', () => {
  async function member() {
    const { sub, email } = newPerson()
    const one = browser()
    await arrive(one, sub)
    return { one, sub, email, user: await userOf(email) }
  }
  const link = async (one: Browser, sub: string) => arrive(one, sub, { intent: 'link' }, 'second')

  test.each([false, true])('is added in Settings and can then sign in (form_post: %s)', async (form_post) => {
    at.second.behavior.form_post = form_post
    const { one, user } = await member()
    // The other provider's address differs and is not verified: the user links them.
    const { sub } = newPerson({ email: 'work@example.org', email_verified: false })
    const { url, body } = await link(one, sub)
    expect(url).toBe(`${origin}/dashboard/settings`)
    expect(body).toContain('Unlink Second Place')
    const again = browser()
    await arrive(again, sub, {}, 'second')
    expect(isIn(again)).toBe(true)
    expect((await identitiesOf(user.id)).map(({ provider: key }) => key).sort()).toEqual(['second', 'test'])
    // Linking again changes nothing.
    expect((await link(one, sub)).url).toBe(`${origin}/dashboard/settings`)
    expect(await identitiesOf(user.id)).toHaveLength(2)
  })

  test('cannot be added if it belongs to another user', async () => {
    const [mine, theirs] = [await member(), await member()]
    await link(theirs.one, 'wanted-by-two')
    const { status, body } = await link(mine.one, 'wanted-by-two')
    expect(status).toBe(409)
    expect(body).toContain('This Second Place account is in use here already')
    expect(await identitiesOf(mine.user.id)).toHaveLength(1)
  })

  test('can only be added within one session, from start to end of the flow', async () => {
    const visitor = browser()
    expect((await visitor.press('/auth-test/with/second', { intent: 'link' })).url).toContain(
      '/auth-test?next=',
    )
    const { one, sub, user } = await member()
    const answer = await one.submitLoginAndStop(
      await one.press('/auth-test/with/second', { intent: 'link' }),
      newPerson().sub,
    )
    // The user has another session, but not the one that started the flow.
    await arrive(browser(), sub)
    await one.press('/auth-test/sign-out', {})
    expect((await one.resume(answer)).status).toBe(410)
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })

  test('cannot be added by a restricted user, not even in a started flow, but can be removed', async () => {
    const { one, user, email } = await member()
    const away = await one.press('/auth-test/with/second', { intent: 'link' })
    await setUser(email, { status: 'restricted', password_hash: 'one' })
    const back = await one.submitLogin(away, newPerson().sub)
    const again = await one.press('/auth-test/with/second', { intent: 'link' })
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
    await one.press('/auth-test/with/test', { intent: 'unlink', identity_id: only?.id ?? '' })
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('cannot be removed without another way to sign in: a password is one, an unverified passkey is not', async () => {
    const { one, user, email } = await member()
    const [identity] = await identitiesOf(user.id)
    const pressUnlink = () =>
      one.press('/auth-test/with/test', { intent: 'unlink', identity_id: identity?.id ?? '' })
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

  test('can be removed when there is a verified passkey', async () => {
    const { user } = await member()
    const [identity] = await identitiesOf(user.id)
    const factor = { user_id: user.id, factor_type: 'webauthn' as const, status: 'verified' as const }
    await database.auth
      .insertInto('auth.factors')
      .values({ id: '0198a000-0000-7000-8000-000000000002', ...factor })
      .execute()
    expect(await unlink(database.auth, user.id, identity?.id ?? '', at.served.time.now)).toBeUndefined()
  })

  test('remains if it is the last of two removed concurrently; another user’s is not found', async () => {
    const { one, user } = await member()
    await link(one, newPerson().sub)
    const both = await identitiesOf(user.id)
    const stranger = await member()
    const press = (who: Browser, identity_id: string) =>
      who.press('/auth-test/with/test', { intent: 'unlink', identity_id })
    expect((await press(stranger.one, both[0]?.id ?? '')).status).toBe(404)
    expect(await identitiesOf(user.id)).toHaveLength(2)
    await Promise.all(both.map(({ id }) => press(one, id)))
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })
})
