import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../../../test/support/archive.ts'
import { authApiApp } from '../../../test/support/auth-api-client.ts'
import { createFullUser as createUserWithData } from '../../../test/support/full-user-fixture.ts'
import { tablesContaining } from '../../../test/support/personal-tables.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
import type { ArchiveChunkLine } from './export.contract.ts'

const database = testDatabase()
const quarter = 15 * 60_000
let all: pg.Client
let served: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  all = await database.connect()
  served = await authApiApp(database)
})
afterAll(() => all.end())

let userCount = 0
/** Creates a user with all kinds of data and a recent reauthentication. */
async function createFullUser(words?: string[]) {
  const person = await createUserWithData(database, all, `person-${++userCount}@example.net`, words)
  await all.query('update auth.sessions set proven_at = $1, last_seen_at = $1 where user_id = $2', [
    served.time.now,
    person.user_id,
  ])
  return person
}

const paths = [
  ['GET', '/api/account/export'],
  ['DELETE', '/api/account'],
] as const
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  served.app.request(path, { method, headers })
const post = (body: Record<string, string>, cookie: string) =>
  served.app.request('/dashboard/settings', {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: cookie,
    },
    body: new URLSearchParams(body).toString(),
  })
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const readBody = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const accountExists = async ({ user_id }: { user_id: string }) =>
  (await all.query('select from auth.users where id = $1', [user_id])).rowCount === 1

describe.each(paths)('%s %s', (method, path) => {
  test('rejects requests without a valid session or token', async () => {
    for (const headers of [
      {},
      { Cookie: '__Host-session=forged' },
      { Authorization: 'Bearer forged' },
      { Authorization: 'Bearer' },
    ] as Record<string, string>[]) {
      const response = await ask(method, path, { ...sameOrigin, ...headers })
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
    }
  })

  test('rejects requests from other sites and typed URLs', async () => {
    const person = await createFullUser()
    const Cookie = person.cookie
    for (const headers of [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' },
      { Origin: 'null', Referer: 'http://localhost:3000/' },
      { Origin: 'https://elsewhere.example' },
      { Referer: 'https://elsewhere.example/http://localhost:3000/' },
      { Referer: 'http://localhost:3000.elsewhere.example/' },
    ] as Record<string, string>[]) {
      expect((await ask(method, path, { Cookie, ...headers })).status, JSON.stringify(headers)).toBe(403)
    }
    expect(await accountExists(person)).toBe(true)
  })

  test('requires reauthentication after 15 minutes, and returns its URL', async () => {
    const person = await createFullUser()
    served.advance(quarter)
    const response = await ask(method, path, { Cookie: person.cookie, ...sameOrigin })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: 'forbidden',
      prove: '/auth-test/prove?next=%2Fdashboard%2Fsettings%23account-title',
    })
    expect(await accountExists(person)).toBe(true)
    const { session } = await served.createUser()
    const bearer = { Authorization: `Bearer ${session.access_token}` }
    served.advance(quarter)
    expect((await ask(method, path, bearer)).status).toBe(403)
  })

  test('rejects users who owe a second factor, or are suspended', async () => {
    const owesFactor = await createFullUser()
    await all.query(`update auth.factors set status = 'verified' where user_id = $1`, [owesFactor.user_id])
    expect((await ask(method, path, { Cookie: owesFactor.cookie, ...sameOrigin })).status).toBe(403)
    const suspended = await createFullUser()
    await all.query(`update auth.users set status = 'suspended' where id = $1`, [suspended.user_id])
    expect((await ask(method, path, { Cookie: suspended.cookie, ...sameOrigin })).status).toBe(401)
    expect([await accountExists(owesFactor), await accountExists(suspended)]).toEqual([true, true])
  })
})

describe('The archive', () => {
  const take = (headers: Record<string, string>, query = '') =>
    ask('GET', `/api/account/export${query}`, headers)

  test('is one file with a neutral name, never cached, for browsers and API clients', async () => {
    const person = await createFullUser()
    for (const from of [
      sameOrigin,
      { Origin: 'http://localhost:3000' },
      { Referer: 'http://localhost:3000/x' },
    ] as Record<string, string>[]) {
      const response = await take({ Cookie: person.cookie, ...from })
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="my-data-${served.time.now.toISOString().slice(0, 10)}.zip"`,
        'x-content-type-options': 'nosniff',
      })
      const { data } = openArchive(await readBody(response))
      expect(data.counts).toEqual({
        ...{ connections: 2, connection_versions: 2, deleted_connections: 1 },
        ...{ drafts: 2, favorites: 1 },
      })
    }
    const { session, user, email } = await served.createUser()
    const response = await take({ Authorization: `Bearer ${session.access_token}` })
    expect(openArchive(await readBody(response)).data.account).toMatchObject({ id: user.id, email })
  })

  test('is available to restricted users', async () => {
    const person = await createFullUser()
    await all.query(`update auth.users set status = 'restricted' where id = $1`, [person.user_id])
    const response = await take({ Cookie: person.cookie, ...sameOrigin })
    expect(openArchive(await readBody(response)).data.account).toMatchObject({ status: 'restricted' })
  })

  test('comes as NDJSON with progress, and the last line marks it complete', async () => {
    const person = await createFullUser(Array.from({ length: 45 }, (_, number) => `Number ${number}.`))
    const response = await take({ Cookie: person.cookie, ...sameOrigin, Accept: 'application/x-ndjson' })
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ArchiveChunkLine)
    expect(new Set(lines.map(({ of }) => of))).toEqual(new Set([45]))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.map(({ whole }) => whole ?? false)).toEqual([...Array(lines.length - 1).fill(false), true])
    const { data } = openArchive(Buffer.concat(lines.map(({ part }) => Buffer.from(part, 'base64'))))
    expect(data.connections).toHaveLength(45)
  })

  test('uses the requested time zone, and UTC for an unknown one', async () => {
    const { cookie: Cookie } = await createFullUser()
    for (const [query, zone] of [
      ['?time_zone=Asia/Tokyo', 'Asia/Tokyo'],
      ['?time_zone=Middle-earth', 'UTC'],
      [`?time_zone=${'x'.repeat(10_000)}`, 'UTC'],
      ['?time_zone=<script>', 'UTC'],
    ]) {
      const response = await take({ Cookie, ...sameOrigin }, query)
      expect(openArchive(await readBody(response)).pages).toContain(`All times are those of ${zone}.`)
    }
  })

  test('returns an error if it cannot start, and aborts if it cannot finish; the log has no content', async () => {
    const keyless = await createFullUser()
    await all.query('delete from data_keys where user_id = $1', [keyless.user_id])
    const response = await take({ Cookie: keyless.cookie, ...sameOrigin })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Nothing is lost.') })

    const words = Array.from({ length: 90 }, (_, number) => `wagtail ${number} `.repeat(3_000))
    const person = await createFullUser(words)
    const server = createServer(served.app.listener).listen(0)
    try {
      const { port } = server.address() as AddressInfo
      const started = await fetch(`http://localhost:${port}/api/account/export`, {
        headers: { Cookie: person.cookie, ...sameOrigin },
      })
      expect(started.status).toBe(200)
      await all.query('delete from data_keys where user_id = $1', [person.user_id])
      await expect(started.arrayBuffer()).rejects.toThrow()
    } finally {
      server.close()
    }
    const log = served.lines.join('\n')
    expect(log).toContain('an archive was not finished')
    expect(log).not.toMatch(/wagtail|example\.net/)
  })
})

describe('Deleting an account', () => {
  test('from a browser ends every session and clears site data', async () => {
    const person = await createFullUser()
    const response = await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })
    expect([response.status, response.headers.get('Clear-Site-Data')]).toEqual([204, '"cookies", "storage"'])
    expect(await tablesContaining(all, person.ids)).toEqual(['auth.audit_events'])
    expect((await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })).status).toBe(401)
  })

  test('from an API client revokes its tokens, and affects no other account', async () => {
    const [{ session, user, auth }, other] = [await served.createUser(), await createFullUser()]
    const bearer = { Authorization: `Bearer ${session.access_token}` }
    expect((await ask('DELETE', '/api/account', bearer)).status).toBe(204)
    expect(await tablesContaining(all, [user.id])).toEqual(['auth.audit_events'])
    expect((await ask('GET', '/api/profile', bearer)).status).toBe(401)
    expect((await auth.refreshSession()).error).not.toBeNull()
    expect(await accountExists(other)).toBe(true)
  })

  test('is available to restricted users', async () => {
    const person = await createFullUser()
    await all.query(`update auth.users set status = 'restricted' where id = $1`, [person.user_id])
    expect((await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })).status).toBe(204)
    expect(await accountExists(person)).toBe(false)
  })

  test('that fails changes nothing and returns an error', async () => {
    const person = await createFullUser()
    await all.query('revoke insert on auth.audit_events from unfog_auth')
    try {
      const response = await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        detail: 'Your account could not be deleted just now. Please try again in a moment.',
      })
      const form = await post({ intent: 'erase-account', sure: 'on' }, person.cookie)
      expect(form.status).toBe(503)
      expect(await form.text()).toContain('Your account could not be deleted just now.')
    } finally {
      await all.query('grant insert on auth.audit_events to unfog_auth')
    }
    expect(await accountExists(person)).toBe(true)
  })
})

describe('The forms in Settings', () => {
  const prove = '/auth-test/prove?next=%2Fdashboard%2Fsettings%23account-title'

  test('redirect to reauthentication after 15 minutes, and from there back to Settings', async () => {
    const person = await createFullUser()
    served.advance(quarter)
    for (const form of [{ intent: 'download' }, { intent: 'erase-account', sure: 'on' }] as Record<
      string,
      string
    >[]) {
      const response = await post(form, person.cookie)
      expect([response.status, response.headers.get('Location')]).toEqual([302, prove])
    }
    expect(await accountExists(person)).toBe(true)
    const reauthPage = await served.app.request(prove, { headers: { Cookie: person.cookie } })
    expect(await reauthPage.text()).toContain('next=%2Fdashboard%2Fsettings%23account-title')
  })

  test('redirect to the file, and delete nothing without the confirmation', async () => {
    const person = await createFullUser()
    const file = await post({ intent: 'download', time_zone: 'Asia/Tokyo' }, person.cookie)
    expect([file.status, file.headers.get('Location')]).toEqual([
      302,
      '/api/account/export?time_zone=Asia%2FTokyo',
    ])
    const unsure = await post({ intent: 'erase-account' }, person.cookie)
    expect([unsure.status, await accountExists(person)]).toEqual([400, true])
    expect(await unsure.text()).toContain('Please tick this box first, if you are sure.')
  })

  test('delete, sign out, and show a message on the home page that is not cached', async () => {
    const person = await createFullUser()
    const response = await post({ intent: 'erase-account', sure: 'on' }, person.cookie)
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/?done'])
    expect(response.headers.getSetCookie().join('\n')).toMatch(
      /__Host-session=;.*\n__Host-signed-in=;.*\n__Host-signed-out=;.*\n__Host-account-event=SIGNED_OUT;/,
    )
    expect(await accountExists(person)).toBe(false)
    const home = await served.app.request('/?done')
    expect(home.headers.get('Cache-Control')).toBe('no-store')
    const line = 'Your account is deleted, and everything in it.'
    expect(await home.text()).toContain(line)
    expect(await (await served.app.request('/')).text()).not.toContain(line)
  })
})

test('Each user can download twenty archives an hour', async () => {
  const ana = await createFullUser()
  // Consume the limit directly; each real archive would read everything.
  const limits = createRateLimits(database.auth, masterKey(Buffer.alloc(32, 7)))
  await Promise.all(Array.from({ length: 20 }, () => limits.consume('archive', ana.user_id)))
  const limited = await ask('GET', '/api/account/export', { ...sameOrigin, Cookie: ana.cookie })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(3000)
  expect(await limited.json()).toMatchObject({ detail: expect.stringContaining('in 60 minutes') })
  const other = await createFullUser()
  expect((await ask('GET', '/api/account/export', { ...sameOrigin, Cookie: other.cookie })).status).toBe(200)
})
