import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, password } from '../support/auth-api-client.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, { PASSKEY_SIGN_IN: 'on' })
})
beforeEach(() => {
  wire.time.now = new Date()
})

const failed = { code: 'webauthn_verification_failed', status: 400 }
const noChallenge = { code: 'webauthn_challenge_not_found', status: 400 }
type Auth = Awaited<ReturnType<typeof wire.createUser>>['auth']

async function register(auth: Auth, device = createAuthenticator(origin)) {
  const { data, error } = await auth.passkey.startRegistration()
  if (error) throw error
  const given = { challengeId: data.challenge_id, credential: device.create(data.options as never) as never }
  return { device, given, made: await auth.passkey.verifyRegistration(given) }
}
async function withPasskey() {
  const somebody = await wire.createUser()
  const { device, given, made } = await register(somebody.auth)
  if (made.error) throw made.error
  await somebody.auth.refreshSession()
  return { ...somebody, device, given, passkeyId: made.data.id }
}
/** The response of a device to a new challenge. */
async function answer({ device }: Pick<Awaited<ReturnType<typeof withPasskey>>, 'device'>) {
  const { data } = await wire.client().auth.passkey.startAuthentication()
  return { challengeId: data?.challenge_id ?? '', credential: device.get(data?.options as never) as never }
}
const totp = async (auth: Auth) => {
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
  const prove = (who: Auth) => {
    wire.advance(30_000)
    const code = generateSync({ secret, epoch: Math.floor(wire.time.now.getTime() / 1000) })
    return who.mfa.challengeAndVerify({ factorId, code })
  }
  await prove(auth)
  return { factorId, prove }
}

describe('a passkey', () => {
  test('signs in without an email address, reaches aal2, and is also listed as a factor', async () => {
    const one = await withPasskey()
    const { auth } = wire.client()
    const { data, error } = await auth.passkey.verifyAuthentication(await answer(one))
    expect(error).toBeNull()
    expect(data?.user?.id).toBe(one.user.id)
    expect(decodeJwt(data?.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
    expect((await auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: one.passkeyId }])
    expect((await auth.passkey.list()).data).toEqual([
      { id: one.passkeyId, created_at: expect.any(String), last_used_at: expect.any(String) },
    ])
    const password_alone = wire.client().auth
    await password_alone.signInWithPassword({ email: one.email, password })
    expect((await password_alone.passkey.delete({ passkeyId: one.passkeyId })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    })
    expect(
      (await password_alone.passkey.update({ passkeyId: one.passkeyId, friendlyName: 'Mine' })).error,
    ).not.toBeNull()
  })

  test('lets the session that registered it make changes before its tokens are refreshed', async () => {
    const { auth } = await wire.createUser()
    const { data } = await auth.passkey.startRegistration()
    expect(data?.options).toMatchObject({ authenticatorSelection: { residentKey: 'required' } })
    const device = createAuthenticator(origin)
    const credential = device.create(data?.options as never) as never
    const made = await auth.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential })
    const passkeyId = made.data?.id ?? ''
    expect((await auth.passkey.list()).data).toEqual([{ id: passkeyId, created_at: expect.any(String) }])
    expect((await auth.updateUser({ data: { shoe: 'left' } })).error).toBeNull()
    expect((await auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })).error).toBeNull()
    expect((await register(auth)).made.error).toBeNull()
    expect((await auth.passkey.delete({ passkeyId })).error).toBeNull()
  })

  test('that is already registered by another user is rejected', async () => {
    const [one, other] = [await withPasskey(), await wire.createUser()]
    const { data } = await other.auth.passkey.startRegistration()
    const id = one.device.passkeys[0]?.id ?? ''
    const credential = one.device.create(data?.options as never, { id }) as never
    const again = await other.auth.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential,
    })
    expect(again.error).toMatchObject({ code: 'webauthn_credential_exists', status: 422 })
  })

  test('ends every other session when it is the first factor', async () => {
    const { auth, email } = await wire.createUser()
    const thief = wire.client().auth
    await thief.signInWithPassword({ email, password })
    expect((await register(auth)).made.error).toBeNull()
    expect((await thief.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.refreshSession()).error).toBeNull()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('is rejected when its response is reused, late, from another site, or after its deletion', async () => {
    const one = await withPasskey()
    const verify = (given: Awaited<ReturnType<typeof answer>>) =>
      wire.client().auth.passkey.verifyAuthentication(given)
    const once = await answer(one)
    expect((await verify(once)).error).toBeNull()
    expect((await verify(once)).error).toMatchObject(noChallenge)
    const late = await answer(one)
    wire.advance(5 * 60_000)
    expect((await verify(late)).error).toMatchObject({ code: 'webauthn_challenge_expired', status: 400 })
    expect((await verify({ ...(await answer(one)), challengeId: late.challengeId })).error).toMatchObject(
      noChallenge,
    )
    const { data } = await wire.client().auth.passkey.startAuthentication()
    const elsewhere = one.device.get(data?.options as never, { origin: 'https://evil.example' }) as never
    expect(
      (await verify({ challengeId: data?.challenge_id ?? '', credential: elsewhere })).error,
    ).toMatchObject(failed)
    const kept = await answer(one)
    expect((await one.auth.passkey.delete({ passkeyId: one.passkeyId })).error).toBeNull()
    expect((await verify(kept)).error).toMatchObject(failed)
  })

  test('of another user cannot be renamed or deleted, and its challenge cannot be answered', async () => {
    const [one, thief] = [await withPasskey(), await withPasskey()]
    const notFound = { code: 'webauthn_credential_not_found', status: 404 }
    const { passkeyId } = one
    expect((await thief.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(
      notFound,
    )
    expect((await thief.auth.passkey.delete({ passkeyId })).error).toMatchObject(notFound)
    const asked = await one.auth.passkey.startRegistration()
    const device = createAuthenticator(origin)
    const credential = device.create(asked.data?.options as never) as never
    const given = { challengeId: asked.data?.challenge_id ?? '', credential }
    expect((await thief.auth.passkey.verifyRegistration(given)).error).toMatchObject(noChallenge)
    // A challenge of a second factor does not sign in.
    const step = await one.auth.mfa.challenge({ factorId: passkeyId } as never)
    expect(
      (
        await wire
          .client()
          .auth.passkey.verifyAuthentication({ ...given, challengeId: (step.data as { id: string }).id })
      ).error,
    ).not.toBeNull()
  })

  test('needs a fresh proof, the second factor if there is one, and a unique name', async () => {
    const { auth, email } = await wire.createUser()
    await totp(auth)
    const owing = wire.client().auth
    await owing.signInWithPassword({ email, password })
    expect((await owing.passkey.startRegistration()).error).toMatchObject({ code: 'insufficient_aal' })
    const { made } = await register(auth)
    const renamed = await auth.passkey.update({ passkeyId: made.data?.id ?? '', friendlyName: 'App' })
    expect(renamed.error).toMatchObject({ code: 'mfa_factor_name_conflict' })
    const named = await auth.passkey.update({ passkeyId: made.data?.id ?? '', friendlyName: 'Laptop' })
    expect(named.data?.friendly_name).toBe('Laptop')
    wire.advance(16 * 60_000)
    expect((await auth.passkey.startRegistration()).error).toMatchObject({ code: 'reauthentication_needed' })
  })
})

describe('recovery codes', () => {
  async function withCodes() {
    const somebody = await wire.createUser()
    const app = await totp(somebody.auth)
    const { data, error } = await somebody.auth.mfa.recoveryCodes.generate()
    if (error) throw error
    return { ...somebody, ...app, codes: data.codes }
  }
  async function again({ email }: { email: string }) {
    const { auth } = wire.client()
    await auth.signInWithPassword({ email, password })
    return auth
  }

  test('replace the second factor, each only once, also in a race', async () => {
    const one = await withCodes()
    expect(one.codes).toHaveLength(10)
    expect(one.codes[0]).toMatch(/^[a-z2-9]{12}$/)
    const [code = '', other = ''] = one.codes
    const tries = await Promise.all([again(one), again(one), again(one)])
    const proven = await Promise.all(tries.map((auth) => auth.mfa.recoveryCodes.verify({ code })))
    expect(proven.filter(({ error }) => error === null)).toHaveLength(1)
    const [winner] = proven.flatMap(({ data }) => (data ? [data] : []))
    expect(decodeJwt(winner?.access_token ?? '')).toMatchObject({
      ...{ aal: 'aal2', amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }] },
    })
    const typed = other.toUpperCase().replace(/^(.{4})(.{4})/, '$1-$2 ')
    expect((await (await again(one)).mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
    expect((await one.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 8 })
  })

  test('belong to one user and are locked after ten wrong ones', async () => {
    const [one, thief] = [await withCodes(), await withCodes()]
    const auth = await again(thief)
    const theirs = await auth.mfa.recoveryCodes.verify({ code: one.codes[0] ?? '' })
    expect(theirs.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    await Promise.all(
      Array.from({ length: 9 }, () => auth.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc' })),
    )
    const right = await auth.mfa.recoveryCodes.verify({ code: thief.codes[0] ?? '' })
    expect(right.error).toMatchObject({ code: 'mfa_recovery_codes_locked', status: 429 })
  })

  test('need a fresh proof of the second factor to be generated, regenerated or removed', async () => {
    const one = await withCodes()
    expect((await one.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
    })
    const owing = await again(one)
    for (const ask of ['regenerate', 'unenroll', 'generate'] as const) {
      expect((await owing.mfa.recoveryCodes[ask]()).error).toMatchObject({ code: 'insufficient_aal' })
    }
    const { data } = await one.auth.mfa.recoveryCodes.regenerate()
    expect(data?.codes).toHaveLength(10)
    expect((await owing.mfa.recoveryCodes.verify({ code: one.codes[0] ?? '' })).error).not.toBeNull()
    wire.advance(16 * 60_000)
    for (const ask of ['regenerate', 'unenroll'] as const) {
      expect((await one.auth.mfa.recoveryCodes[ask]()).error).toMatchObject({
        code: 'reauthentication_needed',
      })
    }
    await one.prove(one.auth)
    expect((await one.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await one.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
  })
})
