import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openArchive } from '../../../test/support/archive.ts'
import { authApiApp } from '../../../test/support/auth-api-client.ts'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, type TestUser } from '../../../test/support/user.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import { type Plan, plans } from '../../domains/identity/accounts/plan.contract.ts'
import { planRequired, readOnlyAccount } from '../../platform/messages.en.yaml'

/* What a plan includes, for every endpoint that writes a Connection or a draft: pages and /api, by cookie and by token. */

const database = testDatabase()
const site = 'http://localhost:3000'
let apple = ''
let beta: Awaited<ReturnType<typeof authApiApp>>
let paid: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  await syncGlossary(database.owner, [sourceTerm('Apple')])
  beta = await authApiApp(database)
  paid = await authApiApp(database, { BETA: 'off' })
  const term = await database.app.selectFrom('terms').select('id').executeTakeFirstOrThrow()
  apple = term.id
})

type App = typeof beta
type Headers = Record<string, string>
const byCookie = ({ cookie }: TestUser): Headers => ({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
const setPlan = (user_id: string, plan: Plan) =>
  database.auth.updateTable('auth.users').set({ plan }).where('id', '=', user_id).execute()

async function api(app: App, method: string, path: string, headers: Headers, body?: object) {
  const answer = await app.ask(`${site}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}
const page = (app: App, path: string, headers: Headers, form?: Record<string, string>) =>
  app.ask(`${site}/dashboard${path}`, {
    headers,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })

/** Ana wrote these while her plan included journaling. */
let ana: TestUser
let entry = ''
let draft = ''
beforeEach(async () => {
  ana = await createTestUser(database)
  draft = uuidv7()
  const made = await api(beta, 'POST', '/journal-entries', byCookie(ana), { content: 'Of Ana.' })
  entry = made.body.id
  await api(beta, 'PUT', `/journal-drafts/${draft}`, byCookie(ana), begun('Begun by Ana.'))
})
const begun = (content: string) => ({ content, entry_revision: null, revision: null })

/** Every write of the journal under /api. */
const writes: [string, string, () => string, () => object][] = [
  ['a new Connection', 'POST', () => '/journal-entries', () => ({ content: 'New.' })],
  [
    'a change of one',
    'PATCH',
    () => `/journal-entries/${entry}`,
    () => ({ revision: 1, content: 'Changed.' }),
  ],
  ['a new draft', 'PUT', () => `/journal-drafts/${uuidv7()}`, () => begun('New.')],
  ['more of a draft', 'PUT', () => `/journal-drafts/${draft}`, () => ({ ...begun('More.'), revision: 1 })],
]
/** The forms of pages, which work without scripts. */
const forms: [string, () => string, () => Record<string, string>][] = [
  ['a new Connection', () => '/connections/new', () => ({ id: uuidv7(), content: 'New by a form.' })],
  [
    'a change of one',
    () => `/connections/${entry}/edit`,
    () => ({ revision: '1', content: 'Changed by a form.' }),
  ],
]

const kept = async (app: App, headers: Headers) => {
  const [entries, drafts] = [
    await api(app, 'GET', '/journal-entries', headers),
    await api(app, 'GET', '/journal-drafts', headers),
  ]
  return { entries: entries.body.entries, drafts: drafts.body.drafts }
}

describe.each(writes)('%s under /api', (_what, method, path, body) => {
  test.each(plans)('is allowed on every plan during the beta: %s', async (plan) => {
    await setPlan(ana.user_id, plan)
    const got = await api(beta, method, path(), byCookie(ana), body())
    expect([200, 201]).toContain(got.status)
  })

  test.each(['journal', 'ai-plus'] as const)('is allowed on the plan %s', async (plan) => {
    await setPlan(ana.user_id, plan)
    expect([200, 201]).toContain((await api(paid, method, path(), byCookie(ana), body())).status)
  })

  test('is rejected with 403 on the starter plan after the beta, and changes nothing', async () => {
    const before = await kept(paid, byCookie(ana))
    const got = await api(paid, method, path(), byCookie(ana), body())
    expect(got).toMatchObject({ status: 403, body: { code: 'forbidden', detail: planRequired() } })
    expect(await kept(paid, byCookie(ana))).toEqual(before)
  })

  test('is also rejected with a token, from the first request after the plan ended', async () => {
    const { session } = await paid.createUser()
    const bearer = { Authorization: `Bearer ${session.access_token}` }
    const id = session.user.id
    await setPlan(id, 'journal')
    const made = await api(paid, 'POST', '/journal-entries', bearer, { content: 'Of a member.' })
    expect(made.status).toBe(201)
    entry = made.body.id
    await api(paid, 'PUT', `/journal-drafts/${draft}`, bearer, begun('Begun.'))
    await setPlan(id, 'starter')
    const before = await kept(paid, bearer)
    expect(before).toMatchObject({ entries: [{ content: 'Of a member.' }], drafts: [{ content: 'Begun.' }] })
    const got = await api(paid, method, path(), bearer, body())
    expect(got).toMatchObject({ status: 403, body: { detail: planRequired() } })
    expect(await kept(paid, bearer)).toEqual(before)
    await setPlan(id, 'ai-plus')
    expect([200, 201]).toContain((await api(paid, method, path(), bearer, body())).status)
  })

  test('is rejected with its own message for a restricted user on any plan', async () => {
    const status = { status: 'restricted', plan: 'journal' } as const
    await database.auth.updateTable('auth.users').set(status).where('id', '=', ana.user_id).execute()
    const got = await api(paid, method, path(), byCookie(ana), body())
    expect(got).toMatchObject({ status: 403, body: { detail: readOnlyAccount() } })
  })
})

describe.each(forms)('%s from a form of a page', (_what, path, fields) => {
  test('is allowed for everyone during the beta, and on a paid plan afterwards', async () => {
    expect((await page(beta, path(), byCookie(ana), fields())).status).toBe(302)
    await setPlan(ana.user_id, 'journal')
    const again = { ...fields(), revision: '2', id: uuidv7() }
    expect((await page(paid, path(), byCookie(ana), again)).status).toBe(302)
  })

  test('is rejected on the starter plan with the reason and the typed text', async () => {
    const before = await kept(paid, byCookie(ana))
    const answer = await page(paid, path(), byCookie(ana), fields())
    const html = await answer.text()
    expect(answer.status).toBe(403)
    expect(html).toContain(planRequired())
    expect(html).toMatch(new RegExp(`<textarea[^>]*>\\n?${fields().content}`))
    expect(await kept(paid, byCookie(ana))).toEqual(before)
  })
})

test('Quick Hide saves no text that the plan does not allow', async () => {
  const typed = { id: uuidv7(), ...begun('Typed last.'), linked_term_id: null, writer: null, sequence: 1 }
  const leave = (app: App, person: TestUser) =>
    app.ask(`${site}/leave`, {
      method: 'POST',
      headers: { ...byCookie(person), 'Content-Type': 'application/json', 'Content-Length': '500' },
      body: JSON.stringify(typed),
    })
  const drafts = async () => {
    const all = await database.connect()
    const { rows } = await all.query('select id from journal_drafts where id = $1', [typed.id])
    await all.end()
    return rows.length
  }
  expect((await leave(paid, await createTestUser(database))).status).toBe(200)
  expect(await drafts()).toBe(0)
  expect((await leave(beta, await createTestUser(database))).status).toBe(200)
  expect(await drafts()).toBe(1)
})

describe('A user whose plan has ended', () => {
  test('can read, and sees a message instead of the form', async () => {
    const headers = byCookie(ana)
    const html = async (path: string) => {
      const answer = await page(paid, path, headers)
      expect(answer.status).toBe(200)
      return answer.text()
    }
    expect(await html('/connections')).toContain('Of Ana.')
    expect(await html(`/connections/${entry}`)).toContain('Of Ana.')
    for (const path of ['/connections/new', `/connections/${entry}/edit`]) {
      const page = await html(path)
      expect(page).toContain(planRequired())
      expect(page).not.toContain('name="content"')
    }
    await api(beta, 'PUT', `/journal-drafts/${uuidv7()}`, headers, begun('Begun before.'))
    const all = await html('/connections/new')
    for (const words of ['Begun by Ana.', 'Begun before.']) expect(all).toContain(words)
    expect(await html('')).toContain('Write New Connection')
    const during = await (await page(beta, '/connections/new', headers)).text()
    expect(during).not.toContain(planRequired())
    expect(during).toContain('name="content"')
  })

  test('can delete drafts and Connections, on pages and with /api', async () => {
    const headers = byCookie(ana)
    const dropped = await page(paid, '/connections/new', headers, { intent: 'drop', id: draft })
    expect(dropped.status).toBe(302)
    expect((await kept(paid, headers)).drafts).toEqual([])
    expect((await page(paid, `/connections/${entry}`, headers, {})).status).toBe(302)
    expect((await kept(paid, headers)).entries).toEqual([])
    await setPlan(ana.user_id, 'journal')
    const made = await api(paid, 'POST', '/journal-entries', headers, { content: 'Again.' })
    const left = uuidv7()
    await api(paid, 'PUT', `/journal-drafts/${left}`, headers, begun('Again.'))
    await setPlan(ana.user_id, 'starter')
    expect((await api(paid, 'DELETE', `/journal-entries/${made.body.id}`, headers)).status).toBe(204)
    expect((await api(paid, 'DELETE', `/journal-drafts/${left}`, headers)).status).toBe(204)
    expect(await kept(paid, headers)).toEqual({ entries: [], drafts: [] })
  })

  test('can export everything, including the plan', async () => {
    await database.auth
      .updateTable('auth.sessions')
      .set({ proven_at: new Date() })
      .where('user_id', '=', ana.user_id)
      .execute()
    const answer = await paid.ask(`${site}/api/account/export`, { headers: byCookie(ana) })
    expect(answer.status).toBe(200)
    const { data } = openArchive(new Uint8Array(await answer.arrayBuffer()))
    expect(data).toMatchObject({ account: { plan: 'starter' } })
    expect(JSON.stringify(data)).toContain('Of Ana.')
    expect(JSON.stringify(data)).toContain('Begun by Ana.')
  })

  test('can still save favorites', async () => {
    const got = await api(paid, 'PUT', `/saved-terms/${apple}`, byCookie(ana))
    expect(got.status).toBe(201)
  })
})
