import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../test/support/person.ts'
import { watchedDatabase } from '../../test/support/statements.ts'
import { testApp } from '../../test/support/test-app.ts'
import { testDatabase } from '../../test/support/test-database.ts'
import { pageOf } from '../platform/ask-api.ts'

const database = testDatabase()
const [app, auth] = ['unfog_app', 'unfog_auth'].map((role) => watchedDatabase(database.at(role), role)) as [
  ReturnType<typeof watchedDatabase>,
  ReturnType<typeof watchedDatabase>,
]
let served: Awaited<ReturnType<typeof testApp>>
/** As another process that serves the same people. */
let beside: Awaited<ReturnType<typeof testApp>>
let ana: Person

beforeAll(async () => {
  served = await testApp({ app: app.database, auth: auth.database })
  beside = await testApp(database)
})
afterAll(() => Promise.all([app.database.destroy(), auth.database.destroy()]))
beforeEach(async () => {
  ana = await newPerson(database)
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
/** What both databases are asked for it. */
async function asked(deed: () => Promise<Response>) {
  const statements: string[] = []
  let answer: Response | undefined
  statements.push(
    ...(await app.during(async () => {
      statements.push(
        ...(await auth.during(async () => {
          answer = await deed()
        })),
      )
    })),
  )
  return { statements, answer }
}
const texts = async (answer: Response) =>
  (await answer.json()).entries.map(({ content }: { content: string }) => content)

describe('who was let in a moment ago', () => {
  test('saves and lists in one statement, which looks at their session', async () => {
    const saved = await asked(() => save('Second.'))
    expect(saved.answer?.status).toBe(201)
    expect(saved.answer?.headers.get('Cache-Control')).toBe('no-store')
    expect(saved.answer?.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(await saved.answer?.json()).toMatchObject({
      content: 'Second.',
      revision: 1,
      user_id: ana.user_id,
    })
    expect(saved.statements).toEqual([expect.stringMatching(/save_entry[\s\S]*session_unchanged/)])
    expect(await texts(await list())).toHaveLength(2)
    const listed = await asked(() => list())
    expect(listed.statements).toEqual([expect.stringMatching(/own_page[\s\S]*session_unchanged/)])
    expect(listed.answer?.headers.get('Cache-Control')).toBe('no-store')
    expect((await texts(listed.answer as Response)).toSorted()).toEqual(['First.', 'Second.'])
  })

  test('is refused at once when they signed out on another process', async () => {
    const { status } = await beside.app.request('/auth-test/sign-out', {
      method: 'POST',
      headers: { Cookie: ana.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(status).toBe(302)
    expect((await save('By nobody.')).status).toBe(401)
    expect((await list()).status).toBe(401)
  })

  test('is refused when they may only read since, owe a second step, are locked or suspended, by another process', async () => {
    const session = database.auth.updateTable('auth.sessions').where('user_id', '=', ana.user_id)
    const account = database.auth.updateTable('auth.users').where('id', '=', ana.user_id)
    await account.set({ status: 'restricted' }).execute()
    expect((await save('May not.')).status).toBe(403)
    expect((await list()).status).toBe(200)
    await account.set({ status: 'active' }).execute()
    const [id, { user_id }] = [uuidv7(), ana]
    const factor = { id, user_id, factor_type: 'totp', status: 'verified' } as const
    await database.auth.insertInto('auth.factors').values(factor).execute()
    // The first finds it out, and leaves it remembered.
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

  test('is refused what anybody is, in the same words', async () => {
    const answers: [number, Promise<Response>][] = [
      [403, save('a', { headers: { 'Sec-Fetch-Site': 'cross-site' } })],
      [401, save('a', { headers: { [pageOf]: crypto.randomUUID() } })],
      [401, save('a', { headers: { Authorization: 'Bearer a' } })],
      [400, save(' ')],
      [400, save('x'.repeat(100_001))],
      [400, save('x'.repeat(1_300_000))],
      [400, save('', { body: JSON.stringify({ content: 'a', more: 'x'.repeat(1_300_000) }) })],
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

  test('saves also what tells no length, and once what is sent twice', async () => {
    expect((await save('Without.', { sized: false })).status).toBe(201)
    const body = JSON.stringify({ id: '019d0000-0000-7000-8000-000000000001', content: 'Once.' })
    expect((await save('', { body })).status).toBe(201)
    expect((await save('', { body })).status).toBe(200)
    expect((await save('', { body: body.replace('Once', 'Twice') })).status).toBe(409)
    expect((await texts(await list())).toSorted()).toEqual(['First.', 'Once.', 'Without.'])
  })

  test('is asked who they are again when it was long ago, and when what they may has ended', async () => {
    const before = served.time.now
    try {
      served.time.now = new Date(before.getTime() + 61_000)
      const { statements, answer } = await asked(() => save('A minute later.'))
      expect(answer?.status).toBe(201)
      expect(statements.join()).toContain('"auth"."sessions"')
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
