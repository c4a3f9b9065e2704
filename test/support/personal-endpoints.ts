import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, expect } from 'vitest'
import { syncGlossary } from '../../src/domains/glossary/source/glossary-source.writes.server.ts'
import { sourceTerm } from './source-terms.ts'
import { testApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'
import { newPerson, type Person } from './user.ts'

const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
export const origin = 'http://localhost:3000'
/** What a page of ours sends along. */
export const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
/** A word that must never be seen by anybody else, nor stand in a log. */
export const canary = 'Zaunkoenig'

// biome-ignore lint/suspicious/noExplicitAny: what came, as it came
type Got = { status: number; headers: Headers; body: any }
type Ask = { id?: () => string; body?: object }

/** The doors of everything that is a person's own, and what Ana has there before each test, for Ben to ask for. */
export function personalDoors(database: TestDatabase) {
  const at = { apple: '', loveBombing: '', entry: '', draft: '' } as {
    served: Awaited<ReturnType<typeof testApp>>
    apple: string
    loveBombing: string
    entry: string
    draft: string
    ana: Person
    ben: Person
  }

  beforeAll(async () => {
    await syncGlossary(database.owner, files)
    at.served = await testApp(database)
    const terms = await database.app.selectFrom('terms').select(['id', 'slug']).orderBy('slug').execute()
    ;[at.apple, at.loveBombing] = terms.map(({ id }) => id) as [string, string]
  })

  beforeEach(async () => {
    ;[at.ana, at.ben] = [await newPerson(database), await newPerson(database)]
    // They come by the clock of the test: what the database's says is of a time to come.
    const { now } = at.served.time
    await database.auth.updateTable('auth.sessions').set({ proven_at: now, last_seen_at: now }).execute()
    const made = await ask('POST /api/journal-entries', at.ana, { content: `${canary} of Ana` })
    at.entry = made.body.id
    at.draft = uuidv7()
    const begun = { content: `${canary} begun`, entry_revision: null, revision: null }
    await ask('PUT /api/journal-drafts/{id}', at.ana, begun)
    await ask('PUT /api/saved-terms/{term_id}', at.ana)
    await ask('PATCH /api/profile', at.ana, { username: `${canary} A` })
  })

  /** Every personal address and method: for which row of Ana's, and with what body. */
  const asks: Record<string, Ask> = {
    'GET /api/saved-terms': {},
    'GET /api/saved-terms/{term_id}': { id: () => at.apple },
    'PUT /api/saved-terms/{term_id}': { id: () => at.apple },
    'DELETE /api/saved-terms/{term_id}': { id: () => at.apple },
    'GET /api/journal-entries': {},
    'POST /api/journal-entries': { body: { content: 'New.' } },
    'GET /api/journal-entries/{id}': { id: () => at.entry },
    'PATCH /api/journal-entries/{id}': { id: () => at.entry, body: { revision: 1, content: 'Changed.' } },
    'DELETE /api/journal-entries/{id}': { id: () => at.entry },
    'GET /api/journal-drafts': {},
    'GET /api/journal-drafts/{id}': { id: () => at.draft },
    'PUT /api/journal-drafts/{id}': {
      id: () => at.draft,
      body: { content: 'Begun.', entry_revision: null, revision: null },
    },
    'DELETE /api/journal-drafts/{id}': { id: () => at.draft },
    'GET /api/profile': {},
    'PATCH /api/profile': { body: { username: 'Changed' } },
  }
  const names = Object.keys(asks)

  async function send(
    name: string,
    headers: Record<string, string>,
    body?: object,
    id?: string,
  ): Promise<Got> {
    const [method = '', path = ''] = name.split(' ')
    const given = body ?? asks[name]?.body
    const response = await at.served.app.request(path.replace(/\{\w+\}/, id ?? asks[name]?.id?.() ?? ''), {
      method,
      headers: { ...(given && { 'Content-Type': 'application/json' }), ...headers },
      ...(given && { body: JSON.stringify(given) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const ask = (name: string, person: Person, body?: object, id?: string) =>
    send(name, { Cookie: person.cookie, ...sameOrigin }, body, id)

  /** What Ana has, as she sees it. */
  async function ofAna() {
    const seen = names.filter((name) => name.startsWith('GET')).map((name) => ask(name, at.ana))
    return (await Promise.all(seen)).map(({ status, body }) => ({ status, body }))
  }

  function isProblem({ status, headers, body }: Got, wanted: number, code: string) {
    expect(status).toBe(wanted)
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toMatchObject({ status: wanted, code, detail: expect.stringMatching(/^\w.{10,}/) })
    expect(JSON.stringify(body)).not.toContain(canary)
  }

  return { at, asks, names, send, ask, ofAna, isProblem }
}
