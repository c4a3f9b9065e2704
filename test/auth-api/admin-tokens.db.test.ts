import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { revokeServiceToken } from '../../src/domains/identity/accounts/service-tokens.writes.server.ts'
import { authApiApp, bearer, password, version, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database, { ...withMail, ADMIN_CALLS: 'on' })
})
beforeEach(() => {
  wire.time.now = new Date()
})

describe('a service token', () => {
  const refused = async (token: string, path: string, init: RequestInit = {}) => {
    const response = await wire.ask(path, { ...init, ...bearer(token) })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const doors: [string, RequestInit][] = [
    ['/admin/users', {}],
    ['/admin/users', { method: 'POST', body: '{"email":"a@example.org"}' }],
    [`/admin/users/${uuidv7()}`, {}],
    [`/admin/users/${uuidv7()}`, { method: 'PUT', body: '{}' }],
    [`/admin/users/${uuidv7()}`, { method: 'DELETE' }],
    [`/admin/users/${uuidv7()}/factors`, {}],
    [`/admin/users/${uuidv7()}/factors/${uuidv7()}`, { method: 'DELETE' }],
    ['/admin/generate_link', { method: 'POST', body: '{"type":"recovery","email":"a@example.org"}' }],
    ['/invite', { method: 'POST', body: '{"email":"a@example.org"}' }],
    ['/admin/audit', {}],
    ['/admin/oauth/clients', {}],
    ['/admin/custom-providers', {}],
  ]

  test('is required on every admin route: a missing, forged, user, revoked or expired token is rejected', async () => {
    const { session } = await wire.createConfirmedUser()
    const short = await wire.service()
    const gone = await wire.service()
    await revokeServiceToken(database.auth, { now: () => wire.time.now }, gone.id)
    const before = await database.auth.selectFrom('auth.audit_events').select('id').execute()
    for (const [path, init] of doors) {
      expect((await wire.ask(path, { ...init, headers: version })).status).toBe(401)
      expect(await refused(session?.access_token ?? '', path, init)).toEqual([403, 'not_admin'])
      for (const forged of [
        `${short.token.slice(0, -1)}_`,
        `service_${'x'.repeat(43)}`,
        'service_',
        gone.token,
      ]) {
        expect(await refused(forged, path, init)).toEqual([403, 'bad_jwt'])
      }
    }
    wire.advance(60 * 60_000)
    for (const [path, init] of doors) expect(await refused(short.token, path, init)).toEqual([403, 'bad_jwt'])
    expect(await database.auth.selectFrom('auth.audit_events').select('id').execute()).toEqual(before)
  })

  test('is rejected on the routes of users and of the journal', async () => {
    const { token } = await wire.service()
    for (const [path, init] of [
      ['/user', {}],
      ['/user', { method: 'PUT', body: '{"data":{}}' }],
      ['/logout', { method: 'POST' }],
      ['/factors', { method: 'POST', body: '{"factor_type":"totp"}' }],
      ['/reauthenticate', {}],
    ] as [string, RequestInit][]) {
      expect(await refused(token, path, init)).toEqual([403, 'bad_jwt'])
    }
    const own = await wire.app.request('http://localhost:3000/api/journal-entries', bearer(token))
    expect(own.status).toBe(401)
  })

  test('is rejected while ADMIN_CALLS is off', async () => {
    const off = await authApiApp(database, withMail)
    const { token } = await wire.service()
    for (const [path, init] of doors) {
      const response = await off.ask(path, { ...init, ...bearer(token) })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'bad_jwt'])
    }
  })

  test('is stored only as a hash and never logged, and the log names no user that it created', async () => {
    const { token } = await wire.service()
    const email = 'somebody@example.org'
    const { admin } = await wire.service()
    expect((await admin.createUser({ email, password, email_confirm: true })).error).toBeNull()
    const all = await database.connect()
    const { rows } = await all.query('select t::text as row from auth.service_tokens t')
    await all.end()
    expect(JSON.stringify(rows)).not.toContain(token.slice(8))
    expect(wire.lines.join('\n')).not.toContain(token)
    expect(wire.lines.join('\n')).not.toContain(email)
  })

  test('gets 404 for an admin route that does not exist here', async () => {
    const { token } = await wire.service()
    expect(await refused(token, '/admin/sso/providers')).toEqual([404, 'not_found'])
  })
})
