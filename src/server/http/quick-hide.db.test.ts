import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, saveTestEntry, type TestUser, testJournal } from '../../../test/support/user.ts'
import { listDrafts } from '../../domains/connections/drafts/drafts.reads.server.ts'
import { deleteDraft, saveDraft } from '../../domains/connections/drafts/drafts.writes.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

const database = testDatabase()
const { journal } = testJournal(database)
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const writer = uuidv7()

let served: Awaited<ReturnType<typeof testApp>>
let ana: TestUser
beforeAll(async () => {
  served = await testApp(database)
})
beforeEach(async () => {
  ana = await createTestUser(database)
  served.lines.length = 0
})

const typed = (change: object) =>
  JSON.stringify({ id: uuidv7(), content: 'Typed last.', entry_revision: null, revision: null, ...change })
const quickHide = (body: string, headers: Record<string, string> = {}, app = served.app) =>
  app.request('/leave', {
    method: 'POST',
    headers: {
      ...{ Cookie: ana.cookie, 'Content-Type': 'application/json' },
      ...{ 'Content-Length': String(Buffer.byteLength(body)), ...sameOrigin, ...headers },
    },
    body,
  })
async function drafts() {
  const listed = await listDrafts(journal, ana.owner)
  return listed.outcome === 'listed' ? listed.drafts.map(({ id, content }) => ({ id, content })) : []
}
const contents = async () => (await drafts()).map(({ content }) => content).toSorted()
const ended = async () => {
  const { status } = await served.app.request('/api/profile', { headers: { Cookie: ana.cookie } })
  expect(status).toBe(401)
}

describe('Points 10 and 13: a user who exits in the middle of a sentence', () => {
  test('finds it as a draft at the next sign-in; the session ends, and the response reveals nothing', async () => {
    const id = uuidv7()
    const response = await quickHide(typed({ id }))
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('<!doctype html><html lang="en"><title>Loading</title></html>')
    await ended()
    expect(await drafts()).toEqual([{ id, content: 'Typed last.' }])
    expect(served.lines.filter((line) => !line.includes('/api/profile'))).toEqual([])
  })

  test('finds it as a draft too if the page set its signed-out marker first', async () => {
    const response = await quickHide(typed({}), { Cookie: `${ana.cookie}; __Host-signed-out=1` })
    expect(response.headers.getSetCookie().join()).toContain('__Host-signed-out=;')
    await ended()
    expect(await contents()).toEqual(['Typed last.'])
  })

  test('finds it instead of the draft saved before, even if that response never arrived', async () => {
    const id = uuidv7()
    const before = { linked_term_id: null, entry_revision: null, revision: null, writer }
    await saveDraft(journal, ana.owner, id, { ...before, content: 'Typed', sequence: 1 })
    await quickHide(typed({ id, writer, sequence: 2 }))
    expect(await contents()).toEqual(['Typed last.'])
  })

  test('finds both after another page changed the draft, and finds it if the draft was deleted', async () => {
    const id = uuidv7()
    const other = { content: 'Of another page.', linked_term_id: null, entry_revision: null, revision: null }
    await saveDraft(journal, ana.owner, id, { ...other, writer: null, sequence: 0 })
    await quickHide(typed({ id, writer, sequence: 1 }))
    expect(await contents()).toEqual(['Of another page.', 'Typed last.'])
    const bea = await createTestUser(database)
    await deleteDraft(journal, ana.owner, id)
    ana = { ...ana, cookie: bea.cookie, owner: bea.owner }
    await quickHide(typed({ revision: 3 }))
    expect(await contents()).toEqual(['Typed last.'])
  })

  test('does not get text from a tab of another user of the browser', async () => {
    const ben = await createTestUser(database)
    await quickHide(typed({ user_id: ben.user_id }))
    await ended()
    expect(await drafts()).toEqual([])
  })

  test('finds a change of a Connection as its draft', async () => {
    const { id } = await saveTestEntry(journal, ana, { content: 'First.' })
    await quickHide(typed({ id, entry_revision: 1 }))
    expect(await drafts()).toEqual([{ id, content: 'Typed last.' }])
  })
})

describe('Text in the other windows of a user who exited', () => {
  const old = () => served.app.request('/api/journal-drafts', { headers: { Cookie: ana.cookie } })

  test('is saved too, by the ended session', async () => {
    await quickHide('')
    await ended()
    const answers = [
      await quickHide(typed({ content: 'By one.' })),
      await quickHide(typed({ content: 'By another.' })),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('<!doctype html><html lang="en"><title>Loading</title></html>')
    }
    expect(await contents()).toEqual(['By another.', 'By one.'])
    expect((await old()).status).toBe(401)
    await ended()
  })

  test('is saved before the response to the exit, which removes the token', async () => {
    const begun = performance.now()
    const time = async (body: string) => {
      await quickHide(body, { 'Sec-Fetch-Dest': 'empty' })
      return performance.now() - begun
    }
    const first = time('')
    await expect.poll(async () => (await old()).status).toBe(401)
    // The first response makes the browser forget the token, before the others have sent their text.
    for (const taken of await Promise.all([first, time(typed({}))])) expect(taken).toBeGreaterThan(900)
    expect(await contents()).toEqual(['Typed last.'])
  })

  test('does not delay a form without JavaScript', async () => {
    const begun = performance.now()
    await quickHide('', { 'Sec-Fetch-Dest': 'document' })
    expect(performance.now() - begun).toBeLessThan(900)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another session', { Cookie: '__Host-session=nothing' }],
  ])('is not accepted from %s', async (_whom, headers) => {
    await quickHide('')
    await quickHide(typed({}), headers)
    expect(await contents()).toEqual([])
  })

  test('is accepted only for seconds, and never after signing out', async () => {
    await quickHide('')
    const first = await quickHide(typed({ content: 'In time.' }))
    expect(first.status).toBe(200)
    await sleep(3_000)
    await quickHide(typed({ content: 'Still in time.' }))
    await sleep(2_500)
    await quickHide(typed({ content: 'Too late.' }))
    expect(await contents()).toEqual(['In time.', 'Still in time.'])
    ana = await createTestUser(database)
    await served.app.request('/auth-test/sign-out', {
      method: 'POST',
      headers: { Cookie: ana.cookie, ...sameOrigin },
    })
    await ended()
    await quickHide(typed({}))
    expect(await contents()).toEqual([])
  })
})

describe('an invalid draft is ignored without delaying the exit,', () => {
  const cases: [string, string, Record<string, string>][] = [
    ['from a form', 'content=x', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['broken', '{"content":', {}],
    ['of another shape', '{"content": 5}', {}],
    ['nothing', '', {}],
    ['longer than a browser sends', typed({ content: 'x'.repeat(70_000) }), {}],
    ['of unknown length', typed({}), { 'Content-Length': 'many' }],
  ]
  test.each(cases)('%s', async (_what, body, headers) => {
    expect((await quickHide(body, headers)).status).toBe(200)
    expect(await contents()).toEqual([])
    await ended()
  })

  test('without a session, or with one that may not write', async () => {
    expect((await quickHide(typed({}), { Cookie: '__Host-session=nothing' })).status).toBe(200)
    ana = await createTestUser(database, 'restricted')
    expect((await quickHide(typed({}))).status).toBe(200)
    expect(await contents()).toEqual([])
    await ended()
  })
})

test('the session ends even if the draft cannot be saved', async () => {
  const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
  const broken = await testApp({ app: gone, auth: database.auth })
  const begun = performance.now()
  expect((await quickHide(typed({}), {}, broken.app)).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(3000)
  await ended()
  expect(broken.lines.join()).toContain('a draft could not be kept')
  expect(broken.lines.join()).not.toContain('Typed')
  await gone.destroy()
})

test.each([
  ['a form of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a form of a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
  ['an old browser on another site', { 'Sec-Fetch-Site': '', Origin: 'https://elsewhere.example' }],
  [
    'an old browser that sends Referer alone',
    { 'Sec-Fetch-Site': '', Referer: 'https://elsewhere.example/x' },
  ],
  ['a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
])('Quick Hide from %s clears no cookies and ends no session', async (_, headers) => {
  const response = await quickHide(typed({}), headers)
  expect([response.status, response.headers.get('Clear-Site-Data')]).toEqual([200, null])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await contents()).toEqual([])
  const { status } = await served.app.request('/api/profile', { headers: { Cookie: ana.cookie } })
  expect(status).toBe(200)
})

test.each([
  ['a page of ours', sameOrigin],
  ['an old browser that says nothing', { 'Sec-Fetch-Site': '' }],
  ['an old browser that hides where it comes from', { 'Sec-Fetch-Site': '', Origin: 'null' }],
  ['an old browser on a page of ours', { 'Sec-Fetch-Site': '', Origin: 'http://localhost:3000' }],
])('Quick Hide from %s works without JavaScript', async (_, headers) => {
  const response = await quickHide('', { 'Content-Type': 'application/x-www-form-urlencoded', ...headers })
  expect(response.headers.get('Clear-Site-Data')).toBe('"cookies", "storage"')
  await ended()
})
