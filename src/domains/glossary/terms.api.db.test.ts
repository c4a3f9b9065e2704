import { beforeAll, describe, expect, test } from 'vitest'
import { manyTerms, sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { entriesOf } from './search/search.contract.ts'
import { syncGlossary } from './source/glossary-source.writes.server.ts'
import { glossaryApi } from './terms.api.server.ts'

const database = testDatabase()
const now = { instant: new Date('2026-03-04T23:30:00Z') }
const words = sourceTerm("Don't Ask", {
  type: 'clinical',
  aliases: ['never ask'],
  definition: 'First sentence. Second one.',
  in_people_words: ['I stopped asking.'],
  origin: 'From a play.',
})
const files = [words, sourceTerm('Apple'), ...manyTerms(60)]

const aLimit = 'limit is a whole number from 1 to 100, in plain digits'

/** The API without its cache, which server/http/app.db.test.ts tests. */
const api = () =>
  glossaryApi(
    {
      config: readConfig({}),
      database: database.app,
      authDatabase: database.auth,
      masterKey: masterKey(Buffer.alloc(32)),
      clock: { now: () => now.instant },
      log: createLog('silent'),
    },
    (_context, _key, make) => make(),
  )
const get = async (path: string) => {
  const response = await api().request(path)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

beforeAll(() => syncGlossary(database.owner, files))

const detailFields = ['called_elsewhere', 'heavy', 'not_the_same_as', 'senses', 'sources']
const termFields = [
  'aliases',
  'created_at',
  'definition',
  'examples',
  'id',
  'slug',
  'tags',
  'term_name',
  'type',
]

describe('GET /terms', () => {
  test('returns twenty full terms from A to Z, and the total', async () => {
    const { status, headers, body } = await get('/terms')
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toContain('application/json')
    expect(Object.keys(body)).toEqual(['terms', 'total'])
    expect(body.total).toBe(62)
    expect(body.terms).toHaveLength(20)
    expect(body.terms[0].term_name).toBe('Apple')
    for (const term of body.terms) expect(Object.keys(term).sort()).toEqual(termFields)
    expect(body.terms[0].created_at).toBe('2026-01-01T00:00:00.000Z')
  })

  test('applies type, sort, offset, limit and search', async () => {
    const { body } = await get('/terms?type=clinical&sort=z-a&offset=1&limit=3')
    expect(body.terms).toHaveLength(3)
    expect(body.total).toBe(21)
    expect(body.terms.every((term: { type: string }) => term.type === 'clinical')).toBe(true)
    expect((await get('/terms?offset=61&limit=100')).body.terms).toHaveLength(1)
    expect((await get('/terms?search=don%E2%80%99t')).body).toMatchObject({
      terms: [{ slug: 'dont-ask' }],
      total: 1,
    })
    expect((await get('/terms?search=%20%20')).body.total).toBe(62)
    expect((await get('/terms?offset=1000000')).body).toEqual({ terms: [], total: 62 })
    expect((await get(`/terms?search=${'a'.repeat(200)}`)).status).toBe(200)
  })

  test('sets a public cache time of two minutes for a list, and no-store for a search', async () => {
    expect((await get('/terms')).headers.get('Cache-Control')).toBe('public, max-age=120')
    expect((await get('/terms?search=apple')).headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    ...['limit=0', 'limit=101', 'limit=abc', 'limit=', 'limit=5&limit=6', 'limit=0x10', 'limit=1e1'].map(
      (query): [string, string] => [query, `${aLimit}.`],
    ),
    ...['offset=-1', 'offset=1.5', 'offset=1000001', 'offset=Infinity', 'offset=', 'offset=%201'].map(
      (query): [string, string] => [query, 'offset is a whole number from 0 to 1000000, in plain digits.'],
    ),
    ['sort=best', 'sort is one of a-z, z-a, newest, oldest.'],
    ['sort=A-Z', 'sort is one of a-z, z-a, newest, oldest.'],
    ['type=all', 'type is one of clinical, community.'],
    ['type=__proto__', 'type is one of clinical, community.'],
    ['limit=0&sort=best', `sort is one of a-z, z-a, newest, oldest; ${aLimit}.`],
  ])('rejects ?%s with a reason', async (query, detail) => {
    const { status, headers, body } = await get(`/terms?${query}`)
    expect(status).toBe(400)
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toEqual({
      type: 'about:blank',
      title: 'This request could not be understood',
      status: 400,
      code: 'invalid_request',
      detail,
    })
  })

  test('rejects search text over 200 characters with 400, and does not echo it', async () => {
    const { status, body } = await get(`/terms?search=${'a'.repeat(201)}`)
    expect(status).toBe(400)
    expect(body.detail).toBe('search text takes at most 200 characters.')
  })

  test('ignores unknown parameters', async () => {
    expect((await get('/terms?utm_source=x&colour=a')).body.total).toBe(62)
  })

  test('returns the terms of one letter', async () => {
    const { terms, total } = (await get('/terms?letter=p&limit=100')).body
    expect(total).toBe(terms.length)
    expect(terms.length).toBeGreaterThan(0)
    for (const { term_name } of terms) expect(term_name).toMatch(/^p/i)
    expect((await get('/terms?letter=pa')).status).toBe(400)
  })
})

describe('GET /terms/suggest', () => {
  test('returns at most five terms, with Cache-Control: no-store', async () => {
    const { status, headers, body } = await get('/terms/suggest?q=pattern')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body.terms).toHaveLength(5)
    expect(Object.keys(body.terms[0]).sort()).toEqual(['definition', 'slug', 'term_name', 'type'])
  })

  test('returns no terms for blank text, and rejects text over 200 characters with 400', async () => {
    for (const query of ['', '?q=', '?q=%20'])
      expect((await get(`/terms/suggest${query}`)).body).toEqual({ terms: [] })
    expect((await get(`/terms/suggest?q=${'a'.repeat(201)}`)).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })
})

describe('GET /terms/options', () => {
  test('returns the first fifty by name, with the fields of a picker', async () => {
    const { headers, body } = await get('/terms/options')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body.terms).toHaveLength(50)
    expect(body.terms[0]).toEqual({
      id: expect.any(String),
      term_name: 'Apple',
      slug: 'apple',
      tags: ['One', 'Two', 'Three'],
    })
  })

  test('finds part of a name or slug in any case, and an alias only as a whole', async () => {
    const find = async (q: string) =>
      (await get(`/terms/options?q=${encodeURIComponent(q)}`)).body.terms.map(
        (term: { slug: string }) => term.slug,
      )
    expect(await find(' DON’T ')).toEqual(['dont-ask'])
    expect(await find('dont-a')).toEqual(['dont-ask'])
    expect(await find('never ask')).toEqual(['dont-ask'])
    expect(await find('never as')).toEqual([])
    expect(await find('%')).toEqual([])
  })
})

describe('GET /terms/index', () => {
  test('returns every term in compact columns, with the glossary version', async () => {
    const { headers, body } = await get('/terms/index')
    expect(headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(body.version).toMatch(/^[0-9a-f]{16}$/)
    // The browser reads the columns as they arrive, so their order matters.
    expect(Object.keys(body)).toEqual(['version', 'clinical', 'names', 'aliases', 'sentences'])
    expect(body.names.split('\n').slice(1, 2)).toEqual(["Don't Ask"])
    const entries = entriesOf(body)
    expect(entries).toHaveLength(62)
    expect(entries[1]).toEqual({
      term_name: "Don't Ask",
      slug: 'dont-ask',
      type: 'clinical',
      definition: 'First sentence.',
      aliases: ['never ask'],
    })
  })
})

describe('GET /terms/{slug}', () => {
  test('returns the term with that slug', async () => {
    const { status, headers, body } = await get('/terms/dont-ask')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('public, max-age=120')
    expect(Object.keys(body).sort()).toEqual(
      [...termFields, 'in_people_words', 'origin', ...detailFields].sort(),
    )
    expect(body).toMatchObject({ term_name: "Don't Ask", type: 'clinical', aliases: ['never ask'] })
  })

  test.each([
    ['nothing', 'nothing'],
    ['capitals', 'DONT-ASK'],
    ['dots', '%2e%2e%2fapple'],
    ['an encoded slash', 'dont%2fask'],
    ['a NUL', 'apple%00'],
    ['bytes that are no text', '%ff%fe'],
    ['a broken escape', '%e0%a4%a'],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['a quote', "a'--"],
    ['emoji', encodeURIComponent('💔')],
  ])('returns 404 for %s', async (_case, slug) => {
    const { status, headers, body } = await get(`/terms/${slug}`)
    expect(status).toBe(404)
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(body).toMatchObject({ status: 404, code: 'not_found', detail: "This term doesn't exist yet." })
  })
})

describe('GET /term-of-the-day', () => {
  test('returns one full term, cacheable until the end of the day, but for at most an hour', async () => {
    const { status, headers, body } = await get('/term-of-the-day')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['term'])
    expect(Object.keys(body.term).sort()).toEqual(termFields)
    expect(headers.get('Cache-Control')).toBe('public, max-age=1800')
    now.instant = new Date('2026-03-04T00:00:00Z')
    const early = await get('/term-of-the-day')
    expect(early.body).toEqual(body)
    expect(early.headers.get('Cache-Control')).toBe('public, max-age=3600')
    now.instant = new Date('2026-03-05T00:00:00Z')
    expect((await get('/term-of-the-day')).body.term.slug).not.toBe(body.term.slug)
  })

  test('returns 503 for an empty glossary', async () => {
    try {
      await syncGlossary(database.owner, [])
      const { status, body } = await get('/term-of-the-day')
      expect(status).toBe(503)
      expect(body).toMatchObject({ code: 'unavailable', detail: 'Unable to load term' })
    } finally {
      await syncGlossary(database.owner, files)
    }
  })
})
