import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, password } from '../support/auth-api-client.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

type Auth = Awaited<ReturnType<typeof wire.createUser>>['auth']
/** Each code is accepted once, so this advances the clock by 30 seconds. */
const codeOf = (secret: string) => {
  wire.advance(30_000)
  return generateSync({ secret, epoch: Math.floor(wire.time.now.getTime() / 1000) })
}
const levels = async (auth: Auth) => {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}
async function withTotp() {
  const somebody = await wire.createUser()
  const { data, error } = await somebody.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const { secret } = data.totp
  const proven = await somebody.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })
  if (proven.error) throw proven.error
  return { ...somebody, factorId: data.id, secret, enrolled: data }
}
const asked = (token: string, path: string, method: string, body?: object) =>
  wire.ask(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('an authenticator app', () => {
  test('is enrolled, verified and listed, and raises the session to aal2', async () => {
    const { auth, email, session } = await wire.createUser()
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Notes' })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Notes/)
    expect(decodeURIComponent(data?.totp.uri ?? '')).toContain(email)
    expect((await auth.mfa.listFactors()).data?.totp).toEqual([])
    const factorId = data?.id ?? ''
    const proven = await auth.mfa.challengeAndVerify({ factorId, code: codeOf(data?.totp.secret ?? '') })
    expect(proven.error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
    const claims = decodeJwt(proven.data?.access_token ?? '')
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect(claims.session_id).toBe(decodeJwt(session.access_token).session_id)
    const { data: listed } = await auth.mfa.listFactors()
    expect(listed?.totp).toMatchObject([{ id: factorId, status: 'verified', friendly_name: 'Phone' }])
    expect((await auth.refreshSession()).error).toBeNull()
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
  })

  test('makes tokens from before its verification insufficient for changes', async () => {
    const { auth, session } = await wire.createUser()
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const code = codeOf(data?.totp?.secret ?? '')
    await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    const old = session.access_token
    expect((await asked(old, '/user', 'GET')).status).toBe(200)
    for (const [path, method, body] of [
      ['/user', 'PUT', { password: otherPassword }],
      ['/user', 'PUT', { email: 'other@example.org' }],
      ['/factors', 'POST', { factor_type: 'totp' }],
      [`/factors/${data?.id}`, 'DELETE', undefined],
    ] as const) {
      const refused = await asked(old, path, method, body)
      expect(await refused.json()).toMatchObject({ code: 'insufficient_aal' })
    }
    const refreshed = await asked(old, '/token?grant_type=refresh_token', 'POST', {
      refresh_token: session.refresh_token,
    })
    expect(refreshed.status).toBe(400)
  })

  test('is required at the next sign-in before anything can be changed', async () => {
    const { email, factorId, secret } = await withTotp()
    const { auth } = wire.client()
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
    expect(await levels(auth)).toEqual(['aal1', 'aal2'])
    expect((await auth.updateUser({ password: otherPassword })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 401,
    })
    // Apps sign users out on a 401, so each call has the status of the reference service.
    expect((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    })
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 422,
    })
    expect((await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
  })

  test('allows a retry after a wrong code, is rate limited after ten, and rejects a used code', async () => {
    const { auth, factorId, secret } = await withTotp()
    const { data } = await auth.mfa.challenge({ factorId })
    expect(data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const challengeId = data?.id ?? ''
    const wrong = await auth.mfa.verify({ factorId, challengeId, code: '000000' })
    expect(wrong.error).toMatchObject({
      code: 'mfa_verification_failed',
      status: 422,
      message: 'Invalid TOTP code entered',
    })
    const code = codeOf(secret)
    expect((await auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
    expect((await auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
    expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
      code: 'mfa_verification_failed',
    })
    const again = (await auth.mfa.challenge({ factorId })).data?.id ?? ''
    await Promise.all(
      Array.from({ length: 10 }, () => auth.mfa.verify({ factorId, challengeId: again, code: '000000' })),
    )
    expect(
      (await auth.mfa.verify({ factorId, challengeId: again, code: codeOf(secret) })).error,
    ).toMatchObject({
      code: 'over_request_rate_limit',
    })
  })

  test('is needed for reauthentication, and a code from an email does not replace it', async () => {
    const { auth, factorId, secret } = await withTotp()
    wire.advance(16 * 60_000)
    await auth.reauthenticate()
    const [letter] = await wire.readMessages()
    expect(letter?.code).toMatch(/^\d{6}$/)
    const change = { password: otherPassword, nonce: letter?.code ?? '' }
    expect((await auth.updateUser(change)).error).toMatchObject({ code: 'reauthentication_needed' })
    await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull()
  })

  test('ends every other session when it is the first factor', async () => {
    const { auth, email, session } = await wire.createUser()
    const thief = wire.client().auth
    await thief.signInWithPassword({ email, password })
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const code = codeOf(data?.totp?.secret ?? '')
    expect((await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull()
    expect((await thief.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.getUser()).data.user?.id).toBe(session.user.id)
  })

  test('needs a fresh proof to verify an enrolled factor', async () => {
    const { auth, session } = await wire.createUser()
    const { data } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    wire.advance(16 * 60_000)
    const challenge_id = (
      (await (await asked(session.access_token, `/factors/${data?.id}/challenge`, 'POST', {})).json()) as {
        id: string
      }
    ).id
    const answer = await asked(session.access_token, `/factors/${data?.id}/verify`, 'POST', {
      challenge_id,
      code: '000000',
    })
    expect(await answer.json()).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('is required to change the metadata of the user', async () => {
    const { email } = await withTotp()
    const { auth } = wire.client()
    await auth.signInWithPassword({ email, password })
    expect((await auth.updateUser({ data: { name: 'Eve' } })).error).toMatchObject({
      code: 'insufficient_aal',
    })
  })

  test('allows at most ten guesses, even when thirty are sent at once', async () => {
    const { auth, session, factorId, secret } = await withTotp()
    const token = (await auth.getSession()).data.session?.access_token ?? session.access_token
    const challenge_id = (await auth.mfa.challenge({ factorId })).data?.id
    const right = codeOf(secret)
    const codes = Array.from({ length: 30 }, (_, place) => (place === 29 ? right : `00000${place % 10}`))
    const answers = await Promise.all(
      codes.map(async (code) =>
        (await asked(token, `/factors/${factorId}/verify`, 'POST', { challenge_id, code })).json(),
      ),
    )
    const said = answers.map(({ code }) => code)
    expect(said.filter((code) => code === 'mfa_verification_failed').length).toBeLessThanOrEqual(10)
    expect(said.at(-1)).toBe('over_request_rate_limit')
  })

  test('of another user or with an expired challenge is rejected', async () => {
    const [one, thief] = [await withTotp(), await wire.createUser()]
    expect((await thief.auth.mfa.challenge({ factorId: one.factorId })).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 404,
    })
    const challengeId = (await one.auth.mfa.challenge({ factorId: one.factorId })).data?.id ?? ''
    const given = { factorId: one.factorId, challengeId, code: '000000' }
    expect((await thief.auth.mfa.verify(given)).error).toMatchObject({ code: 'mfa_factor_not_found' })
    expect((await thief.auth.mfa.unenroll({ factorId: one.factorId })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
    wire.advance(5 * 60_000)
    expect((await one.auth.mfa.verify({ ...given, code: codeOf(one.secret) })).error).toMatchObject({
      code: 'mfa_challenge_expired',
    })
  })

  test('cannot be enrolled twice under one name, and the first enrollment stays valid', async () => {
    const { auth } = await wire.createUser()
    const enroll = (friendlyName: string) => auth.mfa.enroll({ factorType: 'totp', friendlyName })
    const { data: first } = await enroll('Phone')
    expect((await enroll('Phone')).error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
    expect((await enroll('Tablet')).error).toBeNull()
    const begun = async () =>
      (await auth.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)
    expect(await begun()).toEqual(['Phone', 'Tablet'])
    const code = codeOf(first?.totp.secret ?? '')
    expect((await auth.mfa.challengeAndVerify({ factorId: first?.id ?? '', code })).error).toBeNull()
    expect(await begun()).toEqual(['Phone'])
    expect((await enroll('Tablet')).error).toBeNull()
    wire.advance(5 * 60_000 + 1000)
    expect((await enroll('Tablet')).error).toBeNull()
    for (const name of ['3', '4', '5', '6', '7', '8', '9', '10'])
      expect((await enroll(name)).error).toBeNull()
    expect((await enroll('11')).error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' })
  })

  test('needs a fresh proof to be removed, and the session is aal1 again', async () => {
    const { auth, factorId, secret } = await withTotp()
    wire.advance(16 * 60_000)
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'reauthentication_needed' })
    await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await auth.refreshSession()
    expect(await levels(auth)).toEqual(['aal1', 'aal1'])
    wire.advance(16 * 60_000)
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
  })

  test('needs a unique name, a known type and a valid ID', async () => {
    const { auth, session } = await withTotp()
    expect((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toMatchObject({
      code: 'mfa_factor_name_conflict',
    })
    const token = (await auth.getSession()).data.session?.access_token ?? session.access_token
    for (const [path, method] of [
      ['/factors/7', 'DELETE'],
      ['/factors/7/challenge', 'POST'],
      ['/factors/7/verify', 'POST'],
      ['/user/identities/7', 'DELETE'],
    ] as const)
      expect((await asked(token, path, method, method === 'POST' ? {} : undefined)).status, path).toBe(404)
    expect((await auth.mfa.enroll({ factorType: 'smoke' as never })).error).toMatchObject({
      code: 'validation_failed',
    })
  })
})

describe('a passkey as a second factor', () => {
  test('is created and required at the next sign-in', async () => {
    const { auth, email } = await wire.createUser()
    const device = createAuthenticator(origin)
    const token = async (who: Auth) => (await who.getSession()).data.session?.access_token ?? ''
    const { data } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    const factorId = data?.id ?? ''
    const put = async (who: Auth) => {
      const response = await asked(await token(who), `/factors/${factorId}/challenge`, 'POST', {
        webauthn: { rpId: 'localhost', rpOrigins: [origin] },
      })
      return (await response.json()) as {
        id: string
        webauthn: { type: string; credential_options: { publicKey: never } }
      }
    }
    const made = await put(auth)
    expect(made.webauthn.type).toBe('create')
    const created = device.create(made.webauthn.credential_options.publicKey)
    // A browser credential has a toJSON method.
    const proof = (type: 'create' | 'request', json: object) =>
      ({ webauthn: { rpId: 'localhost', type, credential_response: { toJSON: () => json } } }) as never
    const verify = (who: Auth, challengeId: string, given: object) =>
      who.mfa.verify({ factorId, challengeId, ...given } as never)
    expect((await verify(auth, made.id, proof('create', created))).error).toBeNull()
    expect(await levels(auth)).toEqual(['aal2', 'aal2'])
    expect((await auth.mfa.listFactors()).data?.webauthn).toMatchObject([
      { id: factorId, status: 'verified' },
    ])

    const next = wire.client().auth
    await next.signInWithPassword({ email, password })
    expect(await levels(next)).toEqual(['aal1', 'aal2'])
    const question = await put(next)
    expect(question.webauthn.type).toBe('request')
    const elsewhere = device.get(question.webauthn.credential_options.publicKey, {
      origin: 'https://evil.example',
    })
    expect((await verify(next, question.id, proof('request', elsewhere))).error).toMatchObject({
      code: 'mfa_verification_failed',
    })
    // The log has the reason and not the data that was sent.
    const [line = ''] = wire.lines.filter((each) => each.includes('a passkey was refused'))
    expect(line).toContain('Unexpected authentication response origin')
    expect(line).not.toContain('evil.example')
    const again = await put(next)
    const answer = device.get(again.webauthn.credential_options.publicKey)
    const proven = await verify(next, again.id, proof('request', answer))
    expect(proven.error).toBeNull()
    expect(decodeJwt(proven.data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
    expect((await verify(next, again.id, proof('request', answer))).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
    expect((await verify(next, again.id, proof('request', {}))).error).toMatchObject({
      code: 'validation_failed',
    })
  })
})

test('codes of an app can be guessed at most fifty times a day, and adding an app does not count as a guess', async () => {
  const { auth, factorId, secret } = await withTotp()
  const clear = () => database.auth.deleteFrom('auth.rate_limits').where('key', 'like', 'proof:%').execute()
  for (let time = 0; time < 50; time++) {
    if (time % 3 === 0) await clear()
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: '12345' })
    expect(error).toMatchObject({ code: 'mfa_verification_failed' })
  }
  await clear()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  const second = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
  const added = { factorId: second.data?.id ?? '', code: codeOf(second.data?.totp?.secret ?? '') }
  expect((await auth.mfa.challengeAndVerify(added)).error).toBeNull()
})
