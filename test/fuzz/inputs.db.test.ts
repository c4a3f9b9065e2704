import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { isZodLengthCrash } from '../../src/platform/api.server.ts'
import { sourceTerm } from '../support/source-terms.ts'
import { testApp } from '../support/test-app.ts'
import { testDatabase } from '../support/test-database.ts'
import { createTestUser, syncTerms } from '../support/user.ts'

/*
 * Sends random input to every route and every contract: no response is 500, and nothing hangs. `npm run fuzz` sends a hundred times as
 * much.
 */

const long = import.meta.env.MODE === 'fuzz'
const runs = { requests: long ? 500_000 : 4_000, each: long ? 20_000 : 100 }
/** The timeout of a request in milliseconds. Responses to wrong passwords are delayed by up to 4 s. */
const patience = 8_000
const timeout = long ? 6 * 60 * 60 * 1000 : 240_000

const contracts = import.meta.glob<Record<string, unknown>>('../../src/{domains,auth-api}/**/*.contract.ts', {
  eager: true,
})
const schemas = Object.entries(contracts).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter(([, value]) => typeof (value as z.ZodType)?.safeParse === 'function')
    .map(([name, schema]) => ({
      name: `${path.replace('../../src/', '')} ${name}`,
      schema: schema as z.ZodType,
    })),
)

/** Values that have broken other software. */
const corpus = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    '%',
    '%00',
    '%ff',
    "'; drop table terms; --",
    '{{7*7}}',
    '../../etc/passwd',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e309',
    '9007199254740993',
    '0x10',
    '٣',
  ],
  ...[
    '2026-02-30',
    '+275761-01-01T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    'İ',
    'ß',
    'é'.repeat(200),
    'a@b',
    '"a b"@example.org',
  ],
]
/** Field names of our contracts, so that input passes their first check. */
const fields = [
  ...[
    'email',
    'password',
    'id',
    'content',
    'linked_term_id',
    'revision',
    'entry_revision',
    'writer',
    'sequence',
    'username',
    'first_name',
  ],
  ...[
    'name',
    'helpType',
    'message',
    'confirmation',
    'token',
    'type',
    'grant_type',
    'refresh_token',
    'code',
    'factor_id',
    'challenge_id',
  ],
  ...[
    'data',
    'nonce',
    'phone',
    'provider',
    'id_token',
    'redirect_to',
    'code_challenge',
    'code_challenge_method',
    'auth_code',
    'mode',
    'intent',
  ],
]
const text = fc.oneof(
  fc.constantFrom(...corpus),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uuid(),
  fc.emailAddress(),
)
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
)
const object = fc.dictionary(
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: text }),
  value,
  { maxKeys: 8 },
)

/** Rejects input on which zod throws, as the endpoints do (platform/api.server.ts). */
function judge(schema: z.ZodType, given: unknown) {
  try {
    return schema.safeParse(given)
  } catch (thrown) {
    if (isZodLengthCrash(thrown)) return { success: false } as const
    throw thrown
  }
}

test.each(schemas)('$name accepts or rejects any input without throwing', { timeout }, ({ schema }) => {
  fc.assert(
    fc.property(
      fc.oneof(object, value, fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })),
      (given) => {
        const judged = judge(schema, given)
        // Accepted data can be serialized.
        if (judged.success && judged.data !== undefined) JSON.stringify(judged.data)
      },
    ),
    { numRuns: runs.each },
  )
})

test('More than 30 contracts are tested', () => expect(schemas.length).toBeGreaterThan(30))

const database = testDatabase()
let app: Awaited<ReturnType<typeof testApp>>['app']
let paths: string[]
let cookie: string
beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Apple'), sourceTerm('Word Salad')])
  // Each request has another IP, so that rate limits do not hide what is behind them.
  app = (await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })).app
  cookie = (await createTestUser(database)).cookie
  const pages = [
    '',
    'glossary',
    'glossary/apple',
    'contact',
    'auth-test',
    'auth-test/reset',
    'demo/dashboard',
    'dashboard',
  ]
  const more = [
    'dashboard/settings',
    'dashboard/connections',
    'dashboard/connections/new',
    'leave',
    'sitemap.xml',
    'assets/x.js',
    'dashboard.data',
  ]
  paths = [
    ...new Set([...app.routes.map(({ path }) => path), ...[...pages, ...more].map((path) => `/${path}`)]),
  ]
    // Wildcard routes have tests of their own.
    .filter((path) => !path.includes('*'))
})

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  path: fc.nat(),
  wild: fc.option(text, { freq: 6 }),
  inside: fc.array(fc.oneof(text, fc.constant('apple')), { minLength: 3, maxLength: 3 }),
  query: fc.dictionary(
    fc.constantFrom(
      'search',
      'q',
      'after',
      'offset',
      'limit',
      'sort',
      'type',
      'mode',
      'grant_type',
      'next',
      'code',
      'state',
      'token',
    ),
    text,
    { maxKeys: 4 },
  ),
  body: fc.oneof(
    object.map((given) => JSON.stringify(given)),
    value.map((given) => JSON.stringify(given) ?? ''),
    text,
    object.map((given) =>
      new URLSearchParams(Object.entries(given).map(([key, each]) => [key, String(each)])).toString(),
    ),
  ),
  contentType: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json; charset=utf-16',
    '',
    'x',
  ),
  who: fc.constantFrom('nobody', 'person', 'person', 'forged', 'bearer'),
  site: fc.constantFrom('same-origin', 'same-origin', 'cross-site', 'none', ''),
  language: fc.constantFrom('en', '*', 'xx;q=9', ''),
})

const escaped = (part: string) => encodeURIComponent(part.toWellFormed())

test('Every route responds to any input in time and without a server error', { timeout }, async () => {
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      const known = paths[given.path % paths.length] ?? '/'
      const parts = [...given.inside]
      const filled = known.replace(/:[a-z_]+(?:\{[^}]*\})?/gi, () => escaped(parts.shift() ?? 'x') || 'x')
      const path = given.wild === null ? filled : `${filled}/${escaped(given.wild)}`
      const url = `http://localhost${path}?${new URLSearchParams(Object.entries(given.query).map(([key, each]) => [key, each.toWellFormed()]))}`
      const headers = new Headers({
        'X-Forwarded-For': `10.${given.path % 250}.${randomUUID().charCodeAt(0)}.${Math.floor(Math.random() * 250)}`,
      })
      if (given.site) headers.set('Sec-Fetch-Site', given.site)
      if (given.language) headers.set('Accept-Language', given.language)
      if (given.contentType) headers.set('Content-Type', given.contentType)
      if (given.who === 'person') headers.set('Cookie', cookie)
      if (given.who === 'forged')
        headers.set('Cookie', '__Host-session=x; __Host-signed-in=1; __Host-session=y')
      if (given.who === 'bearer') headers.set('Authorization', `Bearer ${escaped(given.inside[0] ?? '')}`)
      const bare = given.method === 'GET' || given.method === 'HEAD'
      const began = performance.now()
      const asked = app.request(url, {
        method: given.method,
        headers,
        ...(bare ? {} : { body: given.body.toWellFormed() }),
      })
      const late = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late').unref())
      const answer = await Promise.race([asked, late])
      expect(answer, `${given.method} ${path}`).not.toBe('late')
      const response = answer as Response
      await response.arrayBuffer()
      slowest = Math.max(slowest, performance.now() - began)
      expect(response.status, `${given.method} ${url} ${given.body}`).toBeLessThan(500)
    }),
    { numRuns: runs.requests, endOnFailure: true },
  )
  console.log(
    `${runs.requests} requests to ${paths.length} addresses; the slowest took ${Math.round(slowest)} ms`,
  )
})
