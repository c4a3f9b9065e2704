import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
let admin: Awaited<ReturnType<typeof wire.service>>['admin']
beforeAll(async () => {
  wire = await authApiApp(database, { ...withMail, ADMIN_CALLS: 'on', PHONE_SIGN_IN: 'on' })
})
beforeEach(async () => {
  wire.time.now = new Date()
  admin = (await wire.service()).admin
})

let people = 0
const number = () => `+1555300${String(++people).padStart(4, '0')}`
const digits = (phone: string) => phone.slice(1)
const auth = () => wire.client().auth
const taken = { code: 'phone_exists', status: 422 }
async function made(attributes: Parameters<typeof admin.createUser>[0] = {}) {
  const { data, error } = await admin.createUser({ password, ...attributes })
  if (error) throw error
  return data.user
}

describe('an account that the admin API creates with a phone number', () => {
  test('signs in with its password once the number is confirmed', async () => {
    const phone = number()
    const { id, ...user } = await made({ phone, phone_confirm: true })
    expect(user).toMatchObject({
      ...{ phone: digits(phone), email: '', phone_confirmed_at: expect.any(String) },
      identities: [{ provider: 'phone', identity_data: { phone: digits(phone) } }],
    })
    expect((await auth().signInWithPassword({ phone, password })).data.user?.id).toBe(id)
    const waiting = number()
    expect((await made({ phone: waiting })).phone_confirmed_at).toBeUndefined()
    expect((await auth().signInWithPassword({ phone: waiting, password })).error).not.toBeNull()
    const both = { phone: number(), email: `both-${people}@example.org`, email_confirm: true }
    expect(await made(both)).toMatchObject({ email: both.email, phone: digits(both.phone) })
  })

  test('is rejected with a taken or invalid number, or with a weak password', async () => {
    const phone = number()
    await made({ phone, phone_confirm: true })
    expect((await admin.createUser({ phone })).error).toMatchObject(taken)
    expect((await admin.createUser({ phone: `${phone.slice(0, 5)} ${phone.slice(5)}` })).error).toMatchObject(
      taken,
    )
    expect((await admin.createUser({ phone: 'telephone' })).error).toMatchObject({
      code: 'validation_failed',
    })
    expect((await admin.createUser({ phone: number(), password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    })
  })

  test('takes the number from an unconfirmed sign-up and removes that sign-up’s password', async () => {
    const phone = number()
    await auth().signUp({ phone, password: otherPassword })
    await wire.readMessages()
    const { id } = await made({ phone, phone_confirm: true })
    expect((await auth().signInWithPassword({ phone, password: otherPassword })).error).not.toBeNull()
    expect((await auth().signInWithPassword({ phone, password })).data.user?.id).toBe(id)
  })
})

describe('a phone number that the admin API changes', () => {
  test('ends every session and code, notifies the owner, and signs in from then on', async () => {
    const [phone, next] = [number(), number()]
    const email = `owner-${people}@example.org`
    const { id } = await made({ phone, phone_confirm: true, email, email_confirm: true })
    const mine = wire.client()
    await mine.auth.signInWithPassword({ phone, password })
    await auth().signInWithOtp({ phone })
    const { code } = await wire.messageTo(phone)
    const { data, error } = await admin.updateUserById(id, { phone: next })
    expect([error, data.user?.phone]).toEqual([null, digits(next)])
    expect((await mine.auth.getUser()).error).not.toBeNull()
    expect((await auth().verifyOtp({ phone, token: code, type: 'sms' })).error).not.toBeNull()
    expect((await auth().signInWithPassword({ phone, password })).error).not.toBeNull()
    expect((await auth().signInWithPassword({ phone: next, password })).data.user?.id).toBe(id)
    expect((await wire.messageTo(email)).text).toContain('has changed')
  })

  test('is confirmed when the request says so, and is rejected when it is taken', async () => {
    const [one, other] = [
      await made({ phone: number() }),
      await made({ phone: number(), phone_confirm: true }),
    ]
    expect(one.phone_confirmed_at).toBeUndefined()
    expect((await admin.updateUserById(one.id, { phone_confirm: true })).data.user).toMatchObject({
      phone_confirmed_at: expect.any(String),
    })
    expect((await admin.updateUserById(one.id, { phone: `+${other.phone}` })).error).toMatchObject(taken)
    expect((await admin.getUserById(one.id)).data.user?.phone).toBe(one.phone)
  })
})

test('the user list filters by part of a number or address, sorts both ways, and keeps both in page links', async () => {
  const [first, second] = [
    await made({ phone: '+4917099910', phone_confirm: true }),
    await made({ phone: '+4917099911' }),
  ]
  await made({ email: 'has_underline@example.org' })
  const { token } = await wire.service()
  const list = async (query: string) => {
    const answer = await wire.ask(`/admin/users?${query}`, { headers: { Authorization: `Bearer ${token}` } })
    const { users = [] } = (await answer.json()) as { users?: { id: string; email: string }[] }
    return { status: answer.status, users, link: answer.headers.get('Link') }
  }
  const ids = async (query: string) => (await list(query)).users.map(({ id }) => id)
  expect(await ids('filter=170999')).toEqual([second.id, first.id])
  expect(await ids('filter=170999&sort=created_at%20asc')).toEqual([first.id, second.id])
  const { link } = await list('filter=170999&sort=created_at%20asc&per_page=1')
  expect(link).toContain('?page=2&per_page=1&filter=170999&sort=created_at%20asc>; rel="next"')
  expect(await ids('filter=170999&sort=created_at%20asc&per_page=1&page=2')).toEqual([second.id])
  // Wildcards of SQL patterns match themselves.
  expect((await list('filter=s_u')).users.map(({ email }) => email)).toEqual(['has_underline@example.org'])
  expect((await list('filter=HAS_')).users).toHaveLength(1)
  expect((await list('filter=%25')).users).toEqual([])
  for (const sort of ['password_hash', 'created_at%3B', 'created_at up']) {
    expect((await list(`sort=${sort}`)).status).toBe(400)
  }
})

test('the audit log is read in pages and shows only actor, action, time and account', async () => {
  const user = await made({ phone: number() })
  const { id, token } = await wire.service()
  const init = { headers: { Authorization: `Bearer ${token}` } }
  const answer = await wire.ask('/admin/audit?per_page=3', init)
  const events = (await answer.json()) as object[]
  expect(events).toHaveLength(3)
  expect(events[0]).toEqual({
    ...{ id: expect.any(String), created_at: expect.any(String), ip_address: '' },
    payload: { actor_id: `service ${id}`, action: 'admin_audit' },
  })
  expect(events[2]).toMatchObject({ payload: { action: 'create', traits: { user_id: user.id } } })
  expect(answer.headers.get('Link')).toContain('page=2&per_page=3')
  // The client sends '' for values that it was not given.
  expect((await wire.ask('/admin/audit?page=&per_page=', init)).status).toBe(200)
  for (const page of ['0', '0x1', '1e0', '%2B1', '%201', '1.0', 'x']) {
    const refused = await wire.ask(`/admin/audit?page=${page}`, init)
    expect(refused.status, page).toBe(400)
    expect(await refused.json()).toMatchObject({
      msg: 'page is a whole number from 1 to 1000000, in plain digits',
    })
  }
  expect(JSON.stringify(events)).not.toContain(user.phone)
})

test('the admin API rejects phone numbers while phone sign-in is off', async () => {
  const off = await authApiApp(database, { ADMIN_CALLS: 'on' })
  const { admin: program } = await off.service()
  const closed = { code: 'phone_provider_disabled', status: 400 }
  expect((await program.createUser({ phone: number() })).error).toMatchObject(closed)
  const { data } = await program.createUser({ email: 'numberless@example.org' })
  expect((await program.updateUserById(data.user?.id ?? '', { phone: number() })).error).toMatchObject(closed)
})
