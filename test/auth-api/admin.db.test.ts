import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { liftExpiredSuspensions } from '../../src/domains/identity/accounts/suspension.writes.server.ts'
import { authApiApp, bearer, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const ADMIN_CALLS = 'on'

let wire: Awaited<ReturnType<typeof authApiApp>>
let admin: Awaited<ReturnType<typeof wire.service>>['admin']
let actor: string
beforeAll(async () => {
  wire = await authApiApp(database, { ...withMail, ADMIN_CALLS })
})
beforeEach(async () => {
  wire.time.now = new Date()
  const service = await wire.service()
  admin = service.admin
  actor = `service ${service.id}`
})

let people = 0
const address = () => `somebody-${++people}@example.org`
const notFound = { code: 'user_not_found', status: 404 }
const invalid = { code: 'validation_failed', status: 400 }

/** The audit events of this token, oldest first: action and subject. */
const noted = async () =>
  (
    await database.auth
      .selectFrom('auth.audit_events')
      .select(['action', 'subject'])
      .where('actor', '=', actor)
      .orderBy('id')
      .execute()
  ).map(({ action, subject }) => [action, subject])

async function made(attributes: Parameters<typeof admin.createUser>[0] = {}) {
  const email = address()
  const { data, error } = await admin.createUser({ email, password, email_confirm: true, ...attributes })
  if (error) throw error
  return { email, user: data.user, id: data.user.id }
}

describe('an account that the admin API creates', () => {
  test('signs in with its password and keeps its metadata', async () => {
    const [id, email] = [uuidv7(), address()]
    const { data, error } = await admin.createUser({
      ...{ id, email, password, email_confirm: true },
      ...{ user_metadata: { shoe: 'left' }, app_metadata: { desk: 3 } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      ...{ id, email, role: 'authenticated', email_confirmed_at: expect.any(String) },
      ...{
        user_metadata: { shoe: 'left' },
        app_metadata: { desk: 3, provider: 'email', providers: ['email'] },
      },
      identities: [{ provider: 'email', id, user_id: id }],
    })
    const { auth } = wire.client()
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await auth.getClaims()).data?.claims.app_metadata).toMatchObject({ desk: 3 })
    expect((await admin.getUserById(id)).data.user).toMatchObject({ email, user_metadata: { shoe: 'left' } })
    expect(await noted()).toEqual([
      ['admin_create', id],
      ['create', id],
      ['admin_get', id],
    ])
  })

  test('can be imported with an argon2id hash and no other hash', async () => {
    const row = await database.auth
      .selectFrom('auth.users')
      .select('password_hash')
      .where('id', '=', (await made()).id)
      .executeTakeFirstOrThrow()
    const { email } = await made({ password: '', password_hash: row.password_hash ?? '' })
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
    for (const password_hash of [
      '$2y$10$SXEz2HeT8PUIGQXo9yeUIem8KzNxgG0d7o/.eGj2rj8KbRgAuRVlq',
      '$argon2id$v=19$m=999999999,t=2,p=1$c29tZXNhbHRzb21l$4TB9LtpfWvPgLBoBkUWVrnRqzlmRtFyjqvdRgmGZ5vs',
    ]) {
      const refused = await admin.createUser({ email: address(), password_hash })
      expect(refused.error).toMatchObject(invalid)
    }
    const both = await admin.createUser({
      email: address(),
      password,
      password_hash: row.password_hash ?? '',
    })
    expect(both.error).toMatchObject(invalid)
  })

  test('is rejected without an address, with a weak password, a taken address, or an invalid ID or field', async () => {
    const { email, id } = await made()
    expect((await admin.createUser({})).error).toMatchObject(invalid)
    expect((await admin.createUser({ email: address(), password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    })
    expect((await admin.createUser({ email: email.toUpperCase() })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    })
    expect((await admin.createUser({ email: address(), id })).error).toMatchObject({
      code: 'user_already_exists',
    })
    expect((await admin.createUser({ email: address(), id: '7' })).error).toMatchObject(invalid)
    expect((await admin.createUser({ email: address(), role: 'service_role' })).error).toMatchObject(invalid)
    expect((await admin.createUser({ phone: '+15551234567' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    const large = await admin.createUser({ email: address(), app_metadata: { text: 'x'.repeat(600) } })
    expect(large.error).toMatchObject(invalid)
  })

  test('is replaced by a confirmed account with the same address while it is unconfirmed', async () => {
    const email = address()
    const { data: first } = await admin.createUser({ email })
    expect(first.user?.email_confirmed_at).toBeUndefined()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await admin.createUser({ email })).error).toMatchObject({ code: 'email_exists' })
    const { data } = await admin.createUser({ email, password, email_confirm: true })
    expect(data.user?.id).not.toBe(first.user?.id)
    expect((await admin.getUserById(first.user?.id ?? '')).error).toMatchObject(notFound)
  })
})

describe('accounts', () => {
  test('are listed in pages, newest first, with the page links', async () => {
    const later = (minutes: number) => {
      wire.time.now = new Date(Date.now() + minutes * 60_000)
    }
    const ids: string[] = []
    for (const minute of [1, 2, 3]) {
      later(minute)
      ids.unshift((await made()).id)
    }
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const total = 'total' in data ? data.total : 0
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: Math.ceil(total / 2) })
    expect((await admin.listUsers({ page: 2, perPage: 2 })).data.users[0]?.id).toBe(ids[2])
    expect((await admin.listUsers()).data.users.length).toBe(total)
    expect((await admin.listUsers({ page: 1000, perPage: 2 })).data.users).toEqual([])
    expect((await admin.listUsers({ page: 0 })).error).toMatchObject(invalid)
    expect((await admin.listUsers({ page: 1, perPage: 5000 })).error).toMatchObject(invalid)
    expect((await noted()).slice(-1)).toEqual([['admin_list', null]])
  })

  test('with an unknown ID are not found, and an ID that is no UUID is rejected', async () => {
    expect((await admin.getUserById(uuidv7())).error).toMatchObject(notFound)
    await expect(admin.getUserById('7')).rejects.toThrow('Expected parameter to be UUID')
    const { token } = await wire.service()
    const odd = await wire.ask('/admin/users/7', bearer(token))
    expect([odd.status, await odd.json()]).toEqual([
      404,
      { code: 'validation_failed', message: 'user_id must be an UUID' },
    ])
    expect((await admin.updateUserById(uuidv7(), { user_metadata: {} })).error).toMatchObject(notFound)
    expect((await admin.deleteUser(uuidv7())).error).toMatchObject(notFound)
    expect((await admin.mfa.listFactors({ userId: uuidv7() })).error).toMatchObject(notFound)
  })
})

describe('a change by the admin API', () => {
  test('of the password ends every session and notifies the owner', async () => {
    const { email, id } = await made()
    const { auth } = wire.client()
    await auth.signInWithPassword({ email, password })
    expect((await admin.updateUserById(id, { password: otherPassword })).error).toBeNull()
    expect((await auth.getUser()).error).not.toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password: otherPassword })).error).toBeNull()
    expect((await wire.messageTo(email)).text).toContain(
      'How you sign in to the account with this address, or how it is protected, has changed',
    )
    expect((await admin.updateUserById(id, { password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    })
    expect((await noted()).slice(-1)).toEqual([['admin_update', id]])
  })

  test('of the address notifies the old address, and is rejected when the new one is taken', async () => {
    const [one, other] = [await made(), await made()]
    expect((await admin.updateUserById(one.id, { email: other.email })).error).toMatchObject({
      code: 'email_exists',
    })
    const next = address()
    const { data } = await admin.updateUserById(one.id, { email: next })
    expect(data.user).toMatchObject({ email: next, email_confirmed_at: expect.any(String) })
    expect(data.user?.identities?.map(({ identity_data }) => identity_data?.email)).toEqual([next])
    expect((await wire.messageTo(one.email)).text).toContain('has moved to another address')
    expect((await wire.client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
  })

  test('of the metadata is merged, and confirms the address when the request says so', async () => {
    const email = address()
    const { data } = await admin.createUser({ email, user_metadata: { one: 1 } })
    const id = data.user?.id ?? ''
    const changed = await admin.updateUserById(id, {
      ...{ user_metadata: { one: null, two: 2 }, app_metadata: { desk: 3 }, email_confirm: true },
    })
    expect(changed.data.user).toMatchObject({
      user_metadata: { two: 2 },
      email_confirmed_at: expect.any(String),
    })
    expect(changed.data.user?.user_metadata).not.toHaveProperty('one')
    expect(changed.data.user?.app_metadata).toMatchObject({ desk: 3 })
  })

  test('can ban a user for a limited time', async () => {
    const { admin } = await wire.service(10)
    const { email, id } = await made()
    const { auth } = wire.client()
    await auth.signInWithPassword({ email, password })
    const { data } = await admin.updateUserById(id, { ban_duration: '1h30m' })
    expect(data.user).toMatchObject({
      banned_until: new Date(wire.time.now.getTime() + 90 * 60_000).toISOString(),
    })
    expect((await auth.getUser()).error).not.toBeNull()
    const signIn = () => wire.client().auth.signInWithPassword({ email, password })
    expect((await signIn()).error).toMatchObject({ code: 'user_banned' })
    wire.advance(89 * 60_000)
    await liftExpiredSuspensions(database.auth, wire.time.now)
    expect((await signIn()).error).toMatchObject({ code: 'user_banned' })
    wire.advance(2 * 60_000)
    await liftExpiredSuspensions(database.auth, wire.time.now)
    expect((await signIn()).error).toBeNull()
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect((await admin.updateUserById(id, { ban_duration: 'none' })).data.user).not.toHaveProperty(
      'banned_until',
    )
    expect((await signIn()).error).toBeNull()
    expect((await admin.updateUserById(id, { ban_duration: 'long' })).error).toMatchObject(invalid)
  })
})

describe('an account that the admin API deletes', () => {
  test('is removed with its sessions, and its address can be used again', async () => {
    const { email, id } = await made()
    const { auth } = wire.client()
    await auth.signInWithPassword({ email, password })
    const { data, error } = await admin.deleteUser(id)
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await auth.getUser()).error).not.toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject(notFound)
    expect((await admin.createUser({ email })).error).toBeNull()
    expect(await noted()).toEqual(
      expect.arrayContaining([
        ['admin_delete', id],
        ['erase', id],
      ]),
    )
  })

  test('softly keeps only its ID, and can neither sign in nor be changed', async () => {
    const { email, id } = await made({ user_metadata: { shoe: 'left' } })
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    const left = (await admin.getUserById(id)).data.user
    expect(left).toMatchObject({
      id,
      email: '',
      user_metadata: {},
      identities: [],
      deleted_at: expect.any(String),
    })
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    for (const change of [{ email: address() }, { ban_duration: 'none' }, { password }]) {
      expect((await admin.updateUserById(id, change)).error).toMatchObject(notFound)
    }
    expect((await admin.createUser({ email: address(), id })).error).toMatchObject({
      code: 'user_already_exists',
    })
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject(notFound)
  })
})

test('the admin API lists a second factor without its secret and can delete it', async () => {
  const { email, id } = await made()
  const { auth } = wire.client()
  await auth.signInWithPassword({ email, password })
  const factor = (await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })).data
  const listed = await admin.mfa.listFactors({ userId: id })
  expect(listed.data?.factors).toMatchObject([
    { id: factor?.id, friendly_name: 'My phone', status: 'unverified' },
  ])
  expect(JSON.stringify(listed.data)).not.toContain(factor?.totp?.secret)
  const other = await made()
  const wrong = await admin.mfa.deleteFactor({ userId: other.id, id: factor?.id ?? '' })
  expect(wrong.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
  const { data, error } = await admin.mfa.deleteFactor({ userId: id, id: factor?.id ?? '' })
  // The client wraps the response once more.
  expect([error, data]).toMatchObject([null, { data: { id: factor?.id } }])
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
  expect(await noted()).toEqual(
    expect.arrayContaining([
      ['admin_factors', id],
      ['admin_delete_factor', other.id],
      ['admin_delete_factor', id],
    ]),
  )
})

test('the admin API ends all sessions of the user whose access token it is given', async () => {
  const { auth, session } = await wire.createConfirmedUser()
  expect((await admin.signOut(session?.access_token ?? '', 'global')).error).toBeNull()
  expect((await auth.getUser()).error).not.toBeNull()
})
