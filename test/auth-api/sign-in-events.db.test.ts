import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInByPasskey } from '../../src/domains/identity/mfa/passkey-sign-in.writes.server.ts'
import {
  proveByCode,
  proveByPasskey,
  proveByPassword,
} from '../../src/domains/identity/reauth/reauth.writes.server.ts'
import { signInByLink } from '../../src/domains/identity/sign-in.writes.server.ts'
import { authApiApp, password } from '../support/auth-api-client.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { testDatabase } from '../support/test-database.ts'
import { createTestUser } from '../support/user.ts'

const database = testDatabase()
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.lines.length = 0
})

/** @returns the sign-in events in the log, each as `kind outcome` */
const events = () =>
  wire.lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ message }) => message === 'sign-in')
    .map(({ kind, outcome }) => `${kind} ${outcome}`)
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  wire.ask(path, { method: 'POST', body: JSON.stringify(body), headers })

describe('the log of sign-in events (ASVS 5.0, 16.3.1)', () => {
  test('has kind and outcome of each event of an account and names no user', async () => {
    const email = `canary-${randomUUID()}@example.org`
    const { auth, address } = wire.client()
    const { data } = await auth.signUp({ email, password })
    const first = data.session?.refresh_token ?? ''
    await auth.signInWithPassword({ email, password: 'wrong' })
    await auth.signInWithPassword({ email, password })
    await auth.refreshSession()
    await auth.signOut({ scope: 'local' })
    await post('/token?grant_type=refresh_token', { refresh_token: first })
    wire.advance(60_000)
    await post('/token?grant_type=refresh_token', { refresh_token: first })
    await post('/token?grant_type=refresh_token', { refresh_token: 'unknown' })
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('email', '=', email)
      .execute()
    await auth.signInWithPassword({ email, password })
    expect(events()).toEqual([
      ...[
        'session succeeded',
        'sign_up succeeded',
        'password wrong',
        'password succeeded',
        'session succeeded',
      ],
      ...['refresh_token succeeded', 'sign_out succeeded'],
      ...['refresh_token succeeded', 'refresh_token reused', 'refresh_token refused'],
      ...['password succeeded', 'session refused'],
    ])
    const lines = wire.lines.filter((line) => line.includes('"sign-in"'))
    for (const line of lines)
      expect(Object.keys(JSON.parse(line))).toEqual(['level', 'message', 'kind', 'outcome'])
    const log = wire.lines.join('\n')
    for (const secret of [email, 'canary', password, address, data.user?.id ?? '', first]) {
      expect(log).not.toContain(secret)
    }
  })

  const unknown = `${randomUUID()}@example.org`
  const refused: [event: string, path: string, body: object][] = [
    ['password wrong', '/token?grant_type=password', { email: unknown, password }],
    [
      'authorization_code refused',
      '/token?grant_type=pkce',
      { auth_code: randomUUID(), code_verifier: 'v'.repeat(43) },
    ],
    ['provider refused', '/token?grant_type=id_token', { provider: 'google', id_token: 'none' }],
    ['wallet refused', '/token?grant_type=web3', { chain: 'solana', message: 'none', signature: 'none' }],
    ['mailed_code wrong', '/verify', { type: 'email', email: unknown, token: '123456' }],
    ['mailed_link wrong', '/verify', { type: 'email', token_hash: randomUUID() }],
    ['sign_up refused', '/signup', { email: unknown, password: 'password1234' }],
    ['sign_up refused', '/signup', {}],
  ]
  test.each(refused)('has one %s for %s %o', async (event, path, body) => {
    const { status } = await post(path, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(events()).toEqual([event])
  })

  test('has a paused event for an attempt that was rate limited', async () => {
    for (let time = 0; time < 11; time++) {
      await post('/token?grant_type=password', { email: `paused-${unknown}`, password: 'wrong' })
    }
    expect(events()).toEqual([...Array(10).fill('password wrong'), 'password paused'])
  })

  test('has an event for signing out on the pages, and none for Quick Hide (safety point 20)', async () => {
    const leaving = async (path: string) => {
      const { cookie } = await createTestUser(database)
      const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
      await wire.app.request(path, { method: 'POST', headers })
      expect((await wire.app.request('/api/profile', { headers })).status).toBe(401)
    }
    await leaving('/auth-test/sign-out')
    expect(events()).toEqual(['sign_out succeeded'])
    wire.lines.length = 0
    await leaving('/leave')
    expect(wire.lines.filter((line) => !line.includes('/api/profile'))).toEqual([])
  })
})

test('each wrong proof on the pages of this site is one event', async () => {
  const { engine, events } = testEngine(database)
  const { user_id } = await createTestUser(database)
  const session = { id: randomUUID(), user_id } as Parameters<typeof proveByCode>[1]
  const passkey = { challenge_id: randomUUID(), response: { id: 'none' } } as Parameters<
    typeof proveByPasskey
  >[2]
  await proveByCode(engine, session, '123456', testRequestInfo())
  await proveByCode(engine, session, 'abcd-efgh', testRequestInfo())
  await proveByPassword(engine, session, 'wrong', testRequestInfo())
  await proveByPasskey(engine, session, passkey, testRequestInfo())
  await signInByPasskey(engine, passkey, testRequestInfo())
  await signInByLink(engine, 'unknown', testRequestInfo())
  expect(events.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(
    ['code', 'recovery_code', 'password', 'passkey', 'passkey', 'mailed_link'].map((kind) => `${kind} wrong`),
  )
})
