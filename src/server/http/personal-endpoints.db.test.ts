import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { authApiApp } from '../../../test/support/auth-api-client.ts'
import { canary, origin, personalEndpoints, sameOrigin } from '../../../test/support/personal-endpoints.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser } from '../../../test/support/user.ts'
import { USER_ID_HEADER } from '../../platform/api-client.ts'
import { readOnlyAccount } from '../../platform/messages.en.yaml'

/*
 * Tests of every endpoint that requires authentication. The list comes from the OpenAPI document, which is generated from the
 * routes: an endpoint missing in `asks` (test/support/personal-endpoints.ts) fails the first test.
 */

const database = testDatabase()
const {
  fixture: at,
  requests: asks,
  names,
  send,
  ask,
  readAllOfAna: ofAna,
  expectProblem: isProblem,
} = personalEndpoints(database)
let wire: Awaited<ReturnType<typeof authApiApp>>
let eve: Awaited<ReturnType<typeof wire.createUser>>
beforeAll(async () => {
  wire = await authApiApp(database)
  eve = await wire.createUser()
})

/** They require reauthentication, or are for restricted users too (account.api.db.test.ts, locks.api.db.test.ts). */
const withTestsOfTheirOwn = [
  ...['DELETE /api/account', 'GET /api/account/export'],
  ...[
    'GET /api/journal-lock',
    'POST /api/journal-lock',
    'POST /api/journal-lock/rows',
    'PUT /api/journal-lock/{id}/keyring',
  ],
  ...['finish', 'relock', 'resume', 'set-aside', 'unlock'].map(
    (action) => `POST /api/journal-lock/{id}/${action}`,
  ),
  ...['DELETE', 'GET', 'PUT'].map((method) => `${method} /api/journal-lock/reload-key`),
]

test('the tests cover exactly the endpoints that require authentication', async () => {
  const { paths } = await (await at.served.app.request('/api/openapi.json')).json()
  const operations = Object.entries(paths as Record<string, Record<string, { security?: unknown }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        security,
      })),
  )
  const personal = operations.filter(({ security }) => security !== undefined)
  expect(personal.map(({ name }) => name).toSorted()).toEqual([...names, ...withTestsOfTheirOwn].toSorted())
  const open = operations.filter(({ security }) => security === undefined)
  const others = open.map(({ name }) => name).filter((name) => !/^GET \/api\/term/.test(name))
  // It accepts data from anyone and returns none.
  expect(others).toEqual(['POST /api/contact'])
})

describe.each(names)('%s', (name) => {
  const unsafe = !name.startsWith('GET')

  test('responds to its user, and is not cached', async () => {
    const follows = name.startsWith('PUT /api/journal-drafts')
      ? { ...asks[name]?.body, revision: 1 }
      : undefined
    const got = await ask(name, at.ana, follows)
    expect([200, 201, 204]).toContain(got.status)
    expect(got.headers.get('Cache-Control')).toBe('no-store')
    expect(got.headers.has('Set-Cookie')).toBe(false)
    expect(got.headers.has('Access-Control-Allow-Origin')).toBe(false)
  })

  test('is 401 without a credential, and with an invalid one', async () => {
    const before = await ofAna()
    const token = at.ana.cookie.split('=')[1] ?? ''
    const nothing: Record<string, string>[] = [
      {},
      { Cookie: '__Host-signed-in=1' },
      { Cookie: '__Host-session=' },
      { Cookie: `__Host-session=${'A'.repeat(43)}` },
      { Cookie: `session=${token}` },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer nothing' },
      { Authorization: `Bearer ${token}` },
      { Authorization: 'Basic YW5hOmFuYQ==' },
      // An explicit header takes precedence over the cookie.
      { Authorization: 'Bearer a.b.c', Cookie: at.ana.cookie },
    ]
    for (const headers of nothing) {
      const got = await send(name, { ...sameOrigin, ...headers })
      isProblem(got, 401, 'unauthorized')
      expect(got.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
    expect(await ofAna()).toEqual(before)
  })

  test('is 401 for a page of the previous user with the cookie of the current one', async () => {
    const before = await ofAna()
    const headers = { ...sameOrigin, Cookie: at.ana.cookie, [USER_ID_HEADER]: at.ben.user_id }
    isProblem(await send(name, headers, asks[name]?.body), 401, 'unauthorized')
    expect(await ofAna()).toEqual(before)
  })

  test('is 401 for an ended or suspended session, and 403 before the second factor', async () => {
    const before = await ofAna()
    const cat = await createTestUser(database)
    await database.auth
      .insertInto('auth.factors')
      .values({ id: uuidv7(), user_id: cat.user_id, factor_type: 'totp', status: 'verified' })
      .execute()
    isProblem(await ask(name, cat), 403, 'forbidden')
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('id', '=', cat.user_id)
      .execute()
    isProblem(await ask(name, cat), 401, 'unauthorized')
    await database.auth.deleteFrom('auth.sessions').where('user_id', '=', at.ben.user_id).execute()
    isProblem(await ask(name, at.ben), 401, 'unauthorized')
    expect(await ofAna()).toEqual(before)
  })

  test('gives another user no data and changes none, with cookie or token', async () => {
    const before = await ofAna()
    at.served.time.now = new Date()
    try {
      const strangers = [
        await ask(name, at.ben),
        await send(name, { Authorization: `Bearer ${eve.session.access_token}` }),
      ]
      for (const got of strangers) {
        expect(JSON.stringify(got.body ?? '')).not.toContain(canary)
        expect(before.map(({ body }) => body)).not.toContainEqual(got.body)
        // A resource with an id is not found; without one, the response is about the requesting user.
        if (/(?:journal-entries|trash)\/\{id\}/.test(name) || /^GET .*\{/.test(name))
          isProblem(got, 404, 'not_found')
        else expect([200, 201, 204]).toContain(got.status)
      }
    } finally {
      at.served.time.now = new Date('2026-03-04T12:00:00Z')
    }
    const after = await ofAna()
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).toContain(canary)
  })

  test(
    unsafe ? 'changes nothing for a page of another site' : 'reads with the cookie from any site',
    async () => {
      const before = await ofAna()
      const elsewhere: Record<string, string>[] = [
        {},
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
        { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${origin}.evil.example` },
      ]
      for (const headers of elsewhere) {
        const got = await send(name, { Cookie: at.ana.cookie, ...headers })
        if (unsafe) isProblem(got, 403, 'forbidden')
        else expect(got.status).toBe(200)
      }
      expect(await ofAna()).toEqual(before)
      // An older browser, which sends only Origin.
      if (unsafe) expect((await send(name, { Cookie: at.ana.cookie, Origin: origin })).status).not.toBe(403)
    },
  )

  test('lets a restricted user read and delete, but not write', async () => {
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'restricted' })
      .where('id', '=', at.ana.user_id)
      .execute()
    const before = await ofAna()
    const got = await ask(name, at.ana)
    if (!unsafe || name.startsWith('DELETE')) {
      expect([200, 204]).toContain(got.status)
    } else {
      isProblem(got, 403, 'forbidden')
      expect(got.body.detail).toBe(readOnlyAccount())
      expect(await ofAna()).toEqual(before)
    }
  })
})

test('every endpoint accepts a token of /auth/v1 from any site until its session ends', async () => {
  const { session, auth } = await wire.createUser()
  at.served.time.now = new Date()
  try {
    const bearer = { Authorization: `Bearer ${session.access_token}`, 'Sec-Fetch-Site': 'cross-site' }
    for (const name of names) expect([200, 201, 204, 404], name).toContain((await send(name, bearer)).status)
    await auth.signOut()
    for (const name of names) isProblem(await send(name, bearer), 401, 'unauthorized')
  } finally {
    at.served.time.now = new Date('2026-03-04T12:00:00Z')
  }
})

test('a request is logged once, without ids and content', async () => {
  at.served.lines.length = 0
  for (const name of names) await ask(name, at.ana)
  const log = at.served.lines.join('\n')
  expect(at.served.lines).toHaveLength(names.length)
  expect(log).toContain('"path":"/api/journal-entries/:id"')
  for (const secret of [
    canary,
    at.entry,
    at.draft,
    at.apple,
    at.ana.user_id,
    at.ana.cookie.split('=')[1] ?? '',
  ]) {
    expect(log).not.toContain(secret)
  }
})
