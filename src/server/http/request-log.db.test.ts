import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser } from '../../../test/support/user.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
/** A word that must not appear in logs or responses. */
const canary = 'Zaunkoenig'

/** Serves on a real connection, which a test can close. */
async function listenTo({ listener }: typeof served.app) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)
const text = async (path: string, init?: RequestInit) => (await request(path, init)).text()

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('A request with private data', () => {
  const searches = [
    `/glossary?search=${canary}`,
    `/glossary/?search=${canary}`,
    `/GLOSSARY?search=${canary}`,
    `/%67lossary?search=${canary}`,
    `/?search=${canary}`,
    `/glossary/apple?from=${canary}`,
    `/nothing?q=${canary}`,
    `/api/terms?search=${canary}`,
    `/api/terms?search=${canary.repeat(30)}`,
    `/api/terms?type=${canary}`,
    `/api/terms/suggest?q=${canary}`,
    `/api/terms/options?q=${canary}`,
    `/api/terms/index?q=${canary}`,
    `/readyz?q=${canary}`,
    `/favicon.svg?q=${canary}`,
  ]
  const posts = ['/leave', '/glossary', '/api/terms', `/leave?search=${canary}`]
  const askAll = async (app: typeof served.app) => {
    for (const path of searches)
      await app.request(path, { headers: { Referer: `http://localhost/?${canary}` } })
    for (const path of posts)
      await app.request(path, { method: 'POST', body: canary, headers: { Cookie: canary } })
  }

  test('does not change pages for other visitors', async () => {
    await askAll(served.app)
    for (const path of searches) {
      const bare = path.replace(/\?.*/, '')
      expect(await text(bare), bare).not.toContain(canary)
    }
  })

  test('is not cached: searches get no-store with any spelling of the address', async () => {
    for (const path of searches.filter((each) => /glossary\/?\?search|terms\?search|[?]q=/i.test(each))) {
      if (/index|nothing|readyz|favicon/.test(path)) continue
      expect((await request(path)).headers.get('Cache-Control'), path).toBe('no-store')
    }
  })

  test('to Quick Hide is not logged', async () => {
    const before = served.lines.length
    await served.app.request('/leave', { method: 'POST' })
    expect(served.lines.slice(before)).toEqual([])
  })

  test('is logged without the data, with or without a database', async () => {
    const consoles = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name),
    )
    const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
    try {
      const broken = await testApp({ app: gone, auth: gone })
      await askAll(served.app)
      await askAll(broken.app)
      const written = [
        ...served.lines,
        ...broken.lines,
        JSON.stringify(consoles.map((spy) => spy.mock.calls)),
      ].join('\n')
      expect(written).toContain('"path":"/glossary"')
      expect(written).toContain('"level":"error"')
      expect(written).not.toContain(canary)
      expect(written).not.toContain('?')
    } finally {
      for (const spy of consoles) spy.mockRestore()
      await gone.destroy()
    }
  })

  test('is logged without form fields and without the database row when a form fails', async () => {
    const client = await database.connect()
    // The error of PostgreSQL includes the whole rejected row: the email address and the password hash.
    await client.query(
      `alter table auth.users add constraint refused check (email_key <> '${canary.toLowerCase()}@example.org')`,
    )
    const consoleSpy = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const failed = await request('/auth-test?mode=sign-up', {
        method: 'POST',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: `email=${canary}@example.org&password=lantern+over+the+quiet+harbor&of_age=on`,
      })
      expect(failed.status).toBe(500)
      expect(consoleSpy).not.toHaveBeenCalled()
      const lines = served.lines.join('\n')
      expect(lines).toMatch(/"level":"error","message":"a page failed".*"path":"\/auth-test".*"code":"23514"/)
      expect(lines.toLowerCase()).not.toContain(canary.toLowerCase())
      expect(lines).not.toContain('argon2id')
      const page = await failed.text()
      expect(page).toMatch(/with this number: [0-9a-f]{8}</)
      expect(page.toLowerCase()).not.toContain(canary.toLowerCase())
      // This page needs Quick Hide too (safety point 1).
      expect(page).toContain('action="/leave"')
    } finally {
      consoleSpy.mockRestore()
      await client.query('alter table auth.users drop constraint refused')
      await client.end()
    }
  })

  test('is logged without the id in its path when it fails', async () => {
    const nowhere = { host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }
    const gone = openDatabase(nowhere, 'unfog_app')
    try {
      const broken = await testApp({ app: gone, auth: gone })
      // A token with a key id that must be looked up.
      const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k'.repeat(43) })).toString('base64url')
      const asked: [typeof served, level: string, token: string][] = [
        [served, 'warn', 'of.no.worth'],
        [broken, 'error', `${head}.e30.AAAA`],
      ]
      for (const [{ app, lines }, level, token] of asked) {
        const id = randomUUID()
        lines.length = 0
        const headers = { Authorization: `Bearer ${token}` }
        await app.request(`/auth/v1/factors/${id}`, { method: 'DELETE', headers })
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([
          { level, path: '/auth/v1/factors/:factor_id' },
          { message: 'request' },
        ])
        expect(lines.join('\n')).not.toContain(id)
      }
    } finally {
      await gone.destroy()
    }
  })

  test.each(['/auth/v1/token?grant_type=password', '/api/contact', '/auth-test/passkey/sign-in'])(
    'is not logged as an error when the body is malformed: %s',
    async (path) => {
      served.lines.length = 0
      const text = { length: { valueOf: 1, toString: 1 } }
      const body = JSON.stringify({
        email: text,
        password: text,
        name: text,
        message: text,
        response: { id: text },
      })
      const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
      expect((await request(path, { method: 'POST', headers, body })).status).toBe(400)
      expect(served.lines.map((line) => JSON.parse(line).level)).toEqual(['info'])
    },
  )

  test.each(['/%', '/glossary/%zz', '/dashboard/connections/01a206fc-d1c7-7283-b658-b269aa02c9ad/%E0%A4%A'])(
    'causes no warning when the address has broken percent encoding: %s',
    async (path) => {
      const consoleSpy = vi.spyOn(console, 'warn')
      const answers = [await request(path), await request(path, { method: 'HEAD' })]
      expect(answers.map(({ status }) => status)).toEqual(
        path.startsWith('/dashboard') ? [302, 302] : [404, 404],
      )
      expect(consoleSpy.mock.calls).toEqual([])
      consoleSpy.mockRestore()
    },
  )

  test.each([
    ['/contact', 'application/x-www-form-urlencoded'],
    ['/auth-test', 'application/x-www-form-urlencoded'],
    ['/auth/v1/token?grant_type=password', 'application/json'],
  ])('is not logged as an error when the connection closes during a form: %s', async (path, type) => {
    const { port, close } = await listenTo(served.app)
    try {
      served.lines.length = 0
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\nabc`,
      )
      setTimeout(() => socket.destroy(), 200)
      await expect.poll(() => served.lines.join()).toContain('"message":"request"')
      expect(served.lines.map((line) => JSON.parse(line).level)).toEqual(['info'])
    } finally {
      close()
    }
  })

  test('is logged with status 499, not as an error, when the client disconnects', async () => {
    const { cookie } = await createTestUser(database)
    const [holder, looker] = [await database.connect(), await database.connect()]
    const { port, close } = await listenTo(served.app)
    try {
      await holder.query('begin; lock table saved_terms')
      served.lines.length = 0
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET /dashboard/favorites HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await looker.query(waiting)).rowCount).toBe(1)
      socket.destroy()
      await expect.poll(() => served.lines.join()).toContain('"message":"request"')
      expect(served.lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', status: 499 }])
    } finally {
      close()
      await Promise.all([holder.end(), looker.end()])
    }
  })

  test('is logged once, with method, route, status and time', async () => {
    served.lines.length = 0
    await request('/glossary/apple?x=1', { method: 'HEAD' })
    expect(served.lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'request',
        method: 'HEAD',
        path: '/glossary/:slug',
        status: 200,
        milliseconds: expect.any(Number),
      },
    ])
  })
})
