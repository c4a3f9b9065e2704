import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readGlossaryVersion } from './search/search.reads.server.ts'
import { syncGlossary } from './source/glossary-source.writes.server.ts'
import type { ListQuery } from './terms.contract.ts'
import { listAllTerms, listLetters, listTerms, readTerm } from './terms.reads.server.ts'

const database = testDatabase()

const made = (day: number) => ({ created_at: `2026-01-0${day}T00:00:00.000Z` })
const clinical = { type: 'clinical' as const }
const files = [
  sourceTerm('Éclat', made(2)),
  sourceTerm('eclair', made(1)),
  sourceTerm('Zebra', { ...clinical, ...made(5) }),
  sourceTerm('apple', { ...made(3), definition: 'A fruit that love bombs nobody, don’t worry.' }),
  sourceTerm('Gaslighting', {
    ...clinical,
    ...made(4),
    aliases: ['Gas Lighting', 'rewriting history'],
    definition: 'Making somebody doubt their memory, shouting at them. A zebra is not meant.',
  }),
  sourceTerm("Don't Ask", made(6)),
  sourceTerm('Won’t Tell', made(7)),
  sourceTerm('50% Rule_set \\ Back', made(8)),
  sourceTerm('Love Bombing', {
    ...made(9),
    aliases: ['bombing with love'],
    examples: ['Denied it at dinner.', 'b', 'c'],
  }),
  sourceTerm('The Silent Treatment', { ...clinical, ...made(1) }),
  sourceTerm('Aŋgst', made(2)),
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

describe('the list', () => {
  test('goes from A to Z whatever case and accents, figures first', async () => {
    expect(await names({})).toEqual(aToZ)
  })

  test('goes from Z to A, from new to old, and from old to new', async () => {
    expect(await names({ sort: 'z-a' })).toEqual([...aToZ].reverse())
    const byAge = ['eclair', 'The Silent Treatment', 'Aŋgst', 'Éclat', 'apple', 'Gaslighting', 'Zebra']
    expect((await names({ sort: 'oldest' })).slice(0, 7)).toEqual(byAge)
    expect((await names({ sort: 'newest' })).slice(0, 3)).toEqual([
      'Love Bombing',
      '50% Rule_set \\ Back',
      'Won’t Tell',
    ])
    // Of the same age: by name.
    expect((await names({ sort: 'newest' })).slice(-4)).toEqual([
      'Aŋgst',
      'Éclat',
      'eclair',
      'The Silent Treatment',
    ])
  })

  test('shows one type alone, and counts it alone', async () => {
    const found = await list({ type: 'clinical' })
    expect(found.terms.map((term) => term.term_name)).toEqual([
      'Gaslighting',
      'The Silent Treatment',
      'Zebra',
    ])
    expect(found.total).toBe(3)
    expect((await list({ type: 'community' })).total).toBe(files.length - 3)
  })

  test('shows one letter, its accented kin and every letter that may follow', async () => {
    expect(await names({ letter: 'e' })).toEqual(['eclair', 'Éclat'])
    expect(await names({ letter: 'a' })).toEqual(['apple', 'Aŋgst'])
    expect(await names({ letter: 'z', sort: 'z-a' })).toEqual(['Zebra'])
    expect(await list({ letter: 'q' })).toEqual({ terms: [], total: 0 })
    expect(await names({ letter: 'g', type: 'community' })).toEqual([])
  })

  test('is cut into pages that together are the whole, in every order', async () => {
    for (const sort of ['a-z', 'z-a', 'newest', 'oldest'] as const) {
      const pages = await Promise.all([0, 4, 8].map((offset) => list({ sort, offset, limit: 4 })))
      expect(pages.flatMap((page) => page.terms)).toEqual((await list({ sort })).terms)
      expect(pages.map((page) => page.total)).toEqual([11, 11, 11])
    }
  })

  test('counts right past its end', async () => {
    expect(await list({ offset: 500 })).toEqual({ terms: [], total: 11 })
    expect(await list({ search: 'love', offset: 500 })).toEqual({ terms: [], total: 2 })
  })

  test('passes over what was retired', async () => {
    expect(await names({})).not.toContain('Bygone Love')
    expect((await listAllTerms(database.app)).map((term) => term.term_name)).toEqual(aToZ)
    expect(await readTerm(database.app, 'bygone-love')).toBeUndefined()
  })

  test('gives terms as the files say them, and nothing of the table beside', async () => {
    const { terms } = await list({ search: 'gaslighting' })
    const { slug, term_name, type, definition, aliases, tags, examples, created_at } =
      files[4] as (typeof files)[0]
    expect(terms).toEqual([
      { id: expect.any(String), slug, term_name, type, definition, aliases, tags, examples, created_at },
    ])
  })
})

describe('a term', () => {
  test('knows its neighbours in the order of names', async () => {
    const found = await readTerm(database.app, 'eclat')
    expect(found?.term.term_name).toBe('Éclat')
    expect(found?.previous).toEqual({ slug: 'eclair', term_name: 'eclair' })
    expect(found?.next).toEqual({ slug: 'gaslighting', term_name: 'Gaslighting' })
  })

  test('at either end has one neighbour; from end to end every term is passed once', async () => {
    let slug: string | undefined = '50-ruleset-back'
    expect((await readTerm(database.app, slug))?.previous).toBeUndefined()
    const walked = []
    while (slug) {
      const found: Awaited<ReturnType<typeof readTerm>> = await readTerm(database.app, slug)
      walked.push(found?.term.term_name)
      slug = found?.next?.slug
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
  ])('is not there under %s', async (_what, slug) =>
    expect(await readTerm(database.app, slug)).toBeUndefined(),
  )
})

test('the letters are those that names begin with', async () => {
  expect(await listLetters(database.app)).toEqual(['5', 'a', 'd', 'e', 'g', 'l', 't', 'w', 'z'])
})

test('the version is that of the last sync', async () => {
  expect(await readGlossaryVersion(database.app)).toMatch(/^[0-9a-f]{16}$/)
})
