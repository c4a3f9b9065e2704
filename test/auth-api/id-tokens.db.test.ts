import { createHash, createHmac } from 'node:crypto'
import { exportSPKI } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, otherPassword, version } from '../support/auth-api-client.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let provider: Awaited<ReturnType<typeof openidProvider>>
let other: Awaited<ReturnType<typeof openidProvider>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  provider = await openidProvider([])
  other = await openidProvider([])
  wire = await authApiApp(database, {
    ANONYMOUS_SIGN_IN: 'on',
    // The second client ID belongs to a mobile app.
    OIDC_TEST: provider.setting.replace(' unfog ', ' unfog,org.example.app '),
    OIDC_OTHER: other.setting,
    OIDC_AWAY: 'http://127.0.0.1:9 unfog secret',
  })
})
afterAll(() => Promise.all([provider?.stop(), other?.stop()]))
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
function newPerson(given: Record<string, unknown> = {}) {
  const sub = `holder-${++people}`
  return { sub, email: `${sub}@example.org`, email_verified: true, ...given }
}
const seconds = () => Math.floor(Date.now() / 1000)
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')
const half = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
type Given = { token: string; nonce?: string; access_token?: string; provider?: string }
const signIn = ({ provider: name = 'test', ...given }: Given, { auth } = wire.client()) =>
  auth.signInWithIdToken({ provider: name, ...given })
const count = async () => {
  const [users, sessions, identities] = await Promise.all([
    database.auth.selectFrom('auth.users').select('id').execute(),
    database.auth.selectFrom('auth.sessions').select('id').execute(),
    database.auth.selectFrom('auth.identities').select('id').execute(),
  ])
  return [users.length, sessions.length, identities.length]
}
const bad = { message: 'Bad ID token', status: 400, code: undefined }

describe('an ID token', () => {
  test('of a configured provider signs in to the same account each time', async () => {
    const person = newPerson()
    const token = await provider.idToken({ ...person, nonce: hashed('kept'), at_hash: half('theirs') })
    const somebody = wire.client()
    const { data, error } = await signIn({ token, nonce: 'kept', access_token: 'theirs' }, somebody)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: person.email,
      app_metadata: { providers: ['test'] },
      identities: [{ provider: 'test', id: person.sub }],
    })
    expect((await somebody.auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'oauth' }] })
    expect((await somebody.auth.refreshSession()).error).toBeNull()
    const again = await signIn({ token: await provider.idToken({ sub: person.sub }) })
    expect(again.data.user?.id).toBe(data.user?.id)
    const row = () =>
      database.auth
        .selectFrom('auth.users')
        .select(['of_age_at', 'password_hash', 'email_confirmed_at'])
        .where('id', '=', data.user?.id ?? '')
        .executeTakeFirst()
    const known = { password_hash: null, email_confirmed_at: wire.time.now }
    expect(await row()).toEqual({ ...known, of_age_at: null })
    // The app shows its own statement about age and reports when the user has agreed to it.
    const { now } = wire.time
    for (const of_age of ['yes', true, false]) {
      const told = await somebody.auth.updateUser({ data: { of_age, theme: 'dark' } })
      expect(told.data.user?.user_metadata).toEqual({ theme: 'dark' })
      expect(await row()).toEqual({ ...known, of_age_at: of_age === 'yes' ? null : now })
      if (of_age === true) wire.advance(1000)
    }
  })

  test.each([
    ['for the mobile app', () => ({ aud: 'org.example.app' })],
    ['for several audiences', () => ({ aud: ['somebody-else', 'unfog'], azp: 'org.example.android' })],
    ['issued half a minute in the future', () => ({ iat: seconds() + 30, exp: seconds() + 600 })],
    ['that expired half a minute ago', () => ({ iat: seconds() - 600, exp: seconds() - 30 })],
  ])('%s is accepted', async (_name, claims) => {
    const { error, data } = await signIn({ token: await provider.idToken({ ...newPerson(), ...claims() }) })
    expect([error, data.session !== null]).toEqual([null, true])
  })

  const pieces = (token: string) => token.split('.') as [string, string, string]
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const victim = { sub: 'victim', email: 'victim@example.org', email_verified: true }
  const forged: [string, () => Promise<string>][] = [
    ['of another issuer', () => provider.idToken({ ...victim, iss: other.issuer })],
    ['of another configured provider', () => other.idToken(victim)],
    ['signed with a foreign key', () => provider.idToken(victim, { foreign: true })],
    ['signed by another provider with this issuer', () => other.idToken({ ...victim, iss: provider.issuer })],
    ['with an unknown key ID', () => provider.idToken(victim, { header: { kid: 'nobody' } })],
    ['that expired', () => provider.idToken({ ...victim, exp: seconds() - 90 })],
    ['without an expiration', () => provider.idToken({ ...victim, exp: undefined })],
    [
      'issued in the future',
      () => provider.idToken({ ...victim, iat: seconds() + 90, exp: seconds() + 600 }),
    ],
    ['without an issue time', () => provider.idToken({ ...victim, iat: undefined })],
    ['issued two days ago', () => provider.idToken({ ...victim, iat: seconds() - 2 * 86_400 })],
    ['that is not valid yet', () => provider.idToken({ ...victim, nbf: seconds() + 90 })],
    ['without a subject', () => provider.idToken({ ...victim, sub: undefined })],
    ['with an empty subject', () => provider.idToken({ ...victim, sub: '' })],
    ['with a control character in the subject', () => provider.idToken({ ...victim, sub: 'a\0b' })],
    [
      'with a subject of ten thousand characters',
      () => provider.idToken({ ...victim, sub: 'x'.repeat(10_000) }),
    ],
    ['that is an access token', () => provider.idToken(victim, { header: { typ: 'at+jwt' } })],
    ['that is a logout token', () => provider.idToken({ ...victim, events: {} })],
    [
      'with the algorithm none',
      async () => `${part({ alg: 'none' })}.${pieces(await provider.idToken(victim))[1]}.`,
    ],
    [
      'signed with HS256 and the public key',
      async () => {
        const text = `${part({ alg: 'HS256', kid: 'own' })}.${pieces(await provider.idToken(victim))[1]}`
        const key = await exportSPKI(provider.publicKey)
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
      },
    ],
    [
      'of two parts',
      async () =>
        pieces(await provider.idToken(victim))
          .slice(0, 2)
          .join('.'),
    ],
    [
      'that was changed',
      async () => {
        const [head, , signature] = pieces(await provider.idToken(newPerson()))
        const claims = { ...victim, iss: provider.issuer, aud: 'unfog', iat: seconds(), exp: seconds() + 9 }
        return `${head}.${part(claims)}.${signature}`
      },
    ],
    ['that is no JWT', async () => 'not.a.token'],
    ['of ten thousand characters', async () => `${'a'.repeat(10_000)}.b.c`],
  ]
  test.each(forged)('%s is rejected, and its content is not logged', async (_name, forge) => {
    const before = await count()
    wire.lines.length = 0
    const token = await forge()
    expect((await signIn({ token })).error).toMatchObject(bad)
    expect(await count()).toEqual(before)
    const log = wire.lines.join('\n')
    expect(log).toContain('an ID token was refused')
    for (const piece of token.split('.').filter((piece) => piece.length > 8)) expect(log).not.toContain(piece)
    expect(log).not.toContain('victim')
  })

  test.each(['somebody-else', ['a', 'b'], '', 'Unfog'])('with the audience %s is rejected', async (aud) => {
    const token = await provider.idToken({ ...newPerson(), aud })
    expect((await signIn({ token })).error).toMatchObject({
      message: 'Unacceptable audience in id_token',
      status: 400,
    })
    // The client ID of an app counts for its own provider only.
    const theirs = await other.idToken({ ...newPerson(), aud: 'org.example.app' })
    expect((await signIn({ token: theirs, provider: 'other' })).error).toMatchObject({ status: 400 })
  })

  test.each<[string, { nonce?: string }, { nonce?: string }, string]>([
    ['another nonce', { nonce: hashed('one') }, { nonce: 'two' }, 'Nonces mismatch'],
    ['its nonce unhashed', { nonce: 'plain' }, { nonce: 'plain' }, 'Nonces mismatch'],
    ['the hash of its nonce', { nonce: hashed('one') }, { nonce: hashed('one') }, 'Nonces mismatch'],
    [
      'no nonce',
      { nonce: hashed('one') },
      {},
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'a nonce that the token lacks',
      {},
      { nonce: 'one' },
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
  ])('with %s is rejected', async (_name, claims, given, message) => {
    const token = await provider.idToken({ ...newPerson(), ...claims })
    expect((await signIn({ token, ...given })).error).toMatchObject({ message, status: 400 })
  })

  test('with an access token of another user is rejected', async () => {
    const person = newPerson()
    const token = await provider.idToken({ ...person, at_hash: half('theirs') })
    expect((await signIn({ token, access_token: 'another' })).error).toMatchObject(bad)
    // As in the reference service, a token without at_hash is accepted with any access token, which is not used.
    expect((await signIn({ token: await provider.idToken(person), access_token: 'any' })).error).toBeNull()
  })

  test('is rejected with errors in the format of the reference service', async () => {
    const ask = async (body: object) => {
      const init = { method: 'POST', headers: version, body: JSON.stringify(body) }
      const answer = await wire.ask('/token?grant_type=id_token', init)
      expect([answer.status, answer.headers.get('X-Sb-Error-Code')]).toEqual([400, null])
      return answer.json()
    }
    const invalid = (error_description: string, error = 'invalid request') => ({ error, error_description })
    expect(await ask({ provider: 'test' })).toEqual(invalid('id_token required'))
    expect(await ask({ id_token: 'x' })).toEqual(invalid('provider or client_id and issuer required'))
    expect(await ask({ id_token: 'x', provider: 'test' })).toEqual(invalid('Bad ID token'))
    const token = await provider.idToken({ ...newPerson(), nonce: hashed('one') })
    expect(await ask({ id_token: token, provider: 'test', nonce: 'two' })).toEqual(
      invalid('Nonces mismatch', 'invalid nonce'),
    )
  })

  test('is accepted by provider or issuer, and only for a configured one', async () => {
    const ask = async (given: object) => {
      const id_token = await provider.idToken(newPerson())
      const body = JSON.stringify({ id_token, ...given })
      const answer = await wire.ask('/token?grant_type=id_token', { method: 'POST', headers: version, body })
      return { status: answer.status, ...((await answer.json()) as { code?: string }) }
    }
    const client_id = 'unfog'
    expect(await ask({ issuer: provider.issuer, client_id })).toMatchObject({ status: 200 })
    expect(await ask({ provider: 'custom:test', issuer: provider.issuer })).toMatchObject({ status: 200 })
    expect(await ask({ provider: 'test', issuer: other.issuer })).toMatchObject({ code: 'validation_failed' })
    // An attacker who could name their own issuer could sign any token.
    for (const given of [
      { issuer: 'https://evil.example', client_id },
      { provider: 'google' },
      { provider: 'azure' },
      { provider: 'email' },
      { provider: 'nobody' },
    ]) {
      expect(await ask(given)).toMatchObject({ status: 400, code: 'provider_disabled' })
    }
  })

  test('of a provider that cannot be reached returns a retryable error', async () => {
    const { error } = await signIn({ token: await provider.idToken(newPerson()), provider: 'away' })
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 500 })
  })
})

describe('the user of an ID token', () => {
  test('gets an account without an address when the provider has not confirmed it', async () => {
    const { email: taken } = await wire.createUser()
    for (const given of [
      { email_verified: false },
      { email_verified: 'no' },
      { email: undefined },
      { email: taken, email_verified: false },
    ]) {
      const person = newPerson(given)
      const { data, error } = await signIn({ token: await provider.idToken(person) })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email: '', identities: [{ provider: 'test', id: person.sub }] })
      const again = await signIn({ token: await provider.idToken(person) })
      expect(again.data.user?.id).toBe(data.user?.id)
    }
  })

  test('gets no account with an address that is taken', async () => {
    const { email, auth } = await wire.createUser()
    const before = await count()
    const token = await provider.idToken(newPerson({ email: email.toUpperCase() }))
    expect((await signIn({ token })).error).toMatchObject({ code: 'email_exists', status: 422 })
    expect(await count()).toEqual(before)
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('gets an error when the account is suspended', async () => {
    const person = newPerson()
    const { data } = await signIn({ token: await provider.idToken(person) })
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('id', '=', data.user?.id ?? '')
      .execute()
    const { error } = await signIn({ token: await provider.idToken(person) })
    expect(error).toMatchObject({ code: 'user_banned', status: 403 })
  })

  test('gets one account when several sign-ins race', async () => {
    const token = await provider.idToken(newPerson())
    const [before = 0] = await count()
    const all = await Promise.all([1, 2, 3].map(() => signIn({ token })))
    expect((await count())[0]).toBe(before + 1)
    expect(all.map(({ error }) => error)).toEqual([null, null, null])
  })
})

describe('linking by an ID token', () => {
  const link = async ({ auth }: Pick<ReturnType<typeof wire.client>, 'auth'>, person: object) =>
    auth.linkIdentity({ provider: 'test', token: await provider.idToken({ ...person }) })

  test('turns an anonymous user into a named one', async () => {
    const nobody = wire.client()
    const { data: before } = await nobody.auth.signInAnonymously()
    const { data, error } = await link(nobody, newPerson())
    expect([error, data.user?.id, data.user?.is_anonymous]).toEqual([null, before.user?.id, false])
    expect((await nobody.auth.getClaims()).data?.claims.is_anonymous).toBe(false)
  })

  test('adds the provider to the account of the session, which stays open', async () => {
    const somebody = await wire.createUser()
    const [, sessions] = await count()
    const person = newPerson({ email: 'work@example.org', email_verified: false })
    const { data, error } = await link(somebody, person)
    expect([error, data.user?.app_metadata.providers]).toEqual([null, ['email', 'test']])
    expect((await count())[1]).toBe(sessions)
    expect((await somebody.auth.refreshSession()).error).toBeNull()
    const signedIn = await signIn({ token: await provider.idToken(person) })
    expect(signedIn.data.user?.id).toBe(somebody.user.id)
    expect((await link(somebody, person)).error).toMatchObject({
      code: 'identity_already_exists',
      message: 'Identity is already linked',
      status: 422,
    })
    const stranger = await wire.createUser()
    expect((await link(stranger, person)).error).toMatchObject({
      code: 'identity_already_exists',
      message: 'Identity is already linked to another user',
    })
    expect((await stranger.auth.getUser()).error).toBeNull()
  })

  test('needs a session, a fresh proof, and the second factor if there is one', async () => {
    const nobody = await link(wire.client(), newPerson())
    expect(nobody.error).toMatchObject({
      message: 'Linking requires a valid user access token in Authorization',
      status: 400,
    })
    const somebody = await wire.createUser()
    const person = newPerson()
    wire.advance(16 * 60_000)
    expect((await link(somebody, person)).error).toMatchObject({ code: 'reauthentication_needed' })
    wire.advance(-16 * 60_000)
    const factor = { id: '0198a000-0000-7000-8000-000000000004', user_id: somebody.user.id }
    await database.auth
      .insertInto('auth.factors')
      .values({ ...factor, factor_type: 'totp', status: 'verified' })
      .execute()
    expect((await link(somebody, person)).error).toMatchObject({ code: 'insufficient_aal' })
    expect((await somebody.auth.updateUser({ password: otherPassword })).error).not.toBeNull()
    await somebody.auth.signOut()
    expect((await signIn({ token: await provider.idToken(person) })).data.user?.id).not.toBe(somebody.user.id)
  })
})
