import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  allRows,
  moveAllIn,
  startTestLock,
  testKeyring,
  testLock,
} from '../../../../test/support/locked-journal.ts'
import { sameOrigin } from '../../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, saveTestEntry, type TestUser, testJournal } from '../../../../test/support/user.ts'

const database = testDatabase()
const { journal } = testJournal(database)
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database)
})

let ana: TestUser
let ben: TestUser
beforeEach(async () => {
  ;[ana, ben] = [await createTestUser(database), await createTestUser(database)]
  await setProven(served.time.now)
})

const setProven = (proven_at: Date | null) =>
  database.auth.updateTable('auth.sessions').set({ proven_at }).execute()

async function ask(person: TestUser, method: string, path: string, body?: unknown) {
  const response = await served.app.request(`/api${path}`, {
    method,
    headers: {
      ...{ Cookie: person.cookie, ...sameOrigin },
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const notices = async ({ user_id }: TestUser) =>
  database.auth.selectFrom('auth.mail_tokens').select('purpose').where('user_id', '=', user_id).execute()

describe('What changes a lock', () => {
  test('needs a proof within the last 15 minutes; reading, moving and finishing do not', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const change = { keyring: testKeyring(ana, lock.lock_id, 2), generation: 1, change: 'kit' }
    const sensitive: [string, string, unknown?][] = [
      ['POST', '/journal-lock', { keyring: testKeyring(ana) }],
      ['PUT', `/journal-lock/${lock.lock_id}/keyring`, change],
      ...['unlock', 'set-aside', 'resume', 'relock'].map((action): [string, string] => [
        'POST',
        `/journal-lock/${lock.lock_id}/${action}`,
      ]),
    ]
    const before = await ask(ana, 'GET', '/journal-lock')
    for (const proven_at of [null, new Date(served.time.now.getTime() - 16 * 60_000)]) {
      await setProven(proven_at)
      for (const [method, path, body] of sensitive)
        expect(await ask(ana, method, path, body), path).toMatchObject({
          status: 403,
          body: { prove: '/auth-test/prove?next=%2Fdashboard%2Fconnections%2Flock' },
        })
      expect((await ask(ana, 'GET', '/journal-lock')).status).toBe(200)
      expect((await ask(ana, 'GET', '/journal-lock/rows')).status).toBe(200)
    }
    expect(await ask(ana, 'GET', '/journal-lock')).toEqual(before)
    expect((await ask(ana, 'POST', `/journal-lock/${lock.lock_id}/finish`)).status).toBe(200)
  })

  test('needs the proof in every form of its address, and comes from no other site', async () => {
    const { lock_id } = await startTestLock(journal, ana.owner)
    const before = await ask(ana, 'GET', '/journal-lock')
    const of = (action: string) => `/journal-lock/${lock_id}/${action}`
    await setProven(null)
    for (const path of [
      ...[
        `${of('unlock')}/`,
        of('UNLOCK'),
        of('%75nlock'),
        of('unlock%2F'),
        of('./unlock'),
        of('unlock?a=/'),
      ],
      ...[
        `/journal-lock//${lock_id}/unlock`,
        `/journal-lock/x/../${lock_id}/unlock`,
        `/JOURNAL-LOCK/${lock_id}/unlock`,
      ],
      ...[`/journal-lock/${lock_id.toUpperCase()}/unlock`, of('set-aside;x'), of('set%2daside')],
    ])
      expect([400, 403, 404, 405], path).toContain((await ask(ana, 'POST', path)).status)
    await setProven(served.time.now)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await served.app.request(`/api${of('unlock')}`, {
        method: 'POST',
        headers: {
          Cookie: ana.cookie,
          ...sameOrigin,
          'Sec-Fetch-Site': site,
          Origin: 'https://evil.example',
        },
      })
      expect(response.status, site).toBe(403)
    }
    expect(await ask(ana, 'GET', '/journal-lock')).toEqual(before)
  })

  test('sends the security notice, and a refused request does not', async () => {
    await database.auth
      .updateTable('auth.users')
      .set({ email: 'ana@example.org', email_key: 'ana@example.org', email_confirmed_at: new Date() })
      .where('id', '=', ana.user_id)
      .execute()
    const refused = await ask(ana, 'POST', '/journal-lock', { keyring: testKeyring(ben) })
    expect(refused.status).toBe(400)
    expect(await notices(ana)).toEqual([])
    expect((await ask(ana, 'POST', '/journal-lock', { keyring: testKeyring(ana) })).status).toBe(201)
    expect(await notices(ana)).toEqual([{ purpose: 'access_changed' }])
  })

  test('of another person is 404, with nothing about it', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const keyring = testKeyring(ben, lock.lock_id, 2)
    for (const [method, action, body] of [
      ['PUT', 'keyring', { keyring, generation: 1, change: 'kit' }],
      ...['finish', 'unlock', 'set-aside', 'resume', 'relock'].map((each) => ['POST', each]),
    ] as [string, string, unknown?][]) {
      const theirs = await ask(ben, method, `/journal-lock/${lock.lock_id}/${action}`, body)
      expect(theirs).toEqual(await ask(ben, method, `/journal-lock/${uuidv4()}/${action}`, body))
      expect(theirs.status).toBe(404)
    }
    expect((await ask(ben, 'GET', `/journal-lock/rows?from=${lock.lock_id}`)).status).toBe(404)
    expect((await ask(ben, 'GET', '/journal-lock')).body).toEqual({ locks: [], plain: 0 })
  })

  test('is bounded in size', async () => {
    const keyring = testKeyring(ana)
    const [slot] = keyring.slots
    const slots = Array.from({ length: 13 }, () => ({ ...slot, id: uuidv4() }))
    expect((await ask(ana, 'POST', '/journal-lock', { keyring: { ...keyring, slots } })).status).toBe(400)
    const padded = { keyring, more: 'x'.repeat(70_000) }
    expect((await ask(ana, 'POST', '/journal-lock', padded)).status).toBe(400)
    const row = { table: 'journal_entries', id: uuidv7(), revision: 1, document: '{}' }
    const rows = Array.from({ length: 201 }, () => row)
    expect((await ask(ana, 'POST', '/journal-lock/rows', { from: null, to: null, rows })).status).toBe(400)
  })
})

describe('A client', () => {
  test('that writes plain text into a locked journal learns the lock, also beside an envelope', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const no = { status: 403, body: { code: 'forbidden', journal_lock: lock.lock_id } }
    expect(await ask(ana, 'POST', '/journal-entries', { content: 'Zaunkoenig.' })).toMatchObject(no)
    const id = uuidv7()
    const locked = await lock.entry('New.', id)
    expect(await ask(ana, 'POST', '/journal-entries', { id, locked, content: 'Zaunkoenig.' })).toMatchObject(
      no,
    )
    expect(await ask(ana, 'POST', '/journal-entries', { id, locked })).toMatchObject({
      status: 201,
      body: { locked },
    })
    const draft = { content: 'Zaunkoenig.', revision: null, entry_revision: null }
    expect(await ask(ana, 'PUT', `/journal-drafts/${uuidv7()}`, draft)).toMatchObject(no)
    expect(
      await ask(ana, 'PATCH', `/journal-entries/${id}`, { revision: 1, content: 'Zaunkoenig.' }),
    ).toMatchObject(no)
  })

  test('gets a reason for an envelope that cannot be one, and for an id in capitals', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const id = uuidv7()
    const locked = await lock.entry('New.', id)
    const post = (body: object) => ask(ana, 'POST', '/journal-entries', body)
    const detail = expect.stringMatching(/\w/)
    for (const body of [
      { id: id.toUpperCase(), locked },
      { locked },
      { id, locked: { ...locked, data: 'no base64 !' } },
      { id, locked: { ...locked, data: 'AAAA' } },
      { id, locked: null },
    ])
      expect(await post(body)).toMatchObject({ status: 400, body: { detail } })
    expect((await post({ id, locked: null })).body.detail).not.toContain('Content is required')
    expect((await post({})).body.detail).toBe('Content is required.')
  })

  test('sends the longest text encrypted, also as a draft', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const id = uuidv7()
    const text = '\u0000'.repeat(100_000)
    const locked = await lock.entry(text, id)
    expect((await ask(ana, 'POST', '/journal-entries', { id, locked })).status).toBe(201)
    const [draftId, writer] = [uuidv7(), uuidv4()]
    const draft = { locked: await lock.draft(text + text, draftId, writer, 1), writer, sequence: 1 }
    const put = { ...draft, revision: null, entry_revision: null }
    expect((await ask(ana, 'PUT', `/journal-drafts/${draftId}`, put)).status).toBe(200)
  })

  test('reads rows in pages of a few megabytes, each once', async () => {
    for (let index = 0; index < 5; index++)
      await saveTestEntry(journal, ana, { content: '\u0000'.repeat(99_000) })
    const ids = new Set<string>()
    let [path, pages] = ['/journal-lock/rows', 0]
    for (;;) {
      const { body } = await ask(ana, 'GET', path)
      pages++
      for (const { id } of body.rows) ids.add(id)
      if (!body.next) break
      path = `/journal-lock/rows?after=${body.next}`
    }
    expect(pages).toBe(2)
    expect(ids.size).toBe(5)
    const lock = await startTestLock(journal, ana.owner)
    await moveAllIn(journal, ana.owner, lock)
    expect(await allRows(journal, ana.owner, lock.lock_id)).toHaveLength(5)
  })
})

describe('The key of a reload', () => {
  const path = '/journal-lock/reload-key'

  test('is random each time, of one session, and goes when it is deleted', async () => {
    expect((await ask(ana, 'GET', path)).body).toEqual({ key: null })
    const first = (await ask(ana, 'PUT', path)).body.key
    expect(Buffer.from(first, 'base64')).toHaveLength(32)
    const second = (await ask(ana, 'PUT', path)).body.key
    expect(second).not.toBe(first)
    expect((await ask(ana, 'GET', path)).body).toEqual({ key: second })
    expect((await ask(ben, 'GET', path)).body).toEqual({ key: null })
    expect((await ask(ana, 'DELETE', path)).status).toBe(204)
    expect((await ask(ana, 'GET', path)).body).toEqual({ key: null })
  })

  test('is forgotten by the idle lock', async () => {
    await database.auth
      .updateTable('auth.users')
      .set({ safe_mode: true, lock_minutes: 5 })
      .where('id', '=', ana.user_id)
      .execute()
    await ask(ana, 'PUT', path)
    const response = await served.app.request('/auth-test/session/lock', {
      method: 'POST',
      headers: { Cookie: ana.cookie, ...sameOrigin },
    })
    expect(response.status).toBe(204)
    const stored = await database.auth
      .selectFrom('auth.sessions')
      .select('journal_reload_key')
      .where('user_id', '=', ana.user_id)
      .execute()
    expect(stored).toEqual([{ journal_reload_key: null }])
  })
})

describe('A form without scripts, in a locked journal', () => {
  const post = (path: string, form: Record<string, string>) =>
    served.app.request(path, {
      method: 'POST',
      headers: { Cookie: ana.cookie, ...sameOrigin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    })

  test('saves nothing, says why, and gives the text back', async () => {
    const lock = await startTestLock(journal, ana.owner)
    const id = uuidv7()
    await ask(ana, 'POST', '/journal-entries', { id, locked: await lock.entry('New.', id) })
    for (const [path, form] of [
      ['/dashboard/connections/new', { id: uuidv7() }],
      [`/dashboard/connections/${id}/edit`, { revision: '1' }],
    ] as const) {
      const response = await post(path, { ...form, content: 'Zaunkoenig typed.' })
      const page = await response.text()
      expect(response.status, path).toBe(403)
      expect(page, path).toContain('Zaunkoenig typed.')
      expect(page, path).toContain('Your journal is locked')
    }
    expect((await ask(ana, 'GET', '/journal-entries')).body).toMatchObject({ total: 1 })
    expect((await ask(ana, 'GET', '/journal-drafts')).body).toEqual({ drafts: [] })
  })

  test('after the idle lock, and at Quick Hide, leaves no draft in plain text', async () => {
    await startTestLock(journal, ana.owner)
    await database.auth
      .updateTable('auth.users')
      .set({ safe_mode: true, lock_minutes: 5 })
      .where('id', '=', ana.user_id)
      .execute()
    await database.auth
      .updateTable('auth.sessions')
      .set({ locks_at: new Date(served.time.now.getTime() - 1000) })
      .where('user_id', '=', ana.user_id)
      .execute()
    const response = await post('/dashboard/connections/new', { id: uuidv7(), content: 'Zaunkoenig idle.' })
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('Zaunkoenig idle.')
    await post('/leave', { id: uuidv7(), content: 'Zaunkoenig left.' })
    expect((await allRows(journal, ana.owner, null)).length).toBe(0)
    expect(served.lines.join('\n')).not.toContain('Zaunkoenig')
  })
})

test('A browser that opens links to terms asks for the names of all', async () => {
  const response = await served.app.request('/api/terms/names')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(Object.keys(await response.json())).toEqual(['terms'])
  await testLock(ana.owner)
})
