import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, { PHONE_SIGN_IN: 'on' })
})
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
const number = () => `+1555000${String(++people).padStart(4, '0')}`
const expired = { code: 'otp_expired', status: 403 }
const wrong = { code: 'invalid_credentials', status: 400 }
const textTo = (phone: string) => wire.messageTo(phone)
const auth = () => wire.client().auth

/** A signed-in user with a confirmed number. */
async function member() {
  const phone = number()
  const somebody = wire.client()
  await somebody.auth.signUp({ phone, password })
  const { data, error } = await somebody.auth.verifyOtp({
    phone,
    token: (await textTo(phone)).code,
    type: 'sms',
  })
  if (error || !data.user) throw error ?? new Error('no session')
  return { ...somebody, phone, id: data.user.id }
}

describe('signing up with a phone number', () => {
  test('is confirmed with the code of an SMS, and then the password signs in', async () => {
    const phone = number()
    const { data, error } = await auth().signUp({ phone, password, options: { data: { shoe: 'left' } } })
    expect([error, data.session]).toEqual([null, null])
    expect((await auth().signInWithPassword({ phone, password })).error).toMatchObject(wrong)
    const text = await textTo(phone)
    expect(text).toMatchObject({ channel: 'sms', code: expect.stringMatching(/^\d{6}$/) })
    expect(text.text.toLowerCase()).not.toMatch(/unfog|abuse|journal|glossary|http/)
    const verified = await auth().verifyOtp({ phone, token: text.code, type: 'sms' })
    expect(verified.data.user).toMatchObject({
      ...{ id: data.user?.id, phone: phone.slice(1), email: '', phone_confirmed_at: expect.any(String) },
      ...{ user_metadata: { shoe: 'left' }, identities: [{ provider: 'phone' }] },
    })
    expect((await auth().verifyOtp({ phone, token: text.code, type: 'sms' })).error).toMatchObject(expired)
    expect((await auth().signInWithPassword({ phone, password })).error).toBeNull()
    expect((await auth().signInWithPassword({ phone, password: otherPassword })).error).toMatchObject(wrong)
    const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`
    expect((await auth().signInWithPassword({ phone: spaced, password })).error).toBeNull()
  })

  test('has the same response for a known number, whose owner gets a code and keeps their password', async () => {
    const { phone } = await member()
    const [known, fresh] = [
      await auth().signUp({ phone, password: otherPassword }),
      await auth().signUp({ phone: number(), password }),
    ]
    const shape = ({ data, error }: typeof known) => [Object.keys(data.user ?? {}), data.session, error]
    expect(shape(known)).toEqual(shape(fresh))
    expect((await textTo(phone)).code).toMatch(/^\d{6}$/)
    expect((await auth().signInWithPassword({ phone, password: otherPassword })).error).toMatchObject(wrong)
    expect((await auth().signInWithPassword({ phone, password })).error).toBeNull()
  })

  test('is rejected with a weak password or an invalid number', async () => {
    expect((await auth().signUp({ phone: number(), password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    })
    for (const phone of ['+0123456789', 'telephone', '+1555', `+${'1'.repeat(16)}`, '+1555000\u0000111']) {
      expect((await auth().signUp({ phone, password })).error).toMatchObject({ code: 'validation_failed' })
    }
  })
})

describe('a code in an SMS', () => {
  test('creates an account, and opens it the next time, over the requested channel', async () => {
    const phone = number()
    const ids: (string | undefined)[] = []
    for (const channel of ['sms', 'whatsapp'] as const) {
      expect((await auth().signInWithOtp({ phone, options: { channel } })).error).toBeNull()
      const text = await textTo(phone)
      expect(text.channel).toBe(channel)
      ids.push((await auth().verifyOtp({ phone, token: text.code, type: 'sms' })).data.user?.id)
    }
    expect(ids[0]).toBeDefined()
    expect(ids[1]).toBe(ids[0])
    const odd = await auth().signInWithOtp({ phone, options: { channel: 'pigeon' as 'sms' } })
    expect(odd.error).toMatchObject({ code: 'validation_failed' })
  })

  test('is not sent to an unknown number with shouldCreateUser off, and the response is the same', async () => {
    const phone = number()
    expect((await auth().signInWithOtp({ phone, options: { shouldCreateUser: false } })).error).toBeNull()
    expect(await wire.readMessages()).toEqual([])
  })

  test('removes the password and metadata of an unconfirmed sign-up', async () => {
    const phone = number()
    await auth().signUp({ phone, password, options: { data: { shoe: 'left' } } })
    await wire.readMessages()
    await auth().signInWithOtp({ phone })
    const { data } = await auth().verifyOtp({ phone, token: (await textTo(phone)).code, type: 'sms' })
    expect(data.user?.user_metadata).toEqual({})
    expect((await auth().signInWithPassword({ phone, password })).error).toMatchObject(wrong)
  })

  test('is rejected for another number, as another type, after five wrong codes, or after an hour', async () => {
    const [one, other] = [await member(), await member()]
    const ask = async () => {
      await auth().signInWithOtp({ phone: one.phone })
      return (await textTo(one.phone)).code
    }
    const token = await ask()
    const verify = (phone: string, code: string, type: 'sms' | 'phone_change' = 'sms') =>
      auth().verifyOtp({ phone, token: code, type })
    expect((await verify(other.phone, token)).error).toMatchObject(expired)
    expect((await verify(one.phone, token, 'phone_change')).error).toMatchObject(expired)
    for (let time = 0; time < 5; time++) {
      expect((await verify(one.phone, token === '000000' ? '000001' : '000000')).error).toMatchObject(expired)
    }
    expect((await verify(one.phone, token)).error).toMatchObject(expired)
    const second = await ask()
    wire.advance(60 * 60_000)
    expect((await verify(one.phone, second)).error).toMatchObject(expired)
  })

  test('is sent at most five times an hour to one number', async () => {
    const phone = number()
    for (let time = 0; time < 5; time++) expect((await auth().signInWithOtp({ phone })).error).toBeNull()
    expect((await auth().signInWithOtp({ phone })).error).toMatchObject({
      code: 'over_sms_send_rate_limit',
      status: 429,
    })
  })

  test('is sent again, and only the last one is accepted', async () => {
    const { phone } = await member()
    await auth().signInWithOtp({ phone })
    const first = await textTo(phone)
    expect((await auth().resend({ type: 'sms', phone })).error).toBeNull()
    const second = await textTo(phone)
    if (first.code !== second.code) {
      expect((await auth().verifyOtp({ phone, token: first.code, type: 'sms' })).error).toMatchObject(expired)
    }
    expect((await auth().verifyOtp({ phone, token: second.code, type: 'sms' })).error).toBeNull()
  })
})

describe('a change of the phone number', () => {
  test('takes effect when the code to the new number is confirmed', async () => {
    const { auth: mine, phone, id } = await member()
    const next = number()
    const asked = await mine.updateUser({ phone: next })
    expect([asked.error, asked.data.user?.phone]).toEqual([null, phone.slice(1)])
    expect((await mine.resend({ type: 'phone_change', phone: next })).error).toMatchObject({
      code: 'no_authorization',
    })
    const headers = { Authorization: `Bearer ${(await mine.getSession()).data.session?.access_token}` }
    const again = wire.client({ headers }).auth
    expect((await again.resend({ type: 'phone_change', phone: next })).error).toBeNull()
    const { code } = await textTo(next)
    expect((await auth().verifyOtp({ phone: next, token: code, type: 'sms' })).error).toMatchObject(expired)
    const { data, error } = await auth().verifyOtp({ phone: next, token: code, type: 'phone_change' })
    expect([error, data.user?.id, data.user?.phone]).toEqual([null, id, next.slice(1)])
    expect((await auth().signInWithPassword({ phone, password })).error).toMatchObject(wrong)
    expect((await auth().signInWithPassword({ phone: next, password })).error).toBeNull()
  })

  test('to a taken number sends no SMS and does not reveal that it is taken', async () => {
    const [one, other] = [await member(), await member()]
    expect((await one.auth.updateUser({ phone: other.phone })).error).toBeNull()
    expect(await wire.readMessages()).toEqual([])
    expect((await one.auth.getUser()).data.user?.phone).toBe(one.phone.slice(1))
  })

  test('needs a fresh proof, for example a code to the current number', async () => {
    const { auth: mine, phone } = await member()
    wire.advance(16 * 60_000)
    expect((await mine.updateUser({ phone: number() })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
    expect((await mine.reauthenticate()).error).toBeNull()
    const { code } = await textTo(phone)
    expect((await mine.updateUser({ phone: number(), nonce: code })).error).toBeNull()
    expect((await mine.updateUser({ password: otherPassword })).error).toBeNull()
    expect((await auth().signInWithPassword({ phone, password: otherPassword })).error).toBeNull()
  })
})

test('phone sign-in that is off is rejected on each endpoint as in the reference service', async () => {
  const off = await authApiApp(database)
  const { auth: mine } = await off.createUser()
  const phone = number()
  const closed = { code: 'phone_provider_disabled', status: 400 }
  expect((await mine.signUp({ phone, password })).error).toMatchObject(closed)
  expect((await mine.signInWithPassword({ phone, password })).error).toMatchObject({ ...closed, status: 422 })
  expect((await mine.signInWithOtp({ phone })).error).toMatchObject(closed)
  expect((await mine.verifyOtp({ phone, token: '123456', type: 'sms' })).error).toMatchObject(closed)
  expect((await mine.resend({ type: 'sms', phone })).error).toMatchObject(closed)
})
