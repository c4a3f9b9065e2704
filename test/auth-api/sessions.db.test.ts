import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, bearer, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

describe('signing up', () => {
  test('without mail opens a session whose token the client verifies with the key set', async () => {
    const { auth, session, user, email } = await wire.createUser()
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email, role: 'authenticated' },
    })
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(user.identities).toMatchObject([{ provider: 'email', id: user.id, identity_data: { email } }])
    const claims = decodeJwt(session.access_token)
    expect(claims).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      aud: 'authenticated',
      sub: user.id,
      aal: 'aal1',
    })
    expect(claims).toMatchObject({ role: 'authenticated', email, amr: [{ method: 'password' }] })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
    const checked = await auth.getClaims()
    expect(checked.error).toBeNull()
    expect(checked.data?.claims.session_id).toBe(claims.session_id)
    expect(checked.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  })

  test('stores the metadata of the client, and a statement about age only if there is one', async () => {
    const { auth } = wire.client()
    const email = 'told@example.org'
    const { data } = await auth.signUp({
      email,
      password,
      options: { data: { first_name: 'Ada', of_age: true } },
    })
    expect(data.user?.user_metadata).toEqual({ first_name: 'Ada' })
    const silent = await wire.createUser()
    const ages = await database.auth.selectFrom('auth.users').select(['email', 'of_age_at']).execute()
    expect(ages.find((row) => row.email === email)?.of_age_at).toBeInstanceOf(Date)
    expect(ages.find((row) => row.email === silent.email)?.of_age_at).toBeNull()
  })

  test('is rejected with error codes that the client understands', async () => {
    const { auth } = wire.client()
    const { email } = await wire.createUser()
    const refused = async (given: object) => {
      const { data, error } = await auth.signUp(given as never)
      expect(data).toEqual({ user: null, session: null })
      return {
        code: error?.code,
        status: error?.status,
        message: error?.message,
        reasons: error && 'reasons' in error ? error.reasons : undefined,
      }
    }
    expect(await refused({ email, password })).toMatchObject({ code: 'user_already_exists', status: 422 })
    expect(await refused({ email: 'a@example.org', password: 'short' })).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
    expect(await refused({ email: 'a@example.org', password: 'password1234' })).toMatchObject({
      code: 'weak_password',
      reasons: ['pwned'],
    })
    expect(await refused({ email: 'no address', password })).toMatchObject({
      code: 'validation_failed',
      status: 400,
    })
    expect(await refused({ phone: '+15551234567', password })).toMatchObject({
      code: 'phone_provider_disabled',
    })
    const needed = 'You must provide either an email or phone number and a password'
    expect(await refused({ email: 'a@example.org', password: '' })).toMatchObject({ message: needed })
    expect(await refused({})).toMatchObject({ message: needed })
    expect((await auth.signInAnonymously()).error).toMatchObject({
      code: 'anonymous_provider_disabled',
      status: 422,
    })
  })

  test('with mail has the same response for known and unknown addresses and opens no session', async () => {
    const { email } = await wire.createUser()
    const mailing = await authApiApp(database, withMail)
    const answers = []
    for (const asked of ['unheard-of@example.org', email]) {
      const { data, error } = await mailing.client().auth.signUp({ email: asked, password: otherPassword })
      expect(error).toBeNull()
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({ email: asked, identities: [{ provider: 'email' }] })
      answers.push(
        JSON.stringify(data.user)
          .replaceAll(asked, '@')
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d.{19}Z/g, '#'),
      )
    }
    expect(answers[0]).toBe(answers[1])
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
    await mailing.readMessages()
    const unconfirmed = await mailing
      .client()
      .auth.signInWithPassword({ email: 'unheard-of@example.org', password: otherPassword })
    // Another error would reveal that the address had no account before.
    expect(unconfirmed.error).toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('signing in with a password', () => {
  test('opens a session, and wrong credentials get an error that reveals nothing about the account', async () => {
    const { email, user } = await wire.createUser()
    const { auth } = wire.client()
    const { data } = await auth.signInWithPassword({ email: email.toUpperCase(), password })
    expect(data.user?.id).toBe(user.id)
    expect((await auth.getUser()).data.user).toMatchObject({ id: user.id, email })
    const wrong = { code: 'invalid_credentials', message: 'Invalid login credentials', status: 400 }
    const nobody = wire.client().auth
    expect((await nobody.signInWithPassword({ email, password: otherPassword })).error).toMatchObject(wrong)
    expect((await nobody.signInWithPassword({ email: 'nobody@example.org', password })).error).toMatchObject(
      wrong,
    )
    expect((await nobody.signInWithPassword({ phone: '+15551234567', password })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    expect((await nobody.signInWithPassword({} as never)).error?.message).toBe(
      'You must provide either an email or phone number and a password',
    )
  })

  test('is rate limited after ten wrong passwords, with Retry-After, for that account only', async () => {
    const { email } = await wire.createUser()
    const bystander = await wire.createUser()
    const thief = wire.client()
    const tries = Array.from({ length: 10 }, () =>
      thief.auth.signInWithPassword({ email, password: otherPassword }),
    )
    await Promise.all(tries)
    const refused = { code: 'over_request_rate_limit', status: 429 }
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toMatchObject(refused)
    const fromThere = await thief.auth.signInWithPassword({ email: bystander.email, password })
    expect(fromThere.error).toBeNull()
    const body = JSON.stringify({ email, password })
    const answer = await wire.ask('/token?grant_type=password', { method: 'POST', body })
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('is rejected for a suspended account, and so are its sessions', async () => {
    const { auth, email } = await wire.createUser()
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('email_key', '=', email)
      .execute()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'user_banned',
      status: 400,
    })
    expect((await auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
    expect((await auth.refreshSession()).error).toMatchObject({ code: 'user_banned', status: 400 })
  })
})

describe('signing out', () => {
  async function three() {
    const first = await wire.createUser()
    const clients = [first, wire.client(), wire.client()]
    for (const { auth } of clients.slice(1)) await auth.signInWithPassword({ email: first.email, password })
    const tokens = await Promise.all(
      clients.map(async ({ auth }) => (await auth.getSession()).data.session?.access_token ?? ''),
    )
    const open = async () =>
      Promise.all(tokens.map(async (token) => (await wire.ask('/user', bearer(token))).status === 200))
    return { first, open }
  }

  test('ends this session, all other sessions or all sessions, depending on the scope', async () => {
    const one = await three()
    expect((await one.first.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect(await one.open()).toEqual([false, true, true])
    const two = await three()
    expect((await two.first.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect(await two.open()).toEqual([true, false, false])
    const all = await three()
    expect((await all.first.auth.signOut()).error).toBeNull()
    expect(await all.open()).toEqual([false, false, false])
    expect((await all.first.auth.getSession()).data.session).toBeNull()
  })

  test('with an unknown scope or without a token is rejected', async () => {
    const { session } = await wire.createUser()
    const nowhere = await wire.ask('/logout?scope=nowhere', {
      method: 'POST',
      ...bearer(session.access_token),
    })
    expect(nowhere.status).toBe(400)
    expect(await nowhere.json()).toMatchObject({ code: 'validation_failed' })
    expect((await wire.ask('/logout', { method: 'POST' })).status).toBe(401)
  })
})
