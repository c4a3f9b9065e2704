import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const app = 'https://app.example/in'

let wire: Awaited<ReturnType<typeof authApiApp>>
let admin: Awaited<ReturnType<typeof wire.service>>['admin']
beforeAll(async () => {
  wire = await authApiApp(database, { ...withMail, ADMIN_CALLS: 'on', REDIRECT_URLS: app })
})
beforeEach(async () => {
  wire.time.now = new Date()
  admin = (await wire.service()).admin
})

let people = 0
const address = () => `linked-${++people}@example.org`
const expired = { code: 'otp_expired', status: 403 }
type Wish = Parameters<typeof admin.generateLink>[0]

async function link(wish: Wish) {
  const { data, error } = await admin.generateLink(wish)
  if (error || !data.properties) throw error
  return { ...data.properties, user: data.user }
}
const verify = (token_hash: string, type: string) =>
  wire.client().auth.verifyOtp({ token_hash, type: type as 'email' })

describe('a link made by generateLink', () => {
  test('works once for each type, like the link of an email, and sends no email', async () => {
    const known = await wire.createConfirmedUser()
    const [newcomer, invited, stranger] = [address(), address(), address()]
    const wishes: [Wish, string, string][] = [
      [{ type: 'signup', email: newcomer, password: otherPassword }, 'signup', newcomer],
      [{ type: 'invite', email: invited, options: { data: { shoe: 'left' } } }, 'invite', invited],
      [{ type: 'magiclink', email: known.email }, 'magiclink', known.email],
      [{ type: 'magiclink', email: stranger }, 'signup', stranger],
      [{ type: 'recovery', email: known.email }, 'recovery', known.email],
    ]
    for (const [wish, type, email] of wishes) {
      const made = await link(wish)
      expect(made).toMatchObject({ verification_type: type, email_otp: expect.stringMatching(/^\d{6}$/) })
      expect(made.user.email).toBe(email)
      const url = new URL(made.action_link)
      expect([url.pathname, url.searchParams.get('token'), url.searchParams.get('type')]).toEqual([
        '/auth/v1/verify',
        made.hashed_token,
        type,
      ])
      const { data, error } = await verify(made.hashed_token, type)
      expect([error, data.user?.id]).toEqual([null, made.user.id])
      expect((await verify(made.hashed_token, type)).error).toMatchObject(expired)
    }
    expect(
      (await wire.client().auth.signInWithPassword({ email: newcomer, password: otherPassword })).error,
    ).toBeNull()
    expect(await wire.readMessages()).toEqual([])
  })

  test('also comes with a code that signs in', async () => {
    const { email } = await wire.createConfirmedUser()
    const { email_otp } = await link({ type: 'magiclink', email })
    expect((await wire.client().auth.verifyOtp({ email, token: email_otp, type: 'email' })).error).toBeNull()
  })

  test('redirects through the confirmation page to an allowed app only', async () => {
    const { email } = await wire.createConfirmedUser()
    const listed = await link({ type: 'magiclink', email, options: { redirectTo: app } })
    expect(listed.redirect_to).toBe(app)
    const to = await wire.press(listed.action_link)
    expect(to.href).toMatch(/^https:\/\/app\.example\/in#access_token=/)
    const other = await link({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example/' } })
    expect(other.redirect_to).toBe('http://localhost:3000')
    expect((await wire.open(other.action_link)).at).toContain('http://localhost:3000/auth-test/link?token=')
  })

  test('for a sign-up requires the password on its page, like the link of an email', async () => {
    const email = address()
    const made = await link({ type: 'signup', email, password, options: { redirectTo: app } })
    expect((await wire.press(made.action_link, { password: otherPassword })).protocol).toBe('nowhere:')
    expect((await wire.press(made.action_link, { password })).href).toContain('#access_token=')
  })

  test('for an email change needs the confirmation of both addresses', async () => {
    const { email, id } = await wire.createConfirmedUser()
    const newEmail = address()
    const current = await link({ type: 'email_change_current', email, newEmail })
    const next = await link({ type: 'email_change_new', email, newEmail })
    expect((await verify(current.hashed_token, 'email_change')).error).toBeNull()
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    expect((await verify(next.hashed_token, 'email_change')).error).toBeNull()
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail)
  })

  test('for an email change is rejected after a newer change to a third address', async () => {
    const { email } = await wire.createConfirmedUser()
    const current = await link({ type: 'email_change_current', email, newEmail: address() })
    await link({ type: 'email_change_new', email, newEmail: address() })
    expect((await verify(current.hashed_token, 'email_change')).error).toMatchObject(expired)
  })

  test('is rejected as another type or after an hour', async () => {
    const { email } = await wire.createConfirmedUser()
    const { hashed_token } = await link({ type: 'recovery', email })
    for (const type of ['signup', 'invite', 'magiclink', 'email', 'email_change']) {
      expect((await verify(hashed_token, type)).error).toMatchObject(expired)
    }
    wire.advance(60 * 60_000)
    expect((await verify(hashed_token, 'recovery')).error).toMatchObject(expired)
  })

  test('is rejected for an unknown user, for a taken address, and when a field is missing or invalid', async () => {
    const { email } = await wire.createConfirmedUser()
    const refusal = async (wish: object) => (await admin.generateLink(wish as Wish)).error
    const newEmail = address()
    for (const type of ['recovery', 'email_change_current', 'email_change_new']) {
      expect(await refusal({ type, email: address(), newEmail })).toMatchObject({
        code: 'user_not_found',
        status: 404,
      })
    }
    expect(await refusal({ type: 'signup', email, password })).toMatchObject({ code: 'email_exists' })
    expect(await refusal({ type: 'invite', email })).toMatchObject({ code: 'email_exists' })
    const other = await wire.createConfirmedUser()
    expect(await refusal({ type: 'email_change_new', email, newEmail: other.email })).toMatchObject({
      code: 'email_exists',
    })
    for (const wish of [
      { type: 'signup', email: address() },
      { type: 'email_change_new', email },
      { type: 'sms', email },
      { type: 'magiclink' },
    ]) {
      expect(await refusal(wish)).toMatchObject({ code: 'validation_failed' })
    }
    expect(await refusal({ type: 'signup', email: address(), password: 'short' })).toMatchObject({
      code: 'weak_password',
    })
  })
})

describe('an invitation', () => {
  test('is an email that opens a new account, which can then set its password', async () => {
    const email = address()
    const { data, error } = await admin.inviteUserByEmail(email, { data: { shoe: 'left' } })
    expect(data.user?.invited_at).toEqual(expect.any(String))
    expect([error, data.user?.email, data.user?.email_confirmed_at]).toEqual([null, email, undefined])
    const letter = await wire.messageTo(email)
    expect(letter.text).toContain('You are invited')
    const { auth } = wire.client()
    expect((await auth.verifyOtp({ token_hash: letter.token, type: 'invite' })).error).toBeNull()
    expect((await auth.updateUser({ password })).error).toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('removes the password of an unconfirmed sign-up with the same address', async () => {
    const email = address()
    await wire.client().auth.signUp({ email, password })
    await wire.messageTo(email)
    await admin.inviteUserByEmail(email)
    const { token } = await wire.messageTo(email)
    expect((await verify(token, 'invite')).error).toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
  })

  test('is sent at most five times an hour, and not to an existing account or an invalid address', async () => {
    const email = address()
    for (let time = 0; time < 5; time++) expect((await admin.inviteUserByEmail(email)).error).toBeNull()
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'over_email_send_rate_limit' })
    const known = await wire.createConfirmedUser()
    expect((await admin.inviteUserByEmail(known.email)).error).toMatchObject({ code: 'email_exists' })
    expect((await admin.inviteUserByEmail('nobody')).error).toMatchObject({ code: 'validation_failed' })
  })
})
