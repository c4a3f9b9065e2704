import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, type TestUser } from '../../../../test/support/user.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database)
})

const post = (person: TestUser, body: unknown) =>
  served.app.request('/api/journal-imports', {
    method: 'POST',
    headers: {
      Cookie: person.cookie,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const entry = (content: string) => ({ id: uuidv7(), created_at: '2024-03-14T12:00:00Z', content })

test('The longest entry fits into a request, and a larger request is rejected', async () => {
  const ana = await createTestUser(database)
  const longest = {
    ...entry('\ud83d'.repeat(100_000)),
    record: Object.fromEntries(
      ['place', 'people', 'proof', 'disclosed_to'].map((field) => [field, '\u0001'.repeat(2_000)]),
    ),
  }
  const saved = await post(ana, { entries: [longest] })
  expect(saved.status).toBe(200)
  expect(await saved.json()).toEqual({ results: [{ id: longest.id, outcome: 'saved' }] })
  expect((await post(ana, { entries: [longest, longest, longest] })).status).toBe(400)
})

test.each([
  [{ entries: [] }],
  [{ entries: Array.from({ length: 101 }, () => entry('One.')) }],
  [{}],
  [[]],
  ['{'],
  ['null'],
])('%j is no request', async (body) => {
  const ana = await createTestUser(database)
  expect((await post(ana, body)).status).toBe(400)
})

test('A person can send 40,000 a day, and then hears when it goes on', async () => {
  const [ana, ben] = [await createTestUser(database), await createTestUser(database)]
  const hundred = { entries: Array.from({ length: 100 }, () => null) }
  for (let request = 0; request < 400; request++) expect((await post(ana, hundred)).status).toBe(200)
  const rejected = await post(ana, { entries: [entry('One.')] })
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(86_000)
  expect((await rejected.json()).detail).toContain('24 hours')
  expect((await post(ben, { entries: [entry('One.')] })).status).toBe(200)
})
