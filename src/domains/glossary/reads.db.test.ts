import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import type { ListQuery } from './contract.ts'
import {
  listAllTerms,
  listLetters,
  listTerms,
  readGlossaryVersion,
  readTerm,
  suggestTerms,
} from './reads.server.ts'
import { syncGlossary } from './source/writes.server.ts'

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
    definition: 'Making somebody doubt their memory. A zebra is not meant.',
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
const search = (text: string, query: Partial<ListQuery> = {}) => names({ search: text, ...query })
const suggest = async (text: string) => (await suggestTerms(database.app, text)).map((term) => term.term_name)

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
    expect(await search('bygone')).toEqual([])
    expect(await suggest('bygone')).toEqual([])
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

describe('a search', () => {
  test('finds names first, then what the rest of a term says; by name within each, whatever the order asked for', async () => {
    const expected = ['Love Bombing', 'apple']
    for (const sort of ['a-z', 'z-a', 'newest', 'oldest'] as const) {
      expect(await search('love bomb', { sort })).toEqual(expected)
      expect(await search('e', { sort })).toEqual((await search('e')).toSorted(byPlace))
    }
    expect(await search('zebra')).toEqual(['Zebra', 'Gaslighting'])
    expect(await search('zebra', { sort: 'z-a' })).toEqual(['Zebra', 'Gaslighting'])
  })

  test('keeps to the type asked for, in both steps', async () => {
    expect(await list({ search: 'zebra', type: 'community' })).toMatchObject({ terms: [], total: 0 })
    expect(await search('love', { type: 'community' })).toEqual(['Love Bombing', 'apple'])
    expect(await search('love', { type: 'clinical' })).toEqual([])
  })

  test('names each term once, on whichever pages', async () => {
    const pages = await Promise.all([0, 1].map((offset) => list({ search: 'love', offset, limit: 1 })))
    expect(pages.map((page) => [page.terms.map((term) => term.term_name), page.total])).toEqual([
      [['Love Bombing'], 2],
      [['apple'], 2],
    ])
  })

  test.each([
    ['gaslighti', 'Gaslighting'],
    ['GASLIGHT', 'Gaslighting'],
    ['slighti', 'Gaslighting'],
    ['rewriting', 'Gaslighting'],
    ['hist', 'Gaslighting'],
    ['memor', 'Gaslighting'],
    ['memories', 'Gaslighting'],
    ['love-bomb', 'Love Bombing'],
    ['  love \t  bombing ', 'Love Bombing'],
    ['den', 'Love Bombing'],
    ['denies', 'Love Bombing'],
    ['silent', 'The Silent Treatment'],
    ['the silent', 'The Silent Treatment'],
    ['éclat', 'Éclat'],
    ['eclat', 'Éclat'],
    ['50%', '50% Rule_set \\ Back'],
    ['%', '50% Rule_set \\ Back'],
    ['_', '50% Rule_set \\ Back'],
    ['\\', '50% Rule_set \\ Back'],
    ["don't", "Don't Ask"],
    ['don’t', "Don't Ask"],
    ['DON‘T', "Don't Ask"],
    ["won't", 'Won’t Tell'],
    ['won’t', 'Won’t Tell'],
  ])('for %j finds %s first', async (text, name) => {
    expect((await search(text))[0]).toBe(name)
    expect((await suggest(text))[0]).toBe(name)
  })

  test('for a sign that stands for others in a pattern finds that sign alone', async () => {
    for (const sign of ['%', '_', '\\']) expect(await search(sign)).toEqual(['50% Rule_set \\ Back'])
    expect(await search('z%a')).toEqual([])
    expect(await search('z_bra')).toEqual([])
  })

  test('counts an alias as a name', async () => {
    expect(await search('gas lighting')).toEqual(['Gaslighting'])
    expect((await search('bombing with'))[0]).toBe('Love Bombing')
  })

  test('an alias ends where the next begins', async () => {
    expect(await search('lighting rewriting', { sort: 'a-z' })).toEqual(['Gaslighting'])
    expect((await list({ search: 'Lighting\nrewriting' })).total).toBe(1)
  })

  test('for stop words alone finds only names that contain them', async () => {
    expect(await search('the')).toEqual(['The Silent Treatment'])
    expect(await search('of the')).toEqual([])
    expect(await search('is not')).toEqual([])
  })

  test('for blank text is no search', async () => {
    for (const blank of ['', '   ', '\t\n', '\0', '\u200b\u2060']) {
      expect(await search(blank)).toEqual(aToZ)
      expect(await suggest(blank)).toEqual([])
    }
  })

  test.each([
    ['a NUL', 'a\0b'],
    ['quotes', `'"'' "" \`$$`],
    ['an injection', `'; drop table terms; --`],
    ['a backslash at the end', 'love\\'],
    ['the language of queries', "love & !bomb | ( <-> ':*"],
    ['a query that is not closed', "'love"],
    ['emoji', '💔👩‍👧🏳️‍🌈'],
    ['right-to-left text', 'يسار ‮עברית'],
    ['half a letter', '\ud800love\udc00'],
    ['figures of other scripts', '٣٤٥ ½ Ⅷ ²'],
    ['combining marks alone', '\u0301\u0301\u0301'],
    ['one word of 10,000 letters', 'a'.repeat(10_000)],
    ['5,000 words', 'ab '.repeat(5_000)],
    ['10,000 signs of a pattern', '%_\\'.repeat(3_334)],
    ['10,000 emoji', '💔'.repeat(10_000)],
    ['10,000 letters of three bytes', '字'.repeat(10_000)],
  ])('takes %s', async (_what, text) => {
    const found = await list({ search: text })
    expect(found.total).toBe(found.terms.length)
    expect((await suggest(text)).length).toBeLessThanOrEqual(5)
  })
})

describe('the header search', () => {
  test('suggests at most five, in the order of the list', async () => {
    expect(await suggest('e')).toEqual((await search('e')).slice(0, 5))
    expect(await suggest('e')).toHaveLength(5)
    expect(await suggest('zebra')).toEqual(['Zebra', 'Gaslighting'])
  })

  test('is told name, slug, type and definition, and no more', async () => {
    expect(await suggestTerms(database.app, 'gaslighti')).toEqual([
      { term_name: 'Gaslighting', slug: 'gaslighting', type: 'clinical', definition: files[4]?.definition },
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

  test.each(['', 'nothing', '../apple', 'APPLE', 'a\0', "'", 'a'.repeat(10_000), '\ud800', '%', '💔'])(
    'is not there at %j',
    async (slug) => expect(await readTerm(database.app, slug)).toBeUndefined(),
  )
})

test('the letters are those that names begin with', async () => {
  expect(await listLetters(database.app)).toEqual(['5', 'a', 'd', 'e', 'g', 'l', 't', 'w', 'z'])
})

test('the version is that of the last sync', async () => {
  expect(await readGlossaryVersion(database.app)).toMatch(/^[0-9a-f]{16}$/)
})

/** The order of a search for `e`: names that contain it, then the rest, each from A to Z. */
function byPlace(one: string, other: string): number {
  const tier = (name: string) => (/e/i.test(name.normalize('NFC')) ? 1 : 2)
  return tier(one) - tier(other) || aToZ.indexOf(one) - aToZ.indexOf(other)
}
