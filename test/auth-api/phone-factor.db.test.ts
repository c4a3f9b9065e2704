import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterKey } from '../../src/platform/crypto.server.ts'
import { createRateLimits } from '../../src/platform/rate-limits.server.ts'
import { authApiApp, bearer, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, { PHONE_SECOND_STEP: 'on', PHONE_SIGN_IN: 'on' })
})
beforeEach(() => {
  wire.time.now = new Date()
})

let numbers = 0
const number = () => `+1555100${String(++numbers).padStart(4, '0')}`
const failed = { code: 'mfa_verification_failed', status: 422 }
const notFound = { code: 'mfa_factor_not_found', status: 404 }
type Auth = Awaited<ReturnType<typeof wire.createUser>>['auth']

async function enroll(auth: Auth, phone = number()) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone.slice(-4) })
  if (error) throw error
  return { phone, factorId: data.id, enrolled: data }
}
/** Requests an SMS and reads it. */
async function ask(
  auth: Auth,
  { factorId, phone }: { factorId: string; phone: string },
  channel = 'sms' as const,
) {
  const { data, error } = await auth.mfa.challenge({ factorId, channel })
  if (error) throw error
  return { challengeId: data.id, ...(await wire.messageTo(phone)) }
}
/** A user whose phone is the second factor. */
async function withPhone() {
  const somebody = await wire.createUser()
  const factor = await enroll(somebody.auth)
  const { challengeId, code } = await ask(somebody.auth, factor)
  const { error } = await somebody.auth.mfa.verify({ factorId: factor.factorId, challengeId, code })
  if (error) throw error
  return { ...somebody, ...factor }
}
/** The same user on another device, signed in with the password only. */
async function again({ email }: { email: string }) {
  const other = wire.client()
  const { error } = await other.auth.signInWithPassword({ email, password })
  if (error) throw error
  return other.auth
}
/** The warning in Settings for users who get codes by SMS (ASVS 5.0, 6.6.1). */
const riskOfTexts =
  /Anyone who can see your phone,\s+shares it, or takes over your number can read\s+them\. An authenticator app or a passkey is safer\./
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a phone as a second factor', () => {
  test('is verified with the code of an SMS and raises the session to aal2', async () => {
    const { auth } = await wire.createUser()
    const { phone, factorId, enrolled } = await enroll(auth)
    expect(enrolled).toMatchObject({ type: 'phone', phone: phone.slice(1), friendly_name: phone.slice(-4) })
    expect(await wire.readMessages()).toEqual([])
    expect((await auth.mfa.listFactors()).data?.phone).toEqual([])
    const text = await ask(auth, { factorId, phone })
    expect(text).toMatchObject({ channel: 'sms', code: expect.stringMatching(/^\d{6}$/) })
    expect(text.text).toContain('ten minutes')
    expect(text.text.toLowerCase()).not.toMatch(/unfog|abuse|journal|glossary|http|password/)
    const given = { factorId, challengeId: text.challengeId, code: text.code }
    const proven = await auth.mfa.verify(given)
    expect(proven.error).toBeNull()
    expect(decodeJwt(proven.data?.access_token ?? '')).toMatchObject({
      ...{ aal: 'aal2', amr: [{ method: 'mfa/phone' }, { method: 'password' }] },
    })
    expect((await auth.mfa.listFactors()).data?.phone).toMatchObject([
      { id: factorId, factor_type: 'phone', status: 'verified', phone: phone.slice(1) },
    ])
    // The code and its challenge are used up.
    expect((await auth.mfa.verify(given)).error).toMatchObject(notFound)
    const next = await auth.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect((await wire.messageTo(phone)).channel).toBe('whatsapp')
    const replayed = { ...given, challengeId: next.data?.id ?? '' }
    expect((await auth.mfa.verify(replayed)).error).toMatchObject(failed)
  })

  test('is required at the next sign-in and needs a fresh proof to be removed', async () => {
    const one = await withPhone()
    const auth = await again(one)
    expect((await auth.updateUser({ data: { name: 'Eve' } })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    expect((await auth.mfa.unenroll({ factorId: one.factorId })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    const { challengeId, code } = await ask(auth, one)
    expect((await auth.mfa.verify({ factorId: one.factorId, challengeId, code })).error).toBeNull()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await auth.mfa.unenroll({ factorId: one.factorId })).data).toEqual({ id: one.factorId })
    await auth.refreshSession()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')
  })

  test('works on the pages of this site, which send the SMS', async () => {
    const { email, phone, factorId } = await withPhone()
    const form = (path: string, fields: Record<string, string>, cookie = '') =>
      wire.ask(new URL(path, 'http://localhost:3000').href, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
        body: new URLSearchParams(fields),
      })
    const cookieOf = (response: Response) =>
      response.headers
        .getSetCookie()
        .find((one) => one.includes('-session='))
        ?.split(';')[0] ?? ''
    const signedIn = await form('/auth-test', { email, password })
    const cookie = cookieOf(signedIn)
    const asked = await form('/auth-test/prove', { intent: 'text-code', factor_id: factorId }, cookie)
    const page = await asked.text()
    expect(page).toContain(`number that ends in ${phone.slice(-2)}`)
    expect(page).not.toContain(phone.slice(1))
    const late = await wire.messageTo(phone)
    wire.advance(10 * 60_000)
    expect((await form('/auth-test/prove', { code: late.code }, cookie)).status).toBe(400)
    await form('/auth-test/prove', { intent: 'text-code', factor_id: factorId }, cookie)
    const { code } = await wire.messageTo(phone)
    expect((await form('/auth-test/prove', { code: wrongFor(code) }, cookie)).status).toBe(400)
    const proven = await form('/auth-test/prove', { code }, cookie)
    expect([proven.status, proven.headers.get('Location')]).toEqual([302, '/dashboard'])
    const opened = cookieOf(proven)
    expect(opened).not.toBe(cookie)
    const settings = async (Cookie: string) =>
      (await wire.ask('http://localhost:3000/dashboard/settings', { headers: { Cookie } })).text()
    expect(await settings(opened)).toMatch(riskOfTexts)
    const other = await wire.createUser()
    const withoutTexts = await settings(cookieOf(await form('/auth-test', { email: other.email, password })))
    expect(withoutTexts).toContain('Second step')
    expect(withoutTexts).not.toMatch(riskOfTexts)
    await database.auth
      .updateTable('auth.users')
      .set({ phone: number().slice(1), phone_confirmed_at: wire.time.now })
      .where('email', '=', other.email)
      .execute()
    expect(
      await settings(cookieOf(await form('/auth-test', { email: other.email, password }))),
      'of who signs in by a number too',
    ).toMatch(riskOfTexts)

    // The idle lock opens with a code too, for a user without a password.
    await form('/dashboard/settings', { intent: 'safe-mode', safe_mode: 'on' }, opened)
    await form('/dashboard/settings', { intent: 'idle-lock', lock_minutes: '1' }, opened)
    await database.auth
      .updateTable('auth.users')
      .set({ password_hash: null })
      .where('email', '=', email)
      .execute()
    wire.advance(5 * 60_000)
    const locked = '/auth-test/locked?next=/dashboard'
    const offered = await form(locked, { intent: 'text-code', factor_id: factorId }, opened)
    expect(await offered.text()).toContain('A text with a code is on its way.')
    const text = await wire.messageTo(phone)
    expect((await form(locked, { password }, opened)).status).toBe(400)
    expect((await form(locked, { code: wrongFor(text.code) }, opened)).status).toBe(400)
    const unlocked = await form(locked, { code: text.code }, opened)
    expect([unlocked.status, unlocked.headers.get('Location')]).toEqual([302, '/dashboard'])
  })
})

describe('the code of an SMS is rejected', () => {
  test('among thirty guesses that are sent at once', async () => {
    const one = await withPhone()
    const auth = await again(one)
    const token = (await auth.getSession()).data.session?.access_token ?? ''
    const { challengeId, code } = await ask(auth, one)
    const codes = Array.from({ length: 30 }, (_, place) => (place === 29 ? code : wrongFor(code)))
    const answers = await Promise.all(
      codes.map(async (guess) => {
        const body = JSON.stringify({ challenge_id: challengeId, code: guess })
        const response = await wire.ask(`/factors/${one.factorId}/verify`, {
          ...bearer(token),
          method: 'POST',
          body,
        })
        return ((await response.json()) as { code?: string }).code
      }),
    )
    expect(answers.filter((said) => said === undefined)).toEqual([])
    expect((await auth.mfa.verify({ factorId: one.factorId, challengeId, code })).error).not.toBeNull()
  })

  test('after five wrong codes, typed one after another', async () => {
    const one = await withPhone()
    const auth = await again(one)
    const { challengeId, code } = await ask(auth, one)
    const type = (typed: string) => auth.mfa.verify({ factorId: one.factorId, challengeId, code: typed })
    for (let time = 0; time < 5; time++) expect((await type(wrongFor(code))).error).toMatchObject(failed)
    expect((await type(code)).error).toMatchObject(failed)
  })

  test('after fifty wrong codes in a day, across SMS', async () => {
    const one = await withPhone()
    const auth = await again(one)
    const { challengeId, code } = await ask(auth, one)
    const limits = createRateLimits(database.auth, masterKey(Buffer.alloc(32, 7)))
    await Promise.all(Array.from({ length: 50 }, () => limits.consume('codes_day', one.user.id)))
    expect((await auth.mfa.verify({ factorId: one.factorId, challengeId, code })).error).toMatchObject({
      code: 'over_request_rate_limit',
    })
  })

  test('after ten minutes, or once a new SMS was requested', async () => {
    const one = await withPhone()
    const auth = await again(one)
    const { factorId } = one
    const first = await ask(auth, one)
    const second = await ask(auth, one)
    if (first.code !== second.code) {
      expect((await auth.mfa.verify({ factorId, ...first })).error).toMatchObject(failed)
    }
    wire.advance(10 * 60_000)
    expect((await auth.mfa.verify({ factorId, ...second })).error).toMatchObject({
      code: 'mfa_challenge_expired',
    })
    // A new challenge does not extend an expired code.
    const { data } = await auth.mfa.challenge({ factorId, channel: 'sms' })
    const late = { factorId, challengeId: data?.id ?? '', code: second.code }
    expect((await auth.mfa.verify(late)).error).toMatchObject(failed)
  })

  test('for another user’s phone or for another phone of the same user', async () => {
    const [one, thief] = [await withPhone(), await withPhone()]
    const { challengeId, code } = await ask(one.auth, one)
    const { factorId } = one
    expect((await thief.auth.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject(notFound)
    expect((await thief.auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject(notFound)
    expect((await thief.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    const own = { factorId: thief.factorId, challengeId, code }
    expect((await thief.auth.mfa.verify(own)).error).toMatchObject(notFound)
    const second = await enroll(one.auth)
    const other = await one.auth.mfa.challenge({ factorId: second.factorId, channel: 'sms' })
    const text = await wire.messageTo(second.phone)
    expect((await one.auth.mfa.verify({ factorId, challengeId, code: text.code })).error).toMatchObject(
      failed,
    )
    expect(other.error).toBeNull()
  })

  test('as a sign-in code, and a sign-in code is rejected as a second factor', async () => {
    const one = await withPhone()
    const { code } = await ask(one.auth, one)
    const signIn = { phone: one.phone, token: code, type: 'sms' } as const
    expect((await wire.client().auth.verifyOtp(signIn)).error).toMatchObject({ code: 'otp_expired' })
    // A user who signs in with another number.
    const [by, own] = [wire.client().auth, number()]
    await by.signInWithOtp({ phone: own })
    await by.verifyOtp({ phone: own, token: (await wire.messageTo(own)).code, type: 'sms' })
    const factor = await enroll(by)
    const { challengeId } = await ask(by, factor)
    await wire.client().auth.signInWithOtp({ phone: own })
    const given = { factorId: factor.factorId, challengeId, code: (await wire.messageTo(own)).code }
    expect((await by.mfa.verify(given)).error).toMatchObject(failed)
  })

  test('after the phone was removed or the password was changed', async () => {
    const one = await withPhone()
    const { challengeId, code } = await ask(one.auth, one)
    await one.auth.updateUser({ password: 'seven paper boats at noon' })
    expect((await one.auth.mfa.verify({ factorId: one.factorId, challengeId, code })).error).toMatchObject(
      failed,
    )
    await one.auth.mfa.unenroll({ factorId: one.factorId })
    expect((await one.auth.mfa.verify({ factorId: one.factorId, challengeId, code })).error).toMatchObject(
      notFound,
    )
  })
})

describe('a phone as a second factor is rejected', () => {
  test('when the number is invalid, is already a factor, or is the sign-in number', async () => {
    const { auth, phone } = await withPhone()
    const invalid = { code: 'validation_failed', status: 400 }
    for (const odd of ['telephone', '+1555', '', '+0123456789']) {
      expect((await auth.mfa.enroll({ factorType: 'phone', phone: odd })).error).toMatchObject(invalid)
    }
    const twice = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Twice' })
    expect(twice.error).toMatchObject({ code: 'mfa_verified_factor_exists', status: 422 })
    expect((await auth.updateUser({ phone })).error).toMatchObject(invalid)
    const [own, by] = [number(), wire.client().auth]
    await by.signInWithOtp({ phone: own })
    await by.verifyOtp({ phone: own, token: (await wire.messageTo(own)).code, type: 'sms' })
    expect((await by.mfa.enroll({ factorType: 'phone', phone: own })).error).toMatchObject(invalid)
    const odd = { factorId: (await enroll(by)).factorId, channel: 'pigeon' as 'sms' }
    expect((await by.mfa.challenge(odd)).error).toMatchObject(invalid)
  })

  test('when more than five SMS are requested in an hour', async () => {
    const { auth } = await wire.createUser()
    const { factorId } = await enroll(auth)
    for (let time = 0; time < 5; time++) {
      expect((await auth.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull()
    }
    expect((await auth.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject({
      code: 'over_sms_send_rate_limit',
      status: 429,
    })
    await wire.readMessages()
  })

  test('without a fresh proof, or without the existing second factor', async () => {
    const one = await withPhone()
    const owing = await again(one)
    expect((await owing.mfa.enroll({ factorType: 'phone', phone: number() })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    wire.advance(16 * 60_000)
    expect((await one.auth.mfa.enroll({ factorType: 'phone', phone: number() })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
  })

  test('when it is off, as in the reference service', async () => {
    const { auth } = await (await authApiApp(database)).createUser()
    expect((await auth.mfa.enroll({ factorType: 'phone', phone: number() })).error).toMatchObject({
      code: 'mfa_phone_enroll_not_enabled',
      status: 422,
    })
  })
})
