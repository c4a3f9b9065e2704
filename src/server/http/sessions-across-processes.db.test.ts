import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, type TestUser } from '../../../test/support/user.ts'
import { USER_ID_HEADER } from '../../platform/api-client.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
/** As a second process on the same database. */
let beside: Awaited<ReturnType<typeof testApp>>
let ana: TestUser

beforeAll(async () => {
  served = await testApp(database)
  beside = await testApp(database)
})
beforeEach(async () => {
  ana = await createTestUser(database)
  await database.auth
    .updateTable('auth.sessions')
    .set({ last_seen_at: served.time.now, proven_at: served.time.now })
    .where('user_id', '=', ana.user_id)
    .execute()
  expect((await save('First.')).status).toBe(201)
  expect((await list()).status).toBe(200)
})

type Sent = {
  query?: string
  headers?: Record<string, string>
  body?: string
  sized?: boolean
  on?: typeof served
}
const address = '/api/journal-entries'
const list = async ({ query = '', headers, on = served }: Sent = {}) =>
  on.app.request(address + query, { headers: { Cookie: ana.cookie, ...headers } })
const save = async (content: string, { headers, body, sized = true, on = served }: Sent = {}) => {
  const written = body ?? JSON.stringify({ content })
  return on.app.request(address, {
    method: 'POST',
    headers: {
      ...{ Cookie: ana.cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      ...(sized && { 'Content-Length': String(Buffer.byteLength(written)) }),
      ...headers,
    },
    body: written,
  })
}
const texts = async (answer: Response) =>
  (await answer.json()).entries.map(({ content }: { content: string }) => content)

describe('A request of a recently signed-in user', () => {
  test('is rejected after a sign-out in another process', async () => {
    const { status } = await beside.app.request('/auth-test/sign-out', {
      method: 'POST',
      headers: { Cookie: ana.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(status).toBe(302)
    expect((await save('By nobody.')).status).toBe(401)
    expect((await list()).status).toBe(401)
  })

  test('is rejected after another process restricts, locks or suspends the user, or adds a second factor', async () => {
    const session = database.auth.updateTable('auth.sessions').where('user_id', '=', ana.user_id)
    const account = database.auth.updateTable('auth.users').where('id', '=', ana.user_id)
    await account.set({ status: 'restricted' }).execute()
    expect((await save('May not.')).status).toBe(403)
    expect((await list()).status).toBe(200)
    await account.set({ status: 'active' }).execute()
    const [id, { user_id }] = [uuidv7(), ana]
    const factor = { id, user_id, factor_type: 'totp', status: 'verified' } as const
    await database.auth.insertInto('auth.factors').values(factor).execute()
    // Twice: the first response must not make the second request succeed.
    for (let turn = 0; turn < 2; turn++) {
      expect((await save('Owing.')).status).toBe(403)
      expect((await list()).status).toBe(403)
    }
    await database.auth.deleteFrom('auth.factors').where('id', '=', id).execute()
    expect((await list()).status).toBe(200)
    await session.set({ locks_at: served.time.now }).execute()
    for (let turn = 0; turn < 2; turn++) {
      expect((await save('Locked.')).status).toBe(403)
      expect((await list()).status).toBe(403)
    }
    await account.set({ status: 'suspended' }).execute()
    expect((await save('Suspended.')).status).toBe(401)
    expect((await list()).status).toBe(401)
  })

  test('is rejected if it is malformed, from another site or by another user', async () => {
    const answers: [number, Promise<Response>][] = [
      [403, save('a', { headers: { 'Sec-Fetch-Site': 'cross-site' } })],
      [401, save('a', { headers: { [USER_ID_HEADER]: crypto.randomUUID() } })],
      [401, save('a', { headers: { Authorization: 'Bearer a' } })],
      [400, save(' ')],
      [400, save('x'.repeat(100_001))],
      [400, save('x'.repeat(1_800_000))],
      [400, save('', { body: JSON.stringify({ content: 'a', more: 'x'.repeat(1_800_000) }) })],
      [400, save('a', { body: '{' })],
      [400, save('a', { body: '{"content": {}}' })],
      [400, save('a', { headers: { 'Content-Type': 'text/plain' } })],
      [400, list({ query: '?limit=x' })],
      [400, list({ query: '?limit=20&limit=6' })],
      [400, list({ query: '?offset=' })],
      [401, list({ headers: { Authorization: 'Bearer a' } })],
      [401, list({ headers: { Cookie: `${ana.cookie}x` } })],
    ]
    for (const [status, answer] of answers) expect((await answer).status).toBe(status)
    expect(await texts(await list())).toEqual(['First.'])
  })

  test('is saved without Content-Length, and only once if it is sent twice', async () => {
    expect((await save('Without.', { sized: false })).status).toBe(201)
    const body = JSON.stringify({ id: '019d0000-0000-7000-8000-000000000001', content: 'Once.' })
    expect((await save('', { body })).status).toBe(201)
    expect((await save('', { body })).status).toBe(200)
    expect((await save('', { body: body.replace('Once', 'Twice') })).status).toBe(409)
    expect((await texts(await list())).toSorted()).toEqual(['First.', 'Once.', 'Without.'])
  })

  test('is rejected after the session has expired', async () => {
    const before = served.time.now
    try {
      const ending = { expires_at: new Date(served.time.now.getTime() + 10_000) }
      await database.auth
        .updateTable('auth.sessions')
        .set(ending)
        .where('user_id', '=', ana.user_id)
        .execute()
      expect((await save('Before its end.')).status).toBe(201)
      served.time.now = ending.expires_at
      expect((await save('After its end.')).status).toBe(401)
    } finally {
      served.time.now = before
    }
  })
})
