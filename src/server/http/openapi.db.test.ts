import { Validator } from '@seriousme/openapi-schema-validator'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { readContract, type Schema, schemasIn } from '../../../test/support/api-contract.ts'
import { moveAllIn, moveAllOut, testKeyring, testLock } from '../../../test/support/locked-journal.ts'
import { personalEndpoints, sameOrigin } from '../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, testJournal } from '../../../test/support/user.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

const database = testDatabase()
const { fixture: at, requests: asks } = personalEndpoints(database)

let contract: Awaited<ReturnType<typeof readContract>>
beforeAll(async () => {
  contract = await readContract(at.served.app)
})
const message = {
  ...{ email: 'a@example.org', helpType: 'press-media', message: 'Ten letters, and more.' },
  confirmation: true,
}
const lockId = uuidv4()
const lockBodies: Record<string, () => object> = {
  'POST /api/journal-lock': () => ({ keyring: testKeyring(at.ana, lockId) }),
  'PUT /api/journal-lock/{id}/keyring': () => ({
    ...{ keyring: testKeyring(at.ana, lockId, 2), generation: 1, change: 'phrase' },
  }),
  'POST /api/journal-lock/rows': () => {
    const locked = { lock_id: lockId, data: Buffer.alloc(33 + 1_024, 1).toString('base64') }
    const rows = [{ table: 'journal_entries', id: uuidv7(), revision: 1, locked }]
    return { from: null, to: lockId, rows }
  },
}
/** The path of a valid request for each operation. */
const pathOf = (name: string, id?: string) =>
  (name.split(' ')[1] ?? '')
    .replace('{slug}', id ?? 'apple')
    .replace(/\{\w+\}/, id ?? asks[name]?.id?.() ?? lockId)
const bodyOf = (name: string): object | undefined =>
  name === 'POST /api/contact' ? message : (lockBodies[name]?.() ?? asks[name]?.body)

type Sent = { path?: string; body?: unknown; headers?: Record<string, string>; app?: typeof at.served.app }
/** Sends a valid request, except for the given parts. */
const send = (name: string, { path, body = bodyOf(name), headers = {}, app = at.served.app }: Sent = {}) =>
  app.request(path ?? pathOf(name), {
    method: name.split(' ')[0] ?? '',
    headers: {
      Cookie: at.ana.cookie,
      ...sameOrigin,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

describe('The OpenAPI document', () => {
  test('follows the OpenAPI standard', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(contract.document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('lists every endpoint', () => {
    expect(contract.document.openapi).toBe('3.1.0')
    expect(Object.keys(contract.document.paths).sort()).toEqual([
      '/api/account',
      '/api/account/export',
      '/api/contact',
      '/api/journal-drafts',
      '/api/journal-drafts/{id}',
      '/api/journal-entries',
      '/api/journal-entries/{id}',
      '/api/journal-entries/{id}/versions',
      '/api/journal-imports',
      '/api/journal-lock',
      '/api/journal-lock/reload-key',
      '/api/journal-lock/rows',
      '/api/journal-lock/{id}/finish',
      '/api/journal-lock/{id}/keyring',
      '/api/journal-lock/{id}/relock',
      '/api/journal-lock/{id}/resume',
      '/api/journal-lock/{id}/set-aside',
      '/api/journal-lock/{id}/unlock',
      '/api/profile',
      '/api/saved-terms',
      '/api/saved-terms/{term_id}',
      '/api/term-of-the-day',
      '/api/terms',
      '/api/terms/index',
      '/api/terms/names',
      '/api/terms/options',
      '/api/terms/suggest',
      '/api/terms/{slug}',
      '/api/trash',
      '/api/trash/{id}',
      '/api/trash/{id}/restore',
    ])
  })

  test('passes Spectral (ruleset "spectral:oas")', () => {
    const { info, servers, tags } = contract.document
    expect(info).toMatchObject({
      description: expect.stringMatching(/\w/),
      contact: { url: 'http://localhost:3000/contact' },
      license: { name: expect.stringMatching(/\w/), url: expect.stringMatching(/^https:/) },
    })
    expect(servers).toEqual([{ url: 'http://localhost:3000', description: 'This instance' }])
    const named = tags.map(({ name }) => name)
    expect(named).toEqual(named.toSorted())
    for (const { name, description } of tags) expect(description, name).toMatch(/\w/)
    const used = contract.operations.flatMap((operation) => operation.tags)
    expect([...new Set(used)].toSorted()).toEqual(named)
    const ids = contract.operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(contract.operations.length)
    for (const { name, operationId, summary, description, parameters, ...operation } of contract.operations) {
      expect(operationId, name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/)
      expect(operation.tags, name).toHaveLength(1)
      for (const text of [summary, description]) expect(text, name).toMatch(/\w{2}/)
      for (const each of parameters ?? []) expect(each.description, `${name} ${each.name}`).toMatch(/\w/)
    }
  })

  test('requires a token or the session cookie for every personal endpoint', () => {
    expect(Object.keys(contract.document.components.securitySchemes).sort()).toEqual(['bearer', 'session'])
    const personal = contract.operations.flatMap(({ security }) => (security ? [security] : []))
    expect(personal).toHaveLength(37)
    for (const security of personal) expect(security).toEqual([{ bearer: [] }, { session: [] }])
  })

  test('describes each parameter with its limits, and every reference resolves', () => {
    const parameters = contract.document.paths['/api/terms']?.get?.parameters ?? []
    expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'query search',
      'query type',
      'query sort',
      'query letter',
      'query offset',
      'query limit',
    ])
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
    expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    expect(schemaOf('offset')).toMatchObject({ type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 })
    expect(schemaOf('sort')).toMatchObject({ enum: ['a-z', 'z-a', 'newest', 'oldest'], default: 'a-z' })
    expect(schemaOf('search')).toMatchObject({ type: 'string', maxLength: 200 })
    const text = JSON.stringify(contract.document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, name = ''] of references) expect(contract.document.components.schemas).toHaveProperty(name)
  })

  test('has no unsatisfiable schema, and formats for ids and times', () => {
    for (const { at: place, schema } of schemasIn(contract.document)) {
      // `nullable` of a named schema becomes an object and null at the same time.
      expect(schema.allOf, place).toBeUndefined()
      for (const [name, { format }] of Object.entries(schema.properties ?? {})) {
        // WebAuthn's ids are no UUIDs.
        if (/(?:^|_)id$|^writer$/.test(name) && name !== 'credential_id')
          expect(format, `${place} ${name}`).toBe('uuid')
        if (/_at$/.test(name)) expect(format, `${place} ${name}`).toBe('date-time')
        if (name === 'email') expect(format, place).toBe('email')
      }
    }
    const ids = contract.operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => /(?:^|_)id$/.test(name)),
    )
    expect(ids).toHaveLength(20)
    for (const { schema } of ids) expect(schema.format).toBe('uuid')
  })
})

describe('A text in a request', () => {
  test('may be as long as the OpenAPI document allows, and no longer', async () => {
    let texts = 0
    const bodies = contract.operations.flatMap(({ name, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      // Texts of a locked journal are envelopes.
      const kinds = [schema?.anyOf ?? schema ?? []].flat() as Schema[]
      return kinds.map(({ properties = {} }) => ({ name, properties: Object.entries(properties) }))
    })
    const isText = ({ type, format, enum: named }: Schema) =>
      [type].flat().includes('string') && !named && format !== 'uuid'
    for (const { name, properties } of bodies) {
      for (const [member, schema] of properties.filter(([, each]) => isText(each))) {
        const { maxLength = Number.NaN, minLength, format } = schema
        expect(maxLength, `${name} ${member}`).toBeGreaterThan(0)
        const textOf = (length: number) => {
          if (format !== 'email') return 'x'.repeat(length)
          // The local part of an address has at most 64 characters, each label at most 63 (RFC 5321, RFC 1035).
          const domain = `${'d'.repeat(60)}.`.repeat(3)
          return `${'a'.repeat(length - domain.length - 4)}@${domain}org`
        }
        const status = async (length: number) => {
          const body = { ...bodyOf(name), [member]: textOf(length) }
          const fresh = name.startsWith('PUT') ? { path: pathOf(name, uuidv7()), body } : { body }
          return (await send(name, fresh)).status
        }
        texts++
        if (format !== 'email') expect(await status(maxLength), `${name} ${member}`).not.toBe(400)
        expect(await status(maxLength + 1), `${name} ${member}`).toBe(400)
        if (minLength) expect(await status(minLength - 1), `${name} ${member}`).toBe(400)
      }
    }
    expect(texts).toBe(8)
  })
})

test('every number in a query must be plain digits within its limits', async () => {
  let numbers = 0
  for (const { name, parameters = [] } of contract.operations) {
    for (const { name: parameter, schema } of parameters.filter((each) => each.schema.type === 'integer')) {
      numbers++
      const { minimum = 0, maximum = 0 } = schema
      const answer = (text: string) => send(name, { path: `${pathOf(name)}?${parameter}=${text}` })
      expect((await answer(String(minimum))).status).toBe(200)
      expect((await answer(String(maximum))).status).toBe(200)
      const refused = [
        '',
        '0x10',
        '1e1',
        '%2B1',
        '%201',
        '1%20',
        '1.0',
        '-0',
        '1_0',
        'Infinity',
        '%D9%A3',
        'x',
      ]
      for (const text of [...refused, `${minimum - 1}`, `${maximum + 1}`, `5&${parameter}=6`]) {
        const response = await answer(text)
        expect(response.status, `${name} ${parameter}=${text}`).toBe(400)
        expect((await response.json()).detail).toBe(
          `${parameter} is a whole number from ${minimum} to ${maximum}, in plain digits.`,
        )
      }
    }
  }
  expect(numbers).toBe(5)
})

test('the id of another user, an unknown id and an invalid id get the same response everywhere', async () => {
  const strange = [
    uuidv7(),
    'x',
    '1',
    '00000000-0000-0000-0000-000000000000',
    at.entry.slice(1),
    `${at.entry}0`,
  ]
  const malformed = [
    ...strange,
    `{${at.entry}}`,
    '%00',
    '%ff',
    "'--",
    '..%2f',
    'a'.repeat(5000),
    '%F0%9F%92%94',
  ]
  const withId = contract.operations.filter(({ path }) => path.includes('_id}') || path.includes('{id}'))
  expect(withId).toHaveLength(19)
  for (const { name } of withId) {
    // A draft of an existing Connection, because a new draft takes any id that the client sends.
    const body = name.startsWith('PUT /api/journal-drafts')
      ? { ...bodyOf(name), entry_revision: 1 }
      : undefined
    const sendAs = async (cookie: string, id: string) => {
      const response = await send(name, { path: pathOf(name, id), headers: { Cookie: cookie }, body })
      return { status: response.status, body: await response.text() }
    }
    const unknown = await sendAs(at.ana.cookie, uuidv7())
    const idempotent = /^DELETE \/api\/(?:saved-terms|journal-drafts)/.test(name)
    expect(unknown.status, name).toBe(idempotent ? 204 : 404)
    for (const id of malformed) expect(await sendAs(at.ana.cookie, id), `${name} ${id}`).toEqual(unknown)
    const foreign = name.includes('journal-entries')
      ? at.entry
      : name.includes('trash')
        ? at.deleted
        : at.draft
    if (!name.includes('saved-terms')) expect(await sendAs(at.ben.cookie, foreign), name).toEqual(unknown)
  }
  expect((await send('GET /api/journal-entries/{id}')).status).toBe(200)
  expect((await send('GET /api/journal-drafts/{id}')).status).toBe(200)
})

/** Locks Ana's journal and unlocks it again, with what goes wrong on the way. */
async function lookAtLocks(look: (name: string, sent?: Sent) => Promise<number>) {
  const [start, rows] = ['POST /api/journal-lock', 'POST /api/journal-lock/rows']
  const of = (action: string) => `POST /api/journal-lock/{id}/${action}`
  const { journal } = testJournal(database)
  const lock = await testLock(at.ana.owner, lockId)
  const body = lockBodies[start]?.()
  expect(await look(rows), 'without a lock').toBe(409)
  for (const status of [201, 200]) expect(await look(start, { body })).toBe(status)
  expect(await look(start, { body: { keyring: testKeyring(at.ana) } })).toBe(409)
  expect(await look(rows)).toBe(200)
  expect(await look(rows, { body: { ...bodyOf(rows), from: uuidv4() } })).toBe(404)
  expect(await look('GET /api/journal-lock/rows', { path: `/api/journal-lock/rows?from=${uuidv4()}` })).toBe(
    404,
  )
  const plain = { body: { content: 'Plain.' } }
  expect(await look('POST /api/journal-entries', plain)).toBe(403)
  expect(await look('POST /api/journal-imports')).toBe(403)
  const change = lockBodies['PUT /api/journal-lock/{id}/keyring']?.()
  for (const status of [200, 200])
    expect(await look('PUT /api/journal-lock/{id}/keyring', { body: change })).toBe(status)
  expect(await look('PUT /api/journal-lock/{id}/keyring')).toBe(409)
  expect(await look(of('resume'))).toBe(409)
  expect(await look(of('relock'))).toBe(200)
  expect(await look(of('finish'))).toBe(409)
  await moveAllIn(journal, at.ana.owner, lock)
  expect(await look(of('finish'))).toBe(200)
  const id = uuidv7()
  expect(
    await look('POST /api/journal-entries', { body: { id, locked: await lock.entry('New.', id) } }),
  ).toBe(201)
  for (const name of [
    'GET /api/journal-entries',
    'GET /api/journal-drafts',
    'GET /api/trash',
    'GET /api/journal-lock',
  ])
    expect(await look(name)).toBe(200)
  const lockedRows = `/api/journal-lock/rows?from=${lockId}`
  expect(await look('GET /api/journal-lock/rows', { path: lockedRows })).toBe(200)
  expect(await look(of('set-aside'))).toBe(200)
  expect(await look(of('unlock'))).toBe(409)
  expect(await look(of('resume'))).toBe(200)
  expect(await look(of('unlock'))).toBe(200)
  expect(await look(of('relock'))).toBe(200)
  await look(of('finish'))
  expect(await look(of('relock'))).toBe(409)
  expect(await look(of('unlock'))).toBe(200)
  await moveAllOut(journal, at.ana.owner, lock)
  expect(await look(of('finish'))).toBe(204)
  for (const method of ['PUT', 'GET', 'DELETE']) await look(`${method} /api/journal-lock/reload-key`)
}

test('each operation responds with all documented statuses and no others', {
  timeout: 240_000,
}, async () => {
  const seen = new Map<string, Set<string>>(contract.operations.map(({ name }) => [name, new Set()]))
  const look = async (name: string, sent: Sent = {}) => {
    const response = await send(name, sent)
    expect(
      await contract.findViolations(name, response),
      `${name} ${JSON.stringify(sent).slice(0, 200)}`,
    ).toEqual([])
    seen.get(name)?.add(String(response.status))
    return response.status
  }
  const owing = await createTestUser(database)
  await database.auth
    .insertInto('auth.factors')
    .values({ id: uuidv7(), user_id: owing.user_id, factor_type: 'totp', status: 'verified' })
    .execute()
  const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
  const broken = (await testApp({ app: gone, auth: database.auth })).app
  const dead = (await testApp({ app: gone, auth: gone })).app
  const counted = (await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })).app
  for (const { name, method, path, parameters = [], requestBody, security } of contract.operations) {
    if (security) {
      await look(name, { headers: { Cookie: '' } })
      await look(name, { headers: { Cookie: owing.cookie } })
    }
    const down = path.endsWith('suggest') ? { path: `${path}?q=apple` } : {}
    await look(name, { ...down, app: dead })
    if (!path.startsWith('/api/account')) await look(name, { ...down, app: broken })
    if (!security && method === 'GET') {
      await look(name)
      await look(name, { headers: { 'If-None-Match': '*' } })
    }
    if (path.includes('{')) await look(name, { path: pathOf(name, uuidv7()) })
    for (const { name: query } of parameters.filter((each) => each.in === 'query'))
      await look(name, { path: `${path}?${query}=${'x'.repeat(201)}&${query}=y` })
    if (requestBody) await look(name, { body: '{' })
    else if (method !== 'GET') await look(name, { body: 'x'.repeat(2_000_000) })
    // More concurrent requests than one client IP may have (server/http/rate-limit.ts).
    const crowd = { app: counted, headers: { Cookie: '', 'X-Forwarded-For': '10.1.2.3' } }
    const body = method === 'GET' ? undefined : '{'
    await Promise.all(Array.from({ length: 55 }, () => look(name, { ...crowd, body })))
  }
  // Valid requests, in an order in which each finds what it needs.
  await look('POST /api/contact')
  const id = uuidv7()
  const entry = (content: string, more = {}) => ({ body: { id, content, ...more } })
  for (const content of ['One.', 'One.', 'Another.']) await look('POST /api/journal-entries', entry(content))
  for (const content of ['Changed.', 'Changed otherwise.'])
    await look('PATCH /api/journal-entries/{id}', entry(content, { revision: 1 }))
  const draft = (content: string, revision: number | null, path: string) => ({
    path,
    body: { content, revision, entry_revision: null },
  })
  const [held, empty] = [pathOf('PUT /api/journal-drafts/{id}'), `/api/journal-drafts/${uuidv7()}`]
  for (const given of [
    draft('Begun again.', 1, held),
    draft('Of another page.', 1, held),
    draft(' ', null, empty),
    // The draft it is based on is deleted: `current` is null.
    draft('Late.', 3, empty),
    { path: empty, body: { content: 'Of none.', revision: null, entry_revision: 1 } },
  ])
    await look('PUT /api/journal-drafts/{id}', given)
  await look('PUT /api/saved-terms/{term_id}', { path: `/api/saved-terms/${at.loveBombing}` })
  for (const name of ['PUT', 'GET', 'DELETE'].map((method) => `${method} /api/saved-terms/{term_id}`))
    await look(name)
  await look('PATCH /api/profile')
  await look('POST /api/journal-imports')
  for (const { name } of contract.operations.filter(({ method, security }) => method === 'GET' && security))
    await look(name)
  await lookAtLocks(look)
  await look('POST /api/trash/{id}/restore')
  await look('DELETE /api/journal-entries/{id}', {
    path: pathOf('DELETE /api/journal-entries/{id}', at.deleted),
  })
  for (const place of ['journal-entries/{id}/versions', 'journal-drafts/{id}', 'journal-entries/{id}'])
    await look(`DELETE /api/${place}`)
  for (const place of ['trash/{id}', 'account']) await look(`DELETE /api/${place}`)
  await gone.destroy()
  for (const { name, responses } of contract.operations)
    expect([...(seen.get(name) ?? [])].toSorted(), name).toEqual(Object.keys(responses).toSorted())
})
