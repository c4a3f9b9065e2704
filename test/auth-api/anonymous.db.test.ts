import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpired } from '../../src/domains/identity/accounts/cleanup.writes.server.ts'
import { authApiApp, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, { ...withMail, ANONYMOUS_SIGN_IN: 'on' })
})
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
const address = () => `once-nobody-${++people}@example.org`

async function nobody() {
  const somebody = wire.client()
  const { data, error } = await somebody.auth.signInAnonymously({ options: { data: { shoe: 'left' } } })
  if (error || !data.user || !data.session) throw error ?? new Error('no session')
  return { ...somebody, id: data.user.id, session: data.session, user: data.user }
}

test('an anonymous sign-in opens a session that can be refreshed and updated', async () => {
  const { auth, user } = await nobody()
  expect(user).toMatchObject({
    ...{ is_anonymous: true, email: '', identities: [], app_metadata: {} },
    user_metadata: { shoe: 'left' },
  })
  expect((await auth.getClaims()).data?.claims).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
  expect((await auth.refreshSession()).error).toBeNull()
  expect((await auth.updateUser({ data: { shoe: 'right' } })).error).toBeNull()
})

test('anonymous sign-in that is off is rejected as in the reference service', async () => {
  const off = await authApiApp(database, withMail)
  expect((await off.client().auth.signInAnonymously()).error).toMatchObject({
    code: 'anonymous_provider_disabled',
    status: 422,
  })
  const settings = async (app: typeof wire) =>
    (await (await app.ask('/settings')).json()) as { external: object }
  expect((await settings(off)).external).toMatchObject({ anonymous_users: false })
  expect((await settings(wire)).external).toMatchObject({ anonymous_users: true })
})

test('one address can create twenty anonymous accounts an hour', async () => {
  const { auth } = wire.client()
  // At once, because each request is slowed down more than the one before.
  const all = await Promise.all(Array.from({ length: 20 }, () => auth.signInAnonymously()))
  expect(all.map(({ error }) => error)).toEqual(all.map(() => null))
  expect((await auth.signInAnonymously()).error).toMatchObject({
    code: 'over_request_rate_limit',
    status: 429,
  })
})

describe('an anonymous account', () => {
  test('becomes a named account with the same ID when its email address is confirmed', async () => {
    const { auth, id } = await nobody()
    const email = address()
    wire.advance(3 * 60 * 60_000)
    await auth.refreshSession()
    expect((await auth.updateUser({ email })).error).toBeNull()
    const { token } = await wire.messageTo(email)
    const elsewhere = await wire.client().auth.verifyOtp({ token_hash: token, type: 'email_change' })
    expect(elsewhere.data.user).toMatchObject({ id, email, is_anonymous: false })
    const { data } = await auth.getUser()
    expect(data.user).toMatchObject({
      ...{ id, is_anonymous: false, user_metadata: { shoe: 'left' } },
      identities: [{ provider: 'email' }],
    })
    // From now on a change needs a fresh proof, as for every account.
    expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('stays anonymous until its address is confirmed, and cannot take an existing address', async () => {
    const { auth } = await nobody()
    const { email } = await wire.createConfirmedUser()
    expect((await auth.updateUser({ email })).error).toBeNull()
    expect((await wire.messageTo(email)).text).toContain('already has an account')
    expect((await auth.getUser()).data.user).toMatchObject({ is_anonymous: true, email: '' })
  })

  test('cannot set a password or add a second factor without an email address', async () => {
    const { auth } = await nobody()
    expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'validation_failed' })
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'no_authorization',
      status: 403,
    })
  })
})

test('an anonymous account without a session is deleted after a week', async () => {
  const [open, left, young] = [await nobody(), await nobody(), await nobody()]
  await left.auth.signOut()
  const there = async (id: string) =>
    database.auth.selectFrom('auth.users').select('id').where('id', '=', id).executeTakeFirst()
  await removeExpired(database.auth, wire.time.now)
  for (const { id } of [open, left, young]) expect(await there(id)).toBeDefined()
  wire.advance(8 * 24 * 60 * 60_000)
  await removeExpired(database.auth, wire.time.now)
  expect(await there(left.id)).toBeUndefined()
  expect(await there(open.id)).toBeDefined()
})
