import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../../../test/support/any-unicode.ts'
import { listQuerySchema } from './terms.contract.ts'
import type { GlossaryAddress } from './terms.rules.ts'
import { glossaryHref, readGlossaryAddress, termTypes } from './terms.rules.ts'

const sortOrders = ['a-z', 'z-a', 'newest', 'oldest'] as const
const read = (query: string) => readGlossaryAddress(new URLSearchParams(query))
const start: GlossaryAddress = { search: '', type: 'all', sort: 'a-z', letter: '', page: 1, from: 1 }

describe('The URL of the glossary', () => {
  test('without a query returns the default state', () => {
    expect(read('')).toEqual(start)
  })

  test.each<[string, Partial<GlossaryAddress>]>([
    ['search=love+bombing', { search: 'love bombing' }],
    ['search=%20', { search: ' ' }],
    ['type=clinical', { type: 'clinical' }],
    ['sort=newest', { sort: 'newest' }],
    ['letter=Q', { letter: 'q' }],
    ['page=3', { page: 3 }],
    ['page=3&from=3', { page: 3, from: 3 }],
    ['page=3&from=2', { page: 3, from: 2 }],
    ['page=9999', { page: 9999 }],
  ])('with ?%s returns the state it names', (query, state) =>
    expect(read(query)).toEqual({ ...start, ...state }),
  )

  test.each([
    'type=all&sort=best',
    'type=__proto__&sort=constructor',
    'type=CLINICAL',
    'letter=ab',
    'letter=5',
    'letter=é',
    'letter=%25',
    'letter=%00',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=10000',
    'page=99999999999999999999',
    'page=٣',
    'page=+2',
    'page=abc',
    'page=',
    'page[]=2',
    'from=2',
    'page=1&from=7',
    'from=abc',
    'utm_source=x&%=%&=&&',
  ])('with invalid parameters returns the default state: ?%s', (query) => expect(read(query)).toEqual(start))

  test('with a repeated parameter uses the first value', () => {
    expect(read('page=2&page=3&search=a&search=b')).toMatchObject({ page: 2, search: 'a' })
  })

  test('with any query returns a valid state', () => {
    const hostile = fc.oneof(
      anyUnicode(),
      fc
        .array(fc.tuple(fc.constantFrom('search', 'type', 'sort', 'letter', 'page', 'from'), anyUnicode()))
        .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
    )
    fc.assert(
      fc.property(hostile, (query) => {
        const state = read(query)
        expect(['all', ...termTypes]).toContain(state.type)
        expect(sortOrders).toContain(state.sort)
        expect(state.letter).toMatch(/^[a-z]?$/)
        expect(state.page).toBeGreaterThanOrEqual(state.from)
        expect(state.from).toBeGreaterThanOrEqual(1)
        expect(state.page).toBeLessThanOrEqual(9999)
      }),
    )
  })
})

describe('A link into the glossary', () => {
  const hrefOf = (state: Partial<GlossaryAddress>) => glossaryHref(state, '/glossary')

  test('omits default values', () => {
    expect(hrefOf({})).toBe('/glossary')
    expect(hrefOf(start)).toBe('/glossary')
    expect(glossaryHref({ type: 'clinical', sort: 'z-a' }, '/dashboard/glossary')).toBe(
      '/dashboard/glossary?type=clinical&sort=z-a',
    )
    expect(hrefOf({ ...start, page: 2, from: 2, letter: 'b' })).toBe('/glossary?letter=b&page=2')
  })

  test('parses back to its state for any search', () => {
    const state = fc.record({
      search: fc.string({ unit: 'grapheme' }),
      type: fc.constantFrom('all' as const, ...termTypes),
      sort: fc.constantFrom(...sortOrders),
      letter: fc.constantFrom('', ...'abcxyz'),
      page: fc.integer({ min: 1, max: 9999 }),
    })
    fc.assert(
      fc.property(state, (wanted) => {
        const href = hrefOf(wanted)
        expect(href).toMatch(/^\/glossary(\?[\w.*+%&=-]+)?$/)
        expect(readGlossaryAddress(new URL(href, 'http://localhost').searchParams)).toEqual({
          ...wanted,
          from: 1,
        })
      }),
    )
  })

  test('leads to the glossary for any search text', () => {
    for (const search of ['//evil.example', '#x', '"><script>', '&type=clinical', '\r\nSet-Cookie: a=b']) {
      const url = new URL(hrefOf({ search }), 'http://localhost')
      expect(url.origin + url.pathname + url.hash).toBe('http://localhost/glossary')
      expect(url.searchParams.get('search')).toBe(search)
      expect(url.searchParams.get('type')).toBeNull()
    }
  })
})

describe('The query of the API', () => {
  test('has the defaults of the specification: sorted a-z, offset 0, limit 20', () => {
    expect(listQuerySchema.parse({})).toEqual({ sort: 'a-z', offset: 0, limit: 20 })
  })
})
