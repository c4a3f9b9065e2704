import { createHmac, createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeOldSigningKeys } from '../../src/domains/identity/accounts/cleanup.writes.server.ts'
import { hashToken } from '../../src/platform/crypto.server.ts'
import { authApiApp, bearer } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

describe('an access token', () => {
  const claimsOf = (token: string) => decodeJwt(token)
  const refusals = async (token: string) => {
    const response = await wire.ask('/user', bearer(token))
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const forge = async (claims: object, header: object, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', ...header }).sign(key)

  test('that is forged or expired is rejected with 403 and not logged', async () => {
    const { session } = await wire.createUser()
    const claims = claimsOf(session.access_token)
    const { keys } = (await (await wire.ask('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] }
    const [jwk] = keys
    expect(keys).toHaveLength(1)
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
    expect(jwk).not.toHaveProperty('d')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg: 'none', typ: 'JWT', kid: jwk?.kid })}.${part(claims)}.`
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const symmetric = `${part({ alg: 'HS256', typ: 'JWT', kid: jwk?.kid })}.${part(claims)}`
    const [head, body, signature] = session.access_token.split('.')
    const { privateKey } = await generateKeyPair('ES256')
    const bad = {
      none: unsigned,
      hs256: `${symmetric}.${createHmac('sha256', pem).update(symmetric).digest('base64url')}`,
      'two parts': `${head}.${body}`,
      'another key': await forge(claims, { kid: jwk?.kid }, privateKey),
      'unknown kid': await forge(claims, { kid: 'unknown' }, privateKey),
      'no kid': await forge(claims, {}, privateKey),
      changed: `${head}.${part({ ...claims, aal: 'aal2' })}.${signature}`,
      words: 'not.a.token',
    }
    wire.lines.length = 0
    for (const [name, token] of Object.entries(bad)) {
      const { status, body } = await refusals(token)
      expect({ name, status, body }).toEqual({
        name,
        status: 403,
        body: { code: 'bad_jwt', message: expect.any(String) },
      })
    }
    const log = wire.lines.join('\n')
    expect(wire.lines.filter((line) => line.includes('an access token was refused'))).toHaveLength(
      Object.keys(bad).length,
    )
    for (const token of Object.values(bad)) {
      for (const piece of token.split('.').filter((piece) => piece.length > 8))
        expect(log).not.toContain(piece)
    }
    wire.advance(3600_000)
    expect((await refusals(session.access_token)).status).toBe(403)
    wire.advance(-30_000)
    expect((await refusals(session.access_token)).status).toBe(200)
  })

  test('of another issuer is rejected, even if it has a valid signature', async () => {
    const elsewhere = await authApiApp(database, { PUBLIC_URL: 'https://elsewhere.example' })
    const { session } = await wire.createUser()
    const response = await elsewhere.app.request(
      'https://elsewhere.example/auth/v1/user',
      bearer(session.access_token),
    )
    expect(response.status).toBe(403)
  })

  test('is required, and a cookie does not replace it', async () => {
    const response = await wire.ask('/user')
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    })
    const { session } = await wire.createUser()
    const { session_id } = decodeJwt(session.access_token)
    await database.auth
      .updateTable('auth.sessions')
      .set({ token_hash: hashToken('cookie-token') })
      .where('id', '=', String(session_id))
      .execute()
    for (const path of ['/user', '/logout']) {
      const init = {
        method: path === '/user' ? 'GET' : 'POST',
        headers: { Cookie: '__Host-session=cookie-token' },
      }
      expect((await wire.ask(path, init)).status).toBe(401)
    }
    expect((await wire.ask('/user', bearer(session.access_token))).status).toBe(200)
  })

  test('of an ended session is rejected at once, also by another process', async () => {
    const { auth, session } = await wire.createUser()
    const elsewhere = await authApiApp(database)
    const ask = () => elsewhere.ask('/user', bearer(session.access_token))
    expect((await ask()).status).toBe(200)
    await auth.signOut()
    const response = await ask()
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'session_not_found' })
    expect((await auth.getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
  })

  test('is signed with one key when several processes start at once', async () => {
    await database.auth.deleteFrom('auth.signing_keys').execute()
    const processes = await Promise.all(Array.from({ length: 4 }, () => authApiApp(database)))
    const sets = await Promise.all(
      processes.map(
        async (one) => ((await (await one.ask('/.well-known/jwks.json')).json()) as { keys: unknown[] }).keys,
      ),
    )
    expect(new Set(sets.map((keys) => JSON.stringify(keys))).size).toBe(1)
    expect(sets[0]).toHaveLength(1)
    const { private_sealed } = await database.auth
      .selectFrom('auth.signing_keys')
      .select('private_sealed')
      .executeTakeFirstOrThrow()
    expect(private_sealed.toString('latin1')).not.toContain('"d"')
    wire = processes[0] as typeof wire
  })

  test('is signed with a new key after a year, published an hour before; the old key is removed later', async () => {
    const day = 24 * 3600_000
    const elsewhere = await authApiApp(database)
    const announced = async (app = wire) => {
      const { keys } = (await (await app.ask('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] }
      return keys.map(({ kid }) => kid)
    }
    const signedBy = async () => {
      const { session } = await wire.createUser()
      expect((await wire.ask('/user', bearer(session.access_token))).status).toBe(200)
      return { kid: decodeProtectedHeader(session.access_token).kid, token: session.access_token }
    }
    const [first] = await announced()
    expect((await signedBy()).kid).toBe(first)
    wire.advance(364 * day)
    expect((await signedBy()).kid).toBe(first)
    wire.advance(day + 60_000)
    const late = await signedBy()
    expect(late.kid, 'an app knows no other yet').toBe(first)
    const [second, ...others] = await announced()
    expect(others).toEqual([first])
    elsewhere.time.now = wire.time.now
    expect(await announced(elsewhere), 'another process makes no third').toEqual([second, first])
    wire.advance(59 * 60_000)
    expect((await wire.ask('/user', bearer(late.token))).status).toBe(200)
    wire.advance(2 * 60_000)
    expect((await signedBy()).kid).toBe(second)
    await removeOldSigningKeys(database.auth, wire.time.now)
    expect(await announced()).toEqual([second, first])
    wire.advance(day)
    await removeOldSigningKeys(database.auth, wire.time.now)
    expect(await announced()).toEqual([second])
    expect((await signedBy()).kid).toBe(second)
  })
})
