import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../test/support/person.ts'
import { sourceTerm } from '../../test/support/source-terms.ts'
import { testApp } from '../../test/support/test-app.ts'
import { testDatabase } from '../../test/support/test-database.ts'
import { wireApp } from '../../test/support/wire-client.ts'
import { syncGlossary } from '../domains/glossary/source/writes.server.ts'
import { openDatabase } from '../platform/database/pool.server.ts'
import { onlyReads } from '../platform/owner.ts'

/*
 * The doors of everything that is a person's own. The walk goes by the description of the interface, which is made of what is
 * served: an address that is not in `asks` below fails the first test, so that none is forgotten.
 */

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
const origin = 'http://localhost:3000'
/** What a page of ours sends along. */
const fromHere = { 'Sec-Fetch-Site': 'same-origin' }
/** A word that must never be seen by anybody else, nor stand in a log. */
const canary = 'Zaunkoenig'

let served: Awaited<ReturnType<typeof testApp>>
let wire: Awaited<ReturnType<typeof wireApp>>
let apple = ''
let loveBombing = ''

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
  wire = await wireApp(database)
  const terms = await database.app.selectFrom('terms').select(['id', 'slug']).orderBy('slug').execute()
  ;[apple, loveBombing] = terms.map(({ id }) => id) as [string, string]
})

/** What one person has, for another to ask for. */
let entry = ''
let draft = ''
let ana: Person
let ben: Person
beforeEach(async () => {
  ;[ana, ben] = [await newPerson(database), await newPerson(database)]
  const made = await ask('POST /api/journal-entries', ana, { content: `${canary} of Ana` })
  entry = made.body.id
  draft = uuidv7()
  const begun = { content: `${canary} begun`, entry_revision: null, revision: null }
  await ask('PUT /api/journal-drafts/{id}', ana, begun)
  await ask('PUT /api/saved-terms/{term_id}', ana)
  await ask('PATCH /api/profile', ana, { username: `${canary} A` })
})

type Ask = { id?: () => string; body?: object }
/** Every personal address and method: for which row of Ana's, and with what body. */
const asks: Record<string, Ask> = {
  'GET /api/saved-terms': {},
  'GET /api/saved-terms/{term_id}': { id: () => apple },
  'PUT /api/saved-terms/{term_id}': { id: () => apple },
  'DELETE /api/saved-terms/{term_id}': { id: () => apple },
  'GET /api/journal-entries': {},
  'POST /api/journal-entries': { body: { content: 'New.' } },
  'GET /api/journal-entries/{id}': { id: () => entry },
  'PATCH /api/journal-entries/{id}': { id: () => entry, body: { revision: 1, content: 'Changed.' } },
  'DELETE /api/journal-entries/{id}': { id: () => entry },
  'GET /api/journal-drafts': {},
  'GET /api/journal-drafts/{id}': { id: () => draft },
  'PUT /api/journal-drafts/{id}': {
    id: () => draft,
    body: { content: 'Begun.', entry_revision: null, revision: null },
  },
  'DELETE /api/journal-drafts/{id}': { id: () => draft },
  'GET /api/profile': {},
  'PATCH /api/profile': { body: { username: 'Changed' } },
}
const names = Object.keys(asks)

// biome-ignore lint/suspicious/noExplicitAny: what came, as it came
type Got = { status: number; headers: Headers; body: any }

async function send(name: string, headers: Record<string, string>, body?: object, id?: string): Promise<Got> {
  const [method = '', path = ''] = name.split(' ')
  const given = body ?? asks[name]?.body
  const response = await served.app.request(path.replace(/\{\w+\}/, id ?? asks[name]?.id?.() ?? ''), {
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
  send(name, { Cookie: person.cookie, ...fromHere }, body, id)

/** What Ana has, as she sees it. */
async function ofAna() {
  const seen = names.filter((name) => name.startsWith('GET')).map((name) => ask(name, ana))
  return (await Promise.all(seen)).map(({ status, body }) => ({ status, body }))
}

function isProblem({ status, headers, body }: Got, wanted: number, code: string) {
  expect(status).toBe(wanted)
  expect(headers.get('Content-Type')).toBe('application/problem+json')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(body).toMatchObject({ status: wanted, code, detail: expect.stringMatching(/^\w.{10,}/) })
  expect(JSON.stringify(body)).not.toContain(canary)
}

/** They ask for a proof first (src/domains/account/api.db.test.ts). */
const withTestsOfTheirOwn = ['DELETE /api/account', 'GET /api/account/export']

test('the walk knows every personal address, and nothing else is personal by accident', async () => {
  const { paths } = await (await served.app.request('/api/openapi.json')).json()
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
  // It takes something from anybody, and gives nothing out.
  expect(others).toEqual(['POST /api/contact'])
})

describe.each(names)('%s', (name) => {
  const unsafe = !name.startsWith('GET')

  test('answers its person, and keeps no copy', async () => {
    const follows = name.startsWith('PUT /api/journal-drafts')
      ? { ...asks[name]?.body, revision: 1 }
      : undefined
    const got = await ask(name, ana, follows)
    expect([200, 201, 204]).toContain(got.status)
    expect(got.headers.get('Cache-Control')).toBe('no-store')
    expect(got.headers.has('Set-Cookie')).toBe(false)
    expect(got.headers.has('Access-Control-Allow-Origin')).toBe(false)
  })

  test('is 401 without a credential, and with one that opens nothing', async () => {
    const before = await ofAna()
    const token = ana.cookie.split('=')[1] ?? ''
    const nothing: Record<string, string>[] = [
      {},
      { Cookie: 'signed-in=1' },
      { Cookie: '__Host-session=' },
      { Cookie: `__Host-session=${'A'.repeat(43)}` },
      { Cookie: `session=${token}` },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer nothing' },
      { Authorization: `Bearer ${token}` },
      { Authorization: 'Basic YW5hOmFuYQ==' },
      // What was brought on purpose counts, not what a browser adds.
      { Authorization: 'Bearer a.b.c', Cookie: ana.cookie },
    ]
    for (const headers of nothing) {
      const got = await send(name, { ...fromHere, ...headers })
      isProblem(got, 401, 'unauthorized')
      expect(got.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
    expect(await ofAna()).toEqual(before)
  })

  test('is 401 for a session that ended or is suspended, and 403 while the second step is owed', async () => {
    const before = await ofAna()
    const eve = await newPerson(database)
    await database.auth
      .insertInto('auth.factors')
      .values({ id: uuidv7(), user_id: eve.user_id, factor_type: 'totp', status: 'verified' })
      .execute()
    isProblem(await ask(name, eve), 403, 'forbidden')
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'suspended' })
      .where('id', '=', eve.user_id)
      .execute()
    isProblem(await ask(name, eve), 401, 'unauthorized')
    await database.auth.deleteFrom('auth.sessions').where('user_id', '=', ben.user_id).execute()
    isProblem(await ask(name, ben), 401, 'unauthorized')
    expect(await ofAna()).toEqual(before)
  })

  test('gives a stranger nothing of another, and changes nothing of theirs, by cookie or by token', async () => {
    const before = await ofAna()
    const { session } = await wire.newcomer()
    served.time.now = new Date()
    try {
      const strangers = [
        await ask(name, ben),
        await send(name, { Authorization: `Bearer ${session.access_token}` }),
      ]
      for (const got of strangers) {
        expect(JSON.stringify(got.body ?? '')).not.toContain(canary)
        // What is named by its own id is not there; what is not, is the stranger's own.
        if (name.includes('journal-entries/{id}') || /^GET .*\{/.test(name)) isProblem(got, 404, 'not_found')
        else expect([200, 201, 204]).toContain(got.status)
      }
    } finally {
      served.time.now = new Date('2026-03-04T12:00:00Z')
    }
    const after = await ofAna()
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).toContain(canary)
  })

  test('answers a token of /auth/v1, which needs no page of ours, until its session ends', async () => {
    const { session, auth } = await wire.newcomer()
    served.time.now = new Date()
    try {
      const bearer = { Authorization: `Bearer ${session.access_token}`, 'Sec-Fetch-Site': 'cross-site' }
      const got = await send(name, bearer)
      expect([200, 201, 204, 404]).toContain(got.status)
      await auth.signOut()
      isProblem(await send(name, bearer), 401, 'unauthorized')
    } finally {
      served.time.now = new Date('2026-03-04T12:00:00Z')
    }
  })

  test(
    unsafe ? 'changes nothing for a page of another site' : 'reads for whoever holds the cookie',
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
        const got = await send(name, { Cookie: ana.cookie, ...headers })
        if (unsafe) isProblem(got, 403, 'forbidden')
        else expect(got.status).toBe(200)
      }
      expect(await ofAna()).toEqual(before)
      // An older browser, which sends Origin alone.
      if (unsafe) expect((await send(name, { Cookie: ana.cookie, Origin: origin })).status).not.toBe(403)
    },
  )

  test('lets a restricted person read and delete, and not write', async () => {
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'restricted' })
      .where('id', '=', ana.user_id)
      .execute()
    const before = await ofAna()
    const got = await ask(name, ana)
    if (!unsafe || name.startsWith('DELETE')) {
      expect([200, 204]).toContain(got.status)
    } else {
      isProblem(got, 403, 'forbidden')
      expect(got.body.detail).toBe(onlyReads)
      expect(await ofAna()).toEqual(before)
    }
  })
})

describe('an answer', () => {
  test('to a save is 201 once and 200 after; to a delete 204, and 404 where there was a Connection', async () => {
    const id = uuidv7()
    const post = () => ask('POST /api/journal-entries', ben, { id, content: 'Once.', linked_term_id: apple })
    expect(await post()).toMatchObject({ status: 201, body: { id, revision: 1, entry_type: 'term_linked' } })
    expect(await post()).toMatchObject({ status: 200, body: { id, revision: 1 } })
    const put = () => ask('PUT /api/saved-terms/{term_id}', ben, undefined, loveBombing)
    expect(await put()).toMatchObject({ status: 201, body: { term: { slug: 'love-bombing' } } })
    expect((await put()).status).toBe(200)
    for (const status of [204, 204]) {
      expect((await ask('DELETE /api/saved-terms/{term_id}', ben, undefined, loveBombing)).status).toBe(
        status,
      )
      expect((await ask('DELETE /api/journal-drafts/{id}', ben)).status).toBe(status)
    }
    for (const status of [204, 404]) {
      expect((await ask('DELETE /api/journal-entries/{id}', ben, undefined, id)).status).toBe(status)
    }
  })

  test('to a change of an older version is 409, with what stands', async () => {
    await ask('PATCH /api/journal-entries/{id}', ana, { revision: 1, content: 'Of the one tab.' })
    const other = await ask('PATCH /api/journal-entries/{id}', ana, { revision: 1, content: 'Of the other.' })
    isProblem(other, 409, 'conflict')
    expect(other.body.current).toMatchObject({ id: entry, content: 'Of the one tab.', revision: 2 })
  })

  test('to a draft with nothing in it is 204, to another page’s 409 with that, or with null when it is gone', async () => {
    const put = (body: object) =>
      ask('PUT /api/journal-drafts/{id}', ana, { entry_revision: null, revision: null, ...body })
    const other = await put({ content: 'Of another page.' })
    expect(other.status).toBe(409)
    expect(other.body.current).toMatchObject({ content: `${canary} begun`, revision: 1 })
    expect((await put({ content: ' ', revision: 1 })).status).toBe(204)
    expect(await put({ content: 'Late.', revision: 1 })).toMatchObject({
      status: 409,
      body: { current: null },
    })
  })

  test('to a list counts, and goes by offset and limit', async () => {
    for (let place = 0; place < 3; place++) {
      await ask('POST /api/journal-entries', ben, { content: `Number ${place}`, linked_term_id: apple })
    }
    const list = async (query: string) => {
      const path = `/api/journal-entries${query}`
      return (await served.app.request(path, { headers: { Cookie: ben.cookie } })).json()
    }
    const all = await list('')
    expect(all).toMatchObject({ total: 3, this_month: 3, linked: 3, freeform: 0 })
    expect(all.entries).toHaveLength(3)
    expect((await list('?offset=1&limit=1')).entries).toEqual([all.entries[1]])
    for (const [query, detail] of [
      ['?limit=0', 'limit is 1 or more.'],
      ['?limit=101', 'limit is at most 100.'],
      ['?offset=-1', 'offset is 0 or more.'],
      ['?offset=x', 'offset is a number.'],
    ] as const) {
      expect(await list(query)).toMatchObject({ status: 400, detail })
    }
  })

  test('keeps every character that a program can send', async () => {
    const content = 'a\u0000 \ud83d 💔 مرحبا \u200f\r\n\uffff'
    const { body } = await ask('POST /api/journal-entries', ben, { content })
    expect((await ask('GET /api/journal-entries/{id}', ben, undefined, body.id)).body.content).toBe(content)
  })
})

describe('what cannot be understood', () => {
  const raw = (name: string, body: string | Buffer, type = 'application/json') => {
    const [method = '', path = ''] = name.split(' ')
    return served.app.request(path.replace(/\{\w+\}/, asks[name]?.id?.() ?? ''), {
      method,
      body: body as string,
      headers: { Cookie: ana.cookie, ...fromHere, 'Content-Type': type },
    })
  }
  const written = names.filter((name) => asks[name]?.body)

  test.each(written)('is 400 to %s, with a reason, and nothing changes', async (name) => {
    const before = await ofAna()
    const bodies: [string | Buffer, string?][] = [
      ['', 'application/json'],
      ['{', 'application/json'],
      ['"text"', 'application/json'],
      ['[]', 'application/json'],
      ['null', 'application/json'],
      ['{"content": 5, "username": 5}', 'application/json'],
      [Buffer.from([0xff, 0xfe, 0x00]), 'application/json'],
      [JSON.stringify(asks[name]?.body), 'text/plain'],
      ['content=a&username=a', 'application/x-www-form-urlencoded'],
      [`{"content": "${'x'.repeat(1_300_000)}"}`, 'application/json'],
    ]
    for (const [body, type] of bodies) {
      const response = await raw(name, body, type)
      isProblem(
        { status: response.status, headers: response.headers, body: await response.json() },
        400,
        'invalid_request',
      )
    }
    expect(await ofAna()).toEqual(before)
  })

  test('is said in the specification’s words where it has some', async () => {
    const detailOf = async (name: string, body: object) => (await ask(name, ana, body)).body.detail
    const post = 'POST /api/journal-entries'
    expect(await detailOf(post, { content: ' \n ' })).toBe('Content is required.')
    expect(await detailOf(post, {})).toBe('Content is required.')
    expect(await detailOf(post, { content: 'x'.repeat(100_001) })).toBe(
      'A Connection holds at most 100,000 characters. Please make it shorter, or make two of it.',
    )
    expect((await ask(post, ana, { content: '💔'.repeat(100_000) })).status).toBe(201)
    expect(await detailOf(post, { content: 'a', linked_term_id: uuidv7() })).toContain('not in the glossary')
    const signedOut = async (name: string) => (await send(name, fromHere)).body.detail
    expect(await signedOut('PUT /api/saved-terms/{term_id}')).toBe('You must be logged in to save terms')
    expect(await signedOut('DELETE /api/saved-terms/{term_id}')).toBe('You must be logged in to remove terms')
    for (const method of ['PUT', 'DELETE']) {
      const headers = { Cookie: ana.cookie, ...fromHere }
      const response = await served.app.request('/api/saved-terms', { method, headers })
      expect(await response.json()).toMatchObject({ status: 400, detail: 'Term ID is required' })
    }
    const unknown = await ask('PUT /api/saved-terms/{term_id}', ana, undefined, uuidv7())
    expect(unknown).toMatchObject({
      status: 404,
      body: { detail: 'Failed to save term: there is no such term in the glossary.' },
    })
  })

  test.each(['x', 'new', '%00', '..%2f', "'--", 'a'.repeat(5000)])(
    'as an id (%#) finds nothing',
    async (id) => {
      for (const name of names.filter((each) => each.includes('{'))) {
        const [method = '', path = ''] = name.split(' ')
        const body = asks[name]?.body
        const response = await served.app.request(path.replace(/\{\w+\}/, id), {
          method,
          headers: { Cookie: ana.cookie, ...fromHere, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        expect([204, 400, 404], name).toContain(response.status)
      }
    },
  )

  test.each([
    ['PUT', '/api/journal-entries', 'GET, HEAD, POST'],
    ['DELETE', '/api/journal-entries', 'GET, HEAD, POST'],
    ['POST', '/api/journal-entries/x', 'GET, HEAD, PATCH, DELETE'],
    ['POST', '/api/journal-drafts', 'GET, HEAD'],
    ['PATCH', '/api/journal-drafts/x', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/api/saved-terms', 'GET, HEAD'],
    ['POST', '/api/saved-terms/x', 'GET, HEAD, PUT, DELETE'],
    ['DELETE', '/api/profile', 'GET, HEAD, PATCH'],
  ])('as a method, %s %s, is told what there is', async (method, path, allowed) => {
    const response = await served.app.request(path, { method, headers: { Cookie: ana.cookie, ...fromHere } })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe(allowed)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('when it cannot be done', () => {
  test('because the database is gone, the words are the specification’s, and no more is said', async () => {
    const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
    const broken = await testApp({ app: gone, auth: database.auth })
    const details: Record<string, string> = {
      'GET /api/saved-terms': 'Error Loading Favorites',
      'GET /api/saved-terms/{term_id}': 'Failed to check if term is already saved',
      'PUT /api/saved-terms/{term_id}': 'Failed to save term: please try again in a moment.',
      'DELETE /api/saved-terms/{term_id}': 'Failed to remove term: please try again in a moment.',
      'GET /api/journal-entries': 'Failed to load connections. Please try again.',
      'POST /api/journal-entries': 'Failed to save your connection. Please try again.',
      'GET /api/journal-entries/{id}': 'Connection not found or failed to load.',
      'PATCH /api/journal-entries/{id}': 'Failed to update your connection. Please try again.',
      'DELETE /api/journal-entries/{id}': 'Failed to delete your connection. Please try again.',
      'GET /api/journal-drafts': 'Failed to load connections. Please try again.',
      'GET /api/journal-drafts/{id}': 'Failed to load connections. Please try again.',
      'PUT /api/journal-drafts/{id}': 'Your draft could not be kept just now. Please try again.',
      'DELETE /api/journal-drafts/{id}': 'Your draft could not be kept just now. Please try again.',
      'GET /api/profile': 'Your profile cannot be reached right now. Please try again in a moment.',
      'PATCH /api/profile': 'Your profile cannot be reached right now. Please try again in a moment.',
    }
    expect(Object.keys(details)).toEqual(names)
    const whole = served
    served = broken
    try {
      for (const [name, detail] of Object.entries(details)) {
        const got = await ask(name, ana)
        isProblem(got, 503, 'unavailable')
        expect(got.body.detail, name).toBe(detail)
      }
      expect(broken.lines.join('\n')).not.toContain(canary)
    } finally {
      served = whole
      await gone.destroy()
    }
  })

  test('because a row was tampered with, it is 503 with the specification’s words, and the log names the row', async () => {
    const superuser = await database.connect()
    await superuser.query('update journal_entries set revision = 5 where id = $1', [entry])
    await superuser.end()
    served.lines.length = 0
    const got = await ask('GET /api/journal-entries/{id}', ana)
    isProblem(got, 503, 'unavailable')
    expect(got.body.detail).toBe('Connection not found or failed to load.')
    expect(served.lines.filter((line) => line.includes('"level":"error"'))).toEqual([
      expect.stringContaining(`"row":"${entry}"`),
    ])
    const list = await ask('GET /api/journal-entries', ana)
    expect(list).toMatchObject({ status: 200, body: { total: 1, entries: [{ id: entry, content: null }] } })
  })

  test('because a key does not open, it is 503 with words, on every address that needs it', async () => {
    const superuser = await database.connect()
    await superuser.query('delete from data_keys where user_id = $1', [ana.user_id])
    await superuser.end()
    for (const name of names.filter((each) => each.includes('journal') && !each.startsWith('DELETE'))) {
      isProblem(await ask(name, ana), 503, 'unavailable')
    }
  })
})

test('what is asked for is logged once, without an id and without a word of it', async () => {
  served.lines.length = 0
  for (const name of names) await ask(name, ana)
  const log = served.lines.join('\n')
  expect(served.lines).toHaveLength(names.length)
  expect(log).toContain('"path":"/api/journal-entries/{id}"')
  for (const secret of [canary, entry, draft, apple, ana.user_id, ana.cookie.split('=')[1] ?? '']) {
    expect(log).not.toContain(secret)
  }
})
