import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { canary, personalEndpoints, sameOrigin } from '../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
const { fixture: at, send, ask } = personalEndpoints(database)

/** The last line of the log, which must not identify anyone. */
function lastLine(): Record<string, unknown> {
  const line = at.served.lines.at(-1) ?? ''
  for (const secret of [at.entry, at.ana.user_id, at.ben.user_id, canary]) expect(line).not.toContain(secret)
  return JSON.parse(line)
}
beforeEach(() => {
  at.served.lines.length = 0
})

describe('the log names each rejected request and the reason', () => {
  const one = 'GET /api/journal-entries/{id}'
  const changed = 'PATCH /api/journal-entries/{id}'

  test('a request without a session, or with an invalid token', async () => {
    const refused = {
      message: 'request',
      path: '/api/journal-entries/:id',
      status: 401,
      refused: 'authorization',
    }
    expect((await send(one, {})).status).toBe(401)
    expect(lastLine()).toMatchObject(refused)
    await send(one, { Authorization: 'Bearer of.no.worth' })
    expect(lastLine()).toMatchObject(refused)
    await at.served.app.request('/auth/v1/user', { headers: { Authorization: 'Bearer of.no.worth' } })
    expect(lastLine()).toMatchObject({ path: '/auth/v1/user', refused: 'authorization' })
  })

  test('a page of another site, and a restricted account', async () => {
    const refused = { status: 403, refused: 'authorization' }
    await send(changed, { Cookie: at.ana.cookie, 'Sec-Fetch-Site': 'cross-site' })
    expect(lastLine()).toMatchObject(refused)
    await at.served.app.request('/auth-test', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'email=a@example.org',
    })
    expect(lastLine()).toMatchObject({ method: 'POST', ...refused })
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'restricted' })
      .where('id', '=', at.ana.user_id)
      .execute()
    expect((await ask(changed, at.ana)).status).toBe(403)
    expect(lastLine()).toMatchObject(refused)
  })

  test("another user's row, which gets the same 404 as a missing one", async () => {
    expect((await ask(one, at.ben)).status).toBe(404)
    expect(lastLine()).toMatchObject({ path: '/api/journal-entries/:id', status: 404 })
  })

  test('unsupported methods, outdated revisions and exceeded limits', async () => {
    await ask(changed, at.ana, { revision: 'one' })
    expect(lastLine()).toMatchObject({ status: 400, refused: 'input' })
    await ask(changed, at.ana, { revision: 9, content: 'Late.' })
    expect(lastLine()).toMatchObject({ status: 409, refused: 'state' })
    const { app, lines } = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    await Promise.all(Array.from({ length: 200 }, () => app.request('/api/terms?search=apple', { headers })))
    const refused = lines.map((line) => JSON.parse(line)).filter((line) => line.refused)
    expect(refused.length).toBeGreaterThan(50)
    for (const line of refused)
      expect(line).toMatchObject({ path: '/api/terms', status: 429, refused: 'limit' })
    expect(lines.join('\n')).not.toContain('203.0.113.9')
  })

  test('two Host headers', async () => {
    const server = createServer(at.served.app.listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
    line.write(`GET /${canary} HTTP/1.1\r\nHost: x\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
    expect(await text(line)).toMatch(/^HTTP\/1\.1 400 /)
    server.close()
    expect(lastLine()).toMatchObject({ path: '*', status: 400, refused: 'input' })
  })

  test('but not successful reads and Quick Hide', async () => {
    await ask(one, at.ana)
    expect(lastLine()).not.toHaveProperty('refused')
    at.served.lines.length = 0
    await at.served.app.request('/leave', { method: 'POST', headers: sameOrigin })
    await at.served.app.request('/leave', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(at.served.lines).toEqual([])
  })
})
