import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { otherPassword, password } from '../support/auth-api-client.ts'
import { clientRules, newEmail, retryable, signedByNobody } from '../support/client-rules.ts'
import { testDatabase } from '../support/test-database.ts'

/**
 * The unmodified client meets the specification of the authentication client (points 4, 5, 8 and 9). These tests run it
 * against our engine, over real sockets. Tests in a browser and across two tabs: test/e2e/first-party-app.e2e.ts. Tests of
 * linking and unlinking a provider: linking.db.test.ts.
 *
 * The pinned client (2.119.0) differs from the specification in these points, each tested here or in
 * client-sessions.db.test.ts: a rejected refresh removes the session only once its access token has expired; an invalid token
 * returns an error, and throws it with `throwOnError`; signing out everywhere while the server cannot be reached returns an
 * error and keeps the session. It also retries after 500, 501 and 520 to 530, not only after 502 to 504.
 */

const database = testDatabase()
const { fixture, newcomer, endOnServer } = clientRules(database)

describe('the validation of parameters (points 5 and 9)', () => {
  const credentials = 'You must provide either an email or phone number and a password'

  test('requires an email address or phone number and a password, in the client and on the server', async () => {
    const { auth, requests } = fixture.line.client()
    for (const answer of [
      await auth.signUp({ password } as never),
      await auth.signInWithPassword({ password } as never),
    ]) {
      expect(answer.error).toMatchObject({ name: 'AuthInvalidCredentialsError', message: credentials })
    }
    expect((await auth.signInWithOtp({} as never)).error).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      message: 'You must provide either an email or phone number.',
    })
    expect(requests).toEqual([])
    for (const [path, body] of [
      ['/signup', { password }],
      ['/signup', { email: newEmail() }],
      ['/token?grant_type=password', { password }],
      ['/token?grant_type=password', { email: newEmail() }],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' }
      const refused = await fetch(fixture.line.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect([path, refused.status, await refused.json()]).toEqual([
        path,
        400,
        expect.objectContaining({ error_code: 'validation_failed', msg: credentials }),
      ])
    }
  })

  test('defaults the channel of a phone number to SMS, and the server rejects phone sign-in', async () => {
    const { auth, requests } = fixture.line.client()
    const answers = [
      await auth.signInWithOtp({ phone: '+15551234567' }),
      await auth.signUp({ phone: '+15551234567', password }),
      await auth.signInWithOtp({ phone: '+15551234567', options: { channel: 'whatsapp' } }),
    ]
    expect(requests.map(({ body }) => body.channel)).toEqual(['sms', 'sms', 'whatsapp'])
    for (const { error } of answers)
      expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 })
  })

  test('requires a UUID as user ID in all admin methods', async () => {
    const { auth, requests } = fixture.line.client()
    for (const call of [
      () => auth.admin.getUserById('7'),
      () => auth.admin.updateUserById('7', {}),
      () => auth.admin.deleteUser('7'),
      () => auth.admin.mfa.listFactors({ userId: '7' }),
      () => auth.admin.mfa.deleteFactor({ userId: '7', id: '7' }),
    ]) {
      await expect(call()).rejects.toThrow('Expected parameter to be UUID but is not')
    }
    expect(requests).toEqual([])
  })

  test('accepts only global, local or others as sign-out scope, in the client and on the server', async () => {
    const { auth, session, requests } = await newcomer()
    await expect(auth.admin.signOut(session.access_token, 'everywhere' as never)).rejects.toThrow(
      'Parameter scope must be one of global, local, others',
    )
    expect(requests).toHaveLength(1)
    const headers = { Authorization: `Bearer ${session.access_token}` }
    const refused = await fetch(`${fixture.line.url}/logout?scope=everywhere`, { method: 'POST', headers })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'validation_failed' }),
    ])
    expect((await auth.getUser()).error).toBeNull()
  })

  test('rejects a token that is malformed, expired or not signed by this server', async () => {
    const { session } = await newcomer()
    const { auth, requests } = fixture.line.client()
    const strict = fixture.line.client({ throwOnError: true })
    const [head, claims, signature] = session.access_token.split('.') as [string, string, string]
    const said = decodeJwt(session.access_token)
    const withClaims = (changed: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...said, ...changed })).toString('base64url')}.${signature}`
    const wrong: [string, string][] = [
      [`${head}.${claims}`, 'Invalid JWT structure'],
      [`${head}.${claims}.${signature}.${signature}`, 'Invalid JWT structure'],
      [`${head}.cla ims.${signature}`, 'JWT not in base64url format'],
      [withClaims({ exp: 1 }), 'JWT has expired'],
      [withClaims({ exp: undefined }), 'Missing exp claim'],
      [withClaims({ aal: 'aal2' }), 'Invalid JWT signature'],
    ]
    for (const [token, message] of wrong) {
      expect(await auth.getClaims(token)).toMatchObject({
        data: null,
        error: { name: 'AuthInvalidJwtError', code: 'invalid_jwt', message },
      })
      await expect(strict.auth.getClaims(token)).rejects.toThrow(message)
    }
    for (const [token] of wrong.slice(0, 3)) {
      const { error } = await auth.setSession({ access_token: token, refresh_token: 'x' })
      expect(error).toMatchObject({ name: 'AuthInvalidJwtError' })
    }
    // The key set was requested once, and nothing else.
    expect(requests.map(({ path }) => path)).toEqual(['/.well-known/jwks.json'])
    expect((await auth.getClaims(session.access_token)).data?.claims).toMatchObject({ sub: session.user.id })
  })
})

describe('an error (point 8)', () => {
  test('about a weak password has its reasons', async () => {
    const { auth } = fixture.line.client()
    for (const [given, reason] of [
      ['short', 'length'],
      ['password1234', 'pwned'],
    ] as const) {
      expect((await auth.signUp({ email: newEmail(), password: given })).error).toMatchObject({
        name: 'AuthWeakPasswordError',
        code: 'weak_password',
        status: 422,
        reasons: expect.arrayContaining([reason]),
      })
    }
  })

  test('is AuthSessionMissingError when the client has no session', async () => {
    const { auth, requests } = fixture.line.client()
    const missing = { name: 'AuthSessionMissingError' }
    expect((await auth.getUser()).error).toMatchObject(missing)
    expect((await auth.refreshSession()).error).toMatchObject(missing)
    expect((await auth.updateUser({ password: otherPassword })).error).toMatchObject(missing)
    expect((await auth.setSession({ access_token: '', refresh_token: '' })).error).toMatchObject(missing)
    expect(requests).toEqual([])
  })

  test('is AuthSessionMissingError when the session ended on the server, and the client signs out', async () => {
    const { auth, session, storage, events } = await newcomer()
    await endOnServer(session.access_token)
    expect((await auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(storage.size).toBe(0)
    expect(events).toContain('SIGNED_OUT')
  })

  test('of a gateway or of the connection is AuthRetryableFetchError', async () => {
    const { auth } = fixture.line.client()
    for (const status of [502, 503, 504]) {
      fixture.line.gateway.push({ status })
      expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
        ...retryable,
        status,
      })
    }
    fixture.line.cut()
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      ...retryable,
      status: 0,
    })
  })

  test('has the name and code that the client expects', async () => {
    const { auth } = fixture.line.client()
    fixture.line.gateway.push({ status: 200, body: {} })
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      name: 'AuthInvalidTokenResponseError',
    })
    expect((await auth.signInWithPassword({ email: newEmail(), password })).error).toMatchObject({
      name: 'AuthApiError',
      code: 'invalid_credentials',
      status: 400,
    })
  })
})

describe('signing out (point 8)', () => {
  test('ends the session in the client and on the server', async () => {
    const { auth, session, storage, events } = await newcomer()
    expect((await auth.signOut()).error).toBeNull()
    expect(storage.size).toBe(0)
    expect(events.at(-1)).toBe('SIGNED_OUT')
    const other = fixture.line.client()
    expect((await other.auth.getUser(session.access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
  })

  type Spoil = (session: { access_token: string }, kept: Map<string, string>) => unknown
  test.each<[number, Spoil]>([
    [403, ({ access_token }) => endOnServer(access_token)],
    [
      403,
      ({ access_token }, kept) =>
        kept.set('kept', (kept.get('kept') ?? '').replace(access_token, signedByNobody(access_token))),
    ],
    [401, () => fixture.line.gateway.push({ status: 401, body: { code: 'bad_jwt', message: 'No' } })],
    [404, () => fixture.line.gateway.push({ status: 404, body: { code: 'user_not_found', message: 'No' } })],
  ])('removes the session from the device when the response is %i', async (status, spoil) => {
    const { auth, session, storage, events, requests } = await newcomer()
    await spoil(session, storage)
    expect((await auth.signOut()).error).toBeNull()
    expect(requests.at(-1)).toMatchObject({ path: '/logout?scope=global', status })
    expect(storage.size).toBe(0)
    expect(events.at(-1)).toBe('SIGNED_OUT')
  })

  test('while the server cannot be reached works only with the scope local', async () => {
    const { auth, storage } = await newcomer()
    for (const stop of [() => fixture.line.gateway.push({ status: 503 }), () => fixture.line.cut()]) {
      stop()
      expect((await auth.signOut()).error).toMatchObject(retryable)
      expect(storage.size).toBe(1)
    }
    expect((await auth.signOut({ scope: 'local' })).error).toMatchObject(retryable)
    expect(storage.size).toBe(0)
  })
})
