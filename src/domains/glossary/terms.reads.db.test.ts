import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readGlossaryVersion } from './search/search.reads.server.ts'
import { syncGlossary } from './source/glossary-source.writes.server.ts'
import type { ListQuery } from './terms.contract.ts'
import { listAllTerms, listLetters, listTerms, readTerm } from './terms.reads.server.ts'

const database = testDatabase()

const createdOn = (day: number) => ({ created_at: `2026-01-0${day}T00:00:00.000Z` })
const clinical = { type: 'clinical' as const }
const files = [
  sourceTerm('Éclat', createdOn(2)),
  sourceTerm('eclair', createdOn(1)),
  sourceTerm('Zebra', { ...clinical, ...createdOn(5) }),
  sourceTerm('apple', { ...createdOn(3), definition: 'A fruit that love bombs nobody, don’t worry.' }),
  sourceTerm('Gaslighting', {
    ...clinical,
    ...createdOn(4),
    aliases: ['Gas Lighting', 'rewriting history'],
    definition: 'Making someone doubt their memory, shouting at them. A zebra is not meant.',
  }),
  sourceTerm("Don't Ask", createdOn(6)),
  sourceTerm('Won’t Tell', createdOn(7)),
  sourceTerm('50% Rule_set \\ Back', createdOn(8)),
  sourceTerm('Love Bombing', {
    ...createdOn(9),
    aliases: ['bombing with love'],
    examples: ['Denied it at dinner.', 'b', 'c'],
  }),
  sourceTerm('The Silent Treatment', { ...clinical, ...createdOn(1) }),
  sourceTerm('Aŋgst', createdOn(2)),
]
const retired = sourceTerm('Bygone Love', { ...clinical, definition: 'A zebra once.' })

const aToZ = [
  '50% Rule_set \\ Back',
  'apple',
  'Aŋgst',
  "Don't Ask",
  'eclair',
  'Éclat',
  'Gaslighting',
  'Love Bombing',
  'The Silent Treatment',
  'Won’t Tell',
  'Zebra',
]

beforeAll(async () => {
  await syncGlossary(database.owner, [...files, retired])
  await syncGlossary(database.owner, files)
})

const list = (query: Partial<ListQuery>) =>
  listTerms(database.app, { search: '', type: undefined, sort: 'a-z', offset: 0, limit: 100, ...query })
const names = async (query: Partial<ListQuery>) => (await list(query)).terms.map((term) => term.term_name)

describe('The list of terms', () => {
  test('is sorted from A to Z, ignoring case and accents, with digits first', async () => {
    expect(await names({})).toEqual(aToZ)
  })

  test('can be sorted from Z to A, by newest and by oldest', async () => {
    expect(await names({ sort: 'z-a' })).toEqual([...aToZ].reverse())
    const byAge = ['eclair', 'The Silent Treatment', 'Aŋgst', 'Éclat', 'apple', 'Gaslighting', 'Zebra']
    expect((await names({ sort: 'oldest' })).slice(0, 7)).toEqual(byAge)
    expect((await names({ sort: 'newest' })).slice(0, 3)).toEqual([
      'Love Bombing',
      '50% Rule_set \\ Back',
      'Won’t Tell',
    ])
    // Terms of the same age are sorted by name.
    expect((await names({ sort: 'newest' })).slice(-4)).toEqual([
      'Aŋgst',
      'Éclat',
      'eclair',
      'The Silent Treatment',
    ])
  })

  test('can be filtered by type, and counts the matching terms', async () => {
    const result = await list({ type: 'clinical' })
    expect(result.terms.map((term) => term.term_name)).toEqual([
      'Gaslighting',
      'The Silent Treatment',
      'Zebra',
    ])
    expect(result.total).toBe(3)
    expect((await list({ type: 'community' })).total).toBe(files.length - 3)
  })

  test('can be filtered by letter, including accented forms', async () => {
    expect(await names({ letter: 'e' })).toEqual(['eclair', 'Éclat'])
    expect(await names({ letter: 'a' })).toEqual(['apple', 'Aŋgst'])
    expect(await names({ letter: 'z', sort: 'z-a' })).toEqual(['Zebra'])
    expect(await list({ letter: 'q' })).toEqual({ terms: [], total: 0 })
    expect(await names({ letter: 'g', type: 'community' })).toEqual([])
  })

  test('has pages that add up to the whole list, in every sort order', async () => {
    for (const sort of ['a-z', 'z-a', 'newest', 'oldest'] as const) {
      const pages = await Promise.all([0, 4, 8].map((offset) => list({ sort, offset, limit: 4 })))
      expect(pages.flatMap((page) => page.terms)).toEqual((await list({ sort })).terms)
      expect(pages.map((page) => page.total)).toEqual([11, 11, 11])
    }
  })

  test('returns the total even for an offset past its end', async () => {
    expect(await list({ offset: 500 })).toEqual({ terms: [], total: 11 })
    expect(await list({ search: 'love', offset: 500 })).toEqual({ terms: [], total: 2 })
  })

  test('omits retired terms', async () => {
    expect(await names({})).not.toContain('Bygone Love')
    expect((await listAllTerms(database.app)).map((term) => term.term_name)).toEqual(aToZ)
    expect(await readTerm(database.app, 'bygone-love')).toBeUndefined()
  })

  test('returns the fields of the term files and the id, and no other columns', async () => {
    const { terms } = await list({ search: 'gaslighting' })
    const { slug, term_name, type, definition, aliases, tags, examples, created_at } =
      files[4] as (typeof files)[0]
    expect(terms).toEqual([
      { id: expect.any(String), slug, term_name, type, definition, aliases, tags, examples, created_at },
    ])
  })
})

describe('A term', () => {
  test('is returned with its previous and next term from A to Z', async () => {
    const result = await readTerm(database.app, 'eclat')
    expect(result?.term.term_name).toBe('Éclat')
    expect(result?.previous).toEqual({ slug: 'eclair', term_name: 'eclair' })
    expect(result?.next).toEqual({ slug: 'gaslighting', term_name: 'Gaslighting' })
  })

  test('has no previous term at the start, and next links visit every term once', async () => {
    let slug: string | undefined = '50-ruleset-back'
    expect((await readTerm(database.app, slug))?.previous).toBeUndefined()
    const walked = []
    while (slug) {
      const result: Awaited<ReturnType<typeof readTerm>> = await readTerm(database.app, slug)
      walked.push(result?.term.term_name)
      slug = result?.next?.slug
    }
    expect(walked).toEqual(aToZ)
  })

  test.each([
    ['an empty name', ''],
    ['an unknown one', 'nothing'],
    ['a path', '../apple'],
    ['capitals', 'APPLE'],
    ['a NUL', 'apple\0'],
    ['a quote', "'"],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['half a letter', '\ud800'],
    ['a percent sign', '%'],
    ['emoji', '💔'],
  ])('is not found by %s', async (_case, slug) => expect(await readTerm(database.app, slug)).toBeUndefined())
})

test('listLetters returns the first letters of the names', async () => {
  expect(await listLetters(database.app)).toEqual(['5', 'a', 'd', 'e', 'g', 'l', 't', 'w', 'z'])
})

test('readGlossaryVersion returns a hash after a sync', async () => {
  expect(await readGlossaryVersion(database.app)).toMatch(/^[0-9a-f]{16}$/)
})
