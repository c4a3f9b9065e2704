import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, expect } from 'vitest'
import { syncGlossary } from '../../src/domains/glossary/source/glossary-source.writes.server.ts'
import { sourceTerm } from './source-terms.ts'
import { testApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'
import { createTestUser, type TestUser } from './user.ts'

const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
export const origin = 'http://localhost:3000'
export const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
/** A word that must never reach other users or the log. */
export const canary = 'Zaunkoenig'

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type ApiResponse = { status: number; headers: Headers; body: any }
type RequestSpec = { id?: () => string; body?: object }

/** All personal endpoints, and Ana's data before each test, which Ben tries to access. */
export function personalEndpoints(database: TestDatabase) {
  const fixture = { apple: '', loveBombing: '', entry: '', deleted: '', draft: '' } as {
    served: Awaited<ReturnType<typeof testApp>>
    apple: string
    loveBombing: string
    entry: string
    deleted: string
    draft: string
    ana: TestUser
    ben: TestUser
  }

  beforeAll(async () => {
    await syncGlossary(database.owner, files)
    fixture.served = await testApp(database)
    const terms = await database.app.selectFrom('terms').select(['id', 'slug']).orderBy('slug').execute()
    ;[fixture.apple, fixture.loveBombing] = terms.map(({ id }) => id) as [string, string]
  })

  beforeEach(async () => {
    ;[fixture.ana, fixture.ben] = [await createTestUser(database), await createTestUser(database)]
    // Use the test's clock: the database's is ahead of it.
    const { now } = fixture.served.time
    await database.auth.updateTable('auth.sessions').set({ proven_at: now, last_seen_at: now }).execute()
    const created = await ask('POST /api/journal-entries', fixture.ana, { content: `${canary} of Ana` })
    fixture.entry = created.body.id
    const deleted = await ask('POST /api/journal-entries', fixture.ana, { content: `${canary} deleted` })
    fixture.deleted = deleted.body.id
    await ask('DELETE /api/journal-entries/{id}', fixture.ana, undefined, fixture.deleted)
    fixture.draft = uuidv7()
    const draft = { content: `${canary} begun`, entry_revision: null, revision: null }
    await ask('PUT /api/journal-drafts/{id}', fixture.ana, draft)
    await ask('PUT /api/saved-terms/{term_id}', fixture.ana)
    await ask('PATCH /api/profile', fixture.ana, { username: `${canary} A` })
  })

  /** Every personal endpoint, with a row of Ana's and a body. */
  const requests: Record<string, RequestSpec> = {
    'GET /api/saved-terms': {},
    'GET /api/saved-terms/{term_id}': { id: () => fixture.apple },
    'PUT /api/saved-terms/{term_id}': { id: () => fixture.apple },
    'DELETE /api/saved-terms/{term_id}': { id: () => fixture.apple },
    'GET /api/journal-entries': {},
    'POST /api/journal-entries': { body: { content: 'New.' } },
    'GET /api/journal-entries/{id}': { id: () => fixture.entry },
    'PATCH /api/journal-entries/{id}': {
      id: () => fixture.entry,
      body: { revision: 1, content: 'Changed.' },
    },
    'DELETE /api/journal-entries/{id}': { id: () => fixture.entry },
    'GET /api/journal-entries/{id}/versions': { id: () => fixture.entry },
    'DELETE /api/journal-entries/{id}/versions': { id: () => fixture.entry },
    'GET /api/journal-drafts': {},
    'GET /api/journal-drafts/{id}': { id: () => fixture.draft },
    'PUT /api/journal-drafts/{id}': {
      id: () => fixture.draft,
      body: { content: 'Begun.', entry_revision: null, revision: null },
    },
    'DELETE /api/journal-drafts/{id}': { id: () => fixture.draft },
    'GET /api/journal-imports': {},
    'POST /api/journal-imports': {
      body: {
        entries: [
          {
            id: '018e3b0c-7c00-7abc-8def-0123456789ab',
            created_at: '2024-03-14T12:00:00Z',
            content: 'Imported.',
          },
        ],
      },
    },
    'GET /api/journal-lock/rows': {},
    'GET /api/trash': {},
    'POST /api/trash/{id}/restore': { id: () => fixture.deleted },
    'DELETE /api/trash/{id}': { id: () => fixture.deleted },
    'GET /api/profile': {},
    'PATCH /api/profile': { body: { username: 'Changed' } },
  }
  const names = Object.keys(requests)

  async function send(
    name: string,
    headers: Record<string, string>,
    body?: object,
    id?: string,
  ): Promise<ApiResponse> {
    const [method = '', path = ''] = name.split(' ')
    const payload = body ?? requests[name]?.body
    const response = await fixture.served.app.request(
      path.replace(/\{\w+\}/, id ?? requests[name]?.id?.() ?? ''),
      {
        method,
        headers: { ...(payload && { 'Content-Type': 'application/json' }), ...headers },
        ...(payload && { body: JSON.stringify(payload) }),
      },
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const ask = (name: string, person: TestUser, body?: object, id?: string) =>
    send(name, { Cookie: person.cookie, ...sameOrigin }, body, id)

  /** Reads all of Ana's data. */
  async function readAllOfAna() {
    const seen = names.filter((name) => name.startsWith('GET')).map((name) => ask(name, fixture.ana))
    return (await Promise.all(seen)).map(({ status, body }) => ({ status, body }))
  }

  function expectProblem({ status, headers, body }: ApiResponse, expectedStatus: number, code: string) {
    expect(status).toBe(expectedStatus)
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toMatchObject({ status: expectedStatus, code, detail: expect.stringMatching(/^\w.{10,}/) })
    expect(JSON.stringify(body)).not.toContain(canary)
  }

  return { fixture, requests, names, send, ask, readAllOfAna, expectProblem }
}
