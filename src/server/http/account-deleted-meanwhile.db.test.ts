import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../test/support/user.ts'
import { isAccountDeletedError } from '../../platform/owner.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
let all: pg.Client
let term: string
beforeAll(async () => {
  all = await database.connect()
  term = (await syncTerms(database, [sourceTerm('Apple')])).apple ?? ''
  served = await testApp(database)
})
afterAll(() => all.end())

const begun = { content: 'Begun.', entry_revision: null, revision: null }
type Ask = { method?: string; path: (entry: string) => string; json?: object; form?: Record<string, string> }

/** Sends a request that is authenticated just before its account is deleted, and returns the response. */
async function askMeanwhile({ method = 'POST', path, json, form }: Ask) {
  const person: TestUser = await createTestUser(database)
  const { id } = await saveTestEntry(testJournal(database).journal, person, { content: 'Here.' })
  served.lines.length = 0
  const eraser = await database.connect()
  try {
    await eraser.query('begin')
    await eraser.query('delete from auth.users where id = $1', [person.user_id])
    const body = json ? JSON.stringify(json) : String(new URLSearchParams(form))
    const answered = served.app.request(path(id), {
      method,
      headers: {
        Cookie: person.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      },
      body,
    })
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await all.query(waiting)).rowCount).toBeGreaterThan(0)
    await eraser.query('commit')
    return await answered
  } finally {
    await eraser.end()
  }
}

const noErrorLine = () =>
  expect(served.lines.map((line) => JSON.parse(line).level).filter((level) => level !== 'info')).toEqual([])

const edited = { revision: 1, content: 'Changed.' }
test.each<[string, Ask]>([
  ['a Connection', { path: () => '/api/journal-entries', json: { content: 'New.' } }],
  ['a change', { method: 'PATCH', path: (id) => `/api/journal-entries/${id}`, json: edited }],
  ['a draft', { method: 'PUT', path: () => `/api/journal-drafts/${randomUUID()}`, json: begun }],
  ['a favorite', { method: 'PUT', path: () => `/api/saved-terms/${term}`, json: {} }],
  ['a name', { method: 'PATCH', path: () => '/api/profile', json: { username: 'Ana' } }],
])('a request for %s is rejected with 401 if its account is deleted meanwhile', async (_, ask) => {
  const answer = await askMeanwhile(ask)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
  expect(await answer.json()).toMatchObject({ code: 'unauthorized' })
  noErrorLine()
})

test.each<[string, Ask]>([
  ['Connection', { path: () => '/dashboard/connections/new', form: { content: 'New.' } }],
  [
    'change',
    { path: (id) => `/dashboard/connections/${id}/edit`, form: { content: 'Changed.', revision: '1' } },
  ],
  ['favorite', { path: () => '/dashboard/favorites', form: { term_id: '' } }],
  ['name', { path: () => '/dashboard/settings', form: { intent: 'profile', username: 'Ana' } }],
])('the form of a %s redirects to the sign-in if its account is deleted meanwhile', async (_, ask) => {
  const given = ask.form?.term_id === '' ? { ...ask, form: { term_id: term } } : ask
  const answer = await askMeanwhile(given)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toMatch(/^\/auth-test\?next=/)
  expect(answer.headers.getSetCookie().join()).toMatch(/__Host-session=;/)
  noErrorLine()
})

test.each(['/auth-test/session/lock', '/leave'])(
  'unsaved text is dropped if its account is deleted meanwhile, and %s reports no error',
  async (path) => {
    const json = { id: randomUUID(), writer: null, sequence: 0, linked_term_id: null, ...begun }
    const answer = await askMeanwhile({ path: () => path, json })
    expect(answer.ok).toBe(true)
    noErrorLine()
  },
)

test('every foreign key to users, sessions and entries is recognized as a deleted account', async () => {
  const { rows } = await all.query<{ constraint: string }>(
    `select conname as constraint from pg_constraint
      where contype = 'f' and confrelid in ('auth.users'::regclass, 'auth.sessions'::regclass, 'journal_entries'::regclass)`,
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(isAccountDeletedError({ code: '23503', ...row }), row.constraint).toBe(true)
  expect(isAccountDeletedError({ code: '23503', constraint: 'saved_terms_term_id_fkey' })).toBe(false)
})
