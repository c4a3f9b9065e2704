import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Operation, readContract, type Schema } from '../support/api-contract.ts'
import { sourceTerm } from '../support/source-terms.ts'
import { testApp } from '../support/test-app.ts'
import { testDatabase } from '../support/test-database.ts'
import { createTestUser, syncTerms } from '../support/user.ts'

/*
 * Sends valid and hostile requests generated from the OpenAPI document of `/api`: every response must have a documented status, and a
 * body that its schema accepts. `npm run fuzz` sends two hundred times as many.
 */

const long = import.meta.env.MODE === 'fuzz'
const numRuns = long ? 100_000 : 500
const timeout = long ? 6 * 60 * 60 * 1000 : 240_000

const database = testDatabase()
let app: Awaited<ReturnType<typeof testApp>>['app']
let contract: Awaited<ReturnType<typeof readContract>>
let cookies: Record<'ana' | 'ben' | 'restricted' | 'owing', string>
/** Ids of terms and Connections: few, so that the requests of Ana and Ben collide. */
let ids: string[]

beforeAll(async () => {
  const terms = await syncTerms(database, [sourceTerm('Apple'), sourceTerm('Word Salad')])
  const served = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
  app = served.app
  // Sessions are created with the clock of the database.
  served.time.now = new Date()
  contract = await readContract(app)
  const [ana, ben, restricted, owing] = await Promise.all([
    createTestUser(database),
    createTestUser(database),
    createTestUser(database, 'restricted'),
    createTestUser(database),
  ])
  await database.auth
    .insertInto('auth.factors')
    .values({ id: uuidv7(), user_id: owing.user_id, factor_type: 'totp', status: 'verified' })
    .execute()
  cookies = { ana: ana.cookie, ben: ben.cookie, restricted: restricted.cookie, owing: owing.cookie }
  ids = [...Object.values(terms), ...Array.from({ length: 4 }, () => uuidv7())]
})

const hostile = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '%', '%00', '../x', "'; drop table terms; --", '__proto__', 'constructor'],
    ...['null', 'NaN', '-1', '0x10', '1e1', '+1', ' 1', '1e309', '9007199254740993', '٣', 'é'.repeat(300)],
    ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '\u202e', 'İ'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const anything = fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.maxSafeInteger())

/** Generates values that a request schema accepts, as far as the document says. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format, enum: named, properties, required = [] } = schema
  if (named) return fc.constantFrom(...named)
  const types = [type].flat()
  if (types.includes('null'))
    return fc.option(fitting({ ...schema, type: types.filter((each) => each !== 'null') as string[] }), {
      freq: 2,
    })
  if (types.includes('object'))
    return fc.record(
      Object.fromEntries(Object.entries(properties ?? {}).map(([name, each]) => [name, fitting(each)])),
      { requiredKeys: required },
    )
  if (types.includes('integer'))
    return fc.oneof(
      fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 4, 4) }),
      fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 }),
    )
  if (types.includes('boolean')) return fc.boolean()
  if (format === 'uuid') return fc.constantFrom(...ids)
  if (format === 'email') return fc.emailAddress()
  const { minLength = 0, maxLength = 20, pattern } = schema
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc
      .constantFrom('Some text, which is long enough.', 'apple', 'appel')
      .filter((text) => text.length <= maxLength),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) }),
  )
}

/** Mostly valid values, so that requests pass the first check. */
const mostly = (fits: fc.Arbitrary<unknown>, otherwise: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: fits }, { weight: 1, arbitrary: otherwise })

function requestOf({ method, path, parameters = [], requestBody }: Operation) {
  const schema = requestBody?.content['application/json']?.schema
  const spoiled = (each: Schema) =>
    fc.dictionary(fc.constantFrom(...Object.keys(each.properties ?? { x: {} })), anything, { maxKeys: 4 })
  return fc.record({
    path: fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'path')
          .map(({ name, schema: of }) => [
            name,
            mostly(name === 'slug' ? fc.constantFrom('apple', 'word-salad', 'none') : fitting(of), hostile),
          ]),
      ),
    ),
    query: fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'query')
          .map(({ name, schema: of }) => [name, fc.array(mostly(fitting(of), hostile), { maxLength: 2 })]),
      ),
      { requiredKeys: [] },
    ),
    body: schema
      ? mostly(
          fitting(schema).map((body) => JSON.stringify(body)),
          fc.oneof(
            fc
              .tuple(fitting(schema), spoiled(schema))
              .map((both) => JSON.stringify(Object.assign({}, ...both))),
            anything.map((value) => JSON.stringify(value) ?? ''),
            hostile,
          ),
        )
      : mostly(fc.constant(''), hostile),
    contentType: mostly(
      fc.constant('application/json'),
      fc.constantFrom(
        '',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ),
    ),
    who: fc.constantFrom('ana', 'ana', 'ana', 'ben', 'restricted', 'owing', 'nobody', 'forged', 'bearer'),
    site: mostly(fc.constant('same-origin'), fc.constantFrom('cross-site', 'none', '')),
    marks: fc.constantFrom('', '', '*', '"x"'),
    method: fc.constant(method),
    template: fc.constant(path),
    from: fc.nat({ max: 65_535 }),
  })
}

test('Every response of /api matches the OpenAPI document', { timeout }, async () => {
  const statuses = new Map<string, number>()
  const requests = fc
    .constantFrom(...contract.operations)
    .chain((operation) => requestOf(operation).map((given) => ({ name: operation.name, given })))
  await fc.assert(
    fc.asyncProperty(requests, async ({ name, given }) => {
      const values = given.path as Record<string, string>
      const path = given.template.replace(/\{(\w+)\}/g, (_, key) =>
        encodeURIComponent(values[key]?.toWellFormed() ?? ''),
      )
      // An empty segment results in another path, which is not documented.
      fc.pre(!/\/(?:\/|$)/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path))
      const query = new URLSearchParams(
        Object.entries(given.query as Record<string, unknown[]>).flatMap(([key, each]) =>
          each.map((value): [string, string] => [key, String(value).toWellFormed()]),
        ),
      )
      const headers = new Headers({ 'X-Forwarded-For': `10.1.${given.from >> 8}.${given.from & 255}` })
      if (given.site) headers.set('Sec-Fetch-Site', given.site as string)
      if (given.contentType) headers.set('Content-Type', given.contentType as string)
      if (given.marks) headers.set('If-None-Match', given.marks)
      if (given.who === 'forged') headers.set('Cookie', '__Host-session=x')
      else if (given.who === 'bearer') headers.set('Authorization', 'Bearer a.b.c')
      else if (given.who !== 'nobody') {
        // Account deletion gets a new user each time.
        const own =
          given.template === '/api/account'
            ? (await createTestUser(database)).cookie
            : cookies[given.who as 'ana']
        headers.set('Cookie', own)
      }
      const response = await app.request(`http://localhost${path}?${query}`, {
        method: given.method,
        headers,
        ...(given.method === 'GET' ? {} : { body: String(given.body).toWellFormed() }),
      })
      const key = `${name} ${response.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
      expect(
        await contract.findViolations(name, response),
        `${given.method} ${path}?${query} ${given.body}`,
      ).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
  const failing = contract.operations
    .map(({ name }) => name)
    .filter((name) => ![200, 201, 204].some((status) => statuses.has(`${name} ${status}`)))
  console.log(
    `${numRuns} requests, ${statuses.size} kinds of answers; never a success: ${failing.join(', ') || 'none'}`,
  )
  // Every operation must succeed at least once, or only its errors were tested.
  if (long) expect(failing).toEqual([])
})
