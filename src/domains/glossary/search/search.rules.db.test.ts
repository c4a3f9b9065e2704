import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { syncGlossary } from '../source/glossary-source.writes.server.ts'
import type { ListQuery } from '../terms.contract.ts'
import { listTerms, suggestTerms } from '../terms.reads.server.ts'
import { followGlossary, listTermsByName } from './search.reads.server.ts'

const database = testDatabase()

const clinical = { type: 'clinical' as const }
const files = [
  sourceTerm('Éclat'),
  sourceTerm('eclair'),
  sourceTerm('Zebra', { ...clinical, search_phrases: ['striped stripes'] }),
  sourceTerm('apple', {
    definition: 'A fruit that love bombs nobody, don’t worry.',
    search_phrases: ['striped stripes striped stripes'],
  }),
  sourceTerm('Gaslighting', {
    ...clinical,
    aliases: ['Gas Lighting', 'rewriting history'],
    definition: 'Making someone doubt their memory, shouting at them. A zebra is not meant.',
    search_phrases: ['makes me doubt what happened', 'told me I dreamt it'],
  }),
  sourceTerm("Don't Ask"),
  sourceTerm('Won’t Tell'),
  sourceTerm('50% Rule_set \\ Back'),
  sourceTerm('Love Bombing', {
    aliases: ['bombing with love'],
    examples: ['Denied it at dinner.', 'b', 'c'],
  }),
  sourceTerm('The Silent Treatment', clinical),
  sourceTerm('Aŋgst'),
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

/** Terms that begin with an e, terms with an e in the name or slug, then terms with an e in an alias (`rewriting history`). */
const namesWithoutE = ['Aŋgst', "Don't Ask", 'Gaslighting']
const namesWithE = [
  ...['eclair', 'Éclat'],
  ...aToZ.filter((name) => ![...namesWithoutE, 'eclair', 'Éclat'].includes(name)),
  'Gaslighting',
]

beforeAll(async () => {
  await syncGlossary(database.owner, [...files, retired])
  await syncGlossary(database.owner, files)
})

const list = (query: Partial<ListQuery>, { app } = database) =>
  listTerms(app, { search: '', type: undefined, sort: 'a-z', offset: 0, limit: 100, ...query })
const names = async (query: Partial<ListQuery>) => (await list(query)).terms.map((term) => term.term_name)
const search = (text: string, query: Partial<ListQuery> = {}) => names({ search: text, ...query })
const suggest = async (text: string) => (await suggestTerms(database.app, text)).map((term) => term.term_name)

describe('A search', () => {
  test('ignores retired terms', async () => {
    expect(await search('bygone')).toEqual([])
    expect(await suggest('bygone')).toEqual([])
  })

  test('ranks matches in names before matches in text, each from A to Z, in any sort order', async () => {
    const expected = ['Love Bombing', 'apple']
    for (const sort of ['a-z', 'z-a', 'newest', 'oldest'] as const) {
      expect(await search('love bomb', { sort })).toEqual(expected)
      expect(await search('e', { sort })).toEqual(namesWithE)
    }
    expect(await search('zebra')).toEqual(['Zebra', 'Gaslighting'])
    expect(await search('zebra', { sort: 'z-a' })).toEqual(['Zebra', 'Gaslighting'])
  })

  test('filters matches in names and in text by type', async () => {
    expect(await list({ search: 'zebra', type: 'community' })).toMatchObject({ terms: [], total: 0 })
    expect(await search('love', { type: 'community' })).toEqual(['Love Bombing', 'apple'])
    expect(await search('love', { type: 'clinical' })).toEqual([])
  })

  test('lists each term once across pages', async () => {
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
    ['shouti', 'Gaslighting'],
    ['shouted', 'Gaslighting'],
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

  test('treats SQL wildcards as plain characters', async () => {
    for (const wildcard of ['%', '_', '\\']) expect(await search(wildcard)).toEqual(['50% Rule_set \\ Back'])
    expect(await search('z%bra')).toEqual([])
    expect(await search('z_bra')).toEqual([])
  })

  test('matches aliases', async () => {
    expect(await search('gas lighting')).toEqual(['Gaslighting'])
    expect((await search('bombing with love'))[0]).toBe('Love Bombing')
    expect(await search('bombing with')).toEqual(['apple', 'Love Bombing'])
  })

  test('for words of two aliases finds their term once', async () => {
    expect(await search('lighting rewriting', { sort: 'a-z' })).toEqual(['Gaslighting'])
    expect((await list({ search: 'Lighting\nrewriting' })).total).toBe(1)
  })

  test('for stop words finds only names', async () => {
    expect(await search('the')).toEqual(['The Silent Treatment'])
    expect(await search('of the')).toEqual([])
    expect(await search('is not')).toEqual([])
  })

  test('treats blank text as no search', async () => {
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
    ['tsquery syntax', "love & !bomb | ( <-> ':*"],
    ['an unclosed quote', "'love"],
    ['emoji', '💔👩‍👧🏳️‍🌈'],
    ['right-to-left text', 'يسار ‮עברית'],
    ['lone surrogates', '\ud800love\udc00'],
    ['digits of other scripts', '٣٤٥ ½ Ⅷ ²'],
    ['combining marks alone', '\u0301\u0301\u0301'],
    ['one word of 10,000 letters', 'a'.repeat(10_000)],
    ['5,000 words', 'ab '.repeat(5_000)],
    ['10,000 wildcards', '%_\\'.repeat(3_334)],
    ['10,000 emoji', '💔'.repeat(10_000)],
    ['10,000 letters of three bytes', '字'.repeat(10_000)],
  ])('accepts %s without an error', async (_case, text) => {
    const result = await list({ search: text })
    expect(result.total).toBe(result.terms.length)
    expect((await suggest(text)).length).toBeLessThanOrEqual(5)
  })
})

describe('A fuzzy match', () => {
  const reasons = async (text: string) =>
    (await list({ search: text })).terms.map(({ term_name, reason }) => [
      term_name,
      reason && `${reason.kind} ${reason.words}`,
    ])

  test.each([
    ['gasligthing', 'Gaslighting', 'did you mean Gaslighting'],
    ['gaslihgting', 'Gaslighting', 'did you mean Gaslighting'],
    ['silent treatmeant', 'The Silent Treatment', 'did you mean The Silent Treatment'],
    ['silenttreatment', 'The Silent Treatment', 'did you mean The Silent Treatment'],
    ['lovebombing', 'Love Bombing', undefined],
    ['love bombs me', 'Love Bombing', undefined],
    ['gaslit', 'Gaslighting', undefined],
    ['gas-lighting', 'Gaslighting', 'also called Gas Lighting'],
    ['rewrites history', 'Gaslighting', 'also called rewriting history'],
    ['makes me doubt what I remember', 'Gaslighting', 'described '],
  ])('for %j is %s with reason %j', async (text, name, reason) => {
    expect((await reasons(text))[0]).toEqual([name, reason])
    expect((await suggestTerms(database.app, text))[0]?.term_name).toBe(name)
  })

  test('comes after literal matches, and only if there are few of them', async () => {
    // `e` matches more than five names, so no fuzzy search runs; `zebra shouting` matches no name.
    expect(await search('e')).toEqual(namesWithE)
    expect(await search('zebra shouting')).toEqual(['Gaslighting', 'Zebra'])
  })

  test('counts toward the total, across pages and filters', async () => {
    const all = await search('zebra shouting')
    expect((await list({ search: 'zebra shouting' })).total).toBe(2)
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => list({ search: 'zebra shouting', offset, limit: 1 })),
    )
    expect(pages.map(({ terms, total }) => [terms.map(({ term_name }) => term_name), total])).toEqual([
      [[all[0]], 2],
      [[all[1]], 2],
      [[], 2],
    ])
    expect(await list({ search: 'gasligthing', type: 'community' })).toEqual({ terms: [], total: 0 })
    expect((await list({ search: 'gasligthing', type: 'clinical' })).total).toBe(1)
  })

  test('is not returned for unrelated text', async () => {
    for (const text of ['xyzzy', 'qqqq zzzz', '12345'])
      expect(await list({ search: text })).toEqual({ terms: [], total: 0 })
  })
})

describe('A glossary that changes', () => {
  const changing = testDatabase()
  const find = async (text: string) =>
    (await suggestTerms(changing.app, text)).map(({ term_name }) => term_name)

  test('is searched in its current version, or in the version from `followGlossary`', async () => {
    await syncGlossary(changing.owner, [sourceTerm('Before')])
    expect(await find('before')).toEqual(['Before'])
    await syncGlossary(changing.owner, [sourceTerm('After')])
    expect([await find('before'), await find('after')]).toEqual([[], ['After']])
    let version = 'one'
    followGlossary(changing.app, () => version)
    expect(await find('after')).toEqual(['After'])
    await syncGlossary(changing.owner, [sourceTerm('Later')])
    expect(await find('later')).toEqual([])
    version = 'two'
    expect(await find('later')).toEqual(['Later'])
  })

  test('is loaded again after a failed query', async () => {
    followGlossary(changing.app, () => 'three')
    await sql`revoke select on terms from unfog_app`.execute(changing.owner)
    await expect(find('later')).rejects.toThrow('permission denied')
    await sql`grant select on terms to unfog_app`.execute(changing.owner)
    expect(await find('later')).toEqual(['Later'])
  })
})

describe('An exact match', () => {
  const crowd = testDatabase()
  const luckNames = ['Lucky Day', 'Lucky Dog', 'Lucky One', 'Bad Luck', 'Good Luck', 'Hard Luck']
  const expected = ['Zest', ...luckNames]
  beforeAll(() =>
    syncGlossary(crowd.owner, [
      ...luckNames.map((name) => sourceTerm(name)),
      sourceTerm('Zest', { aliases: ['luck', 'bad luck in the end'] }),
      sourceTerm('Aside', { definition: 'Bad luck in passing.' }),
    ]),
  )
  const listed = async (text: string) =>
    (await list({ search: text }, crowd)).terms.map(({ term_name }) => term_name)

  test('comes first in the header, the list and the picker', async () => {
    const five = (await suggestTerms(crowd.app, 'luck')).map(({ term_name }) => term_name)
    expect(five).toEqual(expected.slice(0, 5))
    expect(await listed('luck')).toEqual([...expected, 'Aside'])
    const picked = await listTermsByName(crowd.app, 'luck', 50)
    expect(picked.map(({ term_name }) => term_name)).toEqual(expected)
  })

  test('is followed by matches in names, then in text, then in aliases', async () => {
    expect((await listed('bad luck')).slice(0, 3)).toEqual(['Bad Luck', 'Aside', 'Zest'])
    expect((await listed('ad luck')).slice(0, 2)).toEqual(['Bad Luck', 'Zest'])
  })
})

describe('A sentence that is no name', () => {
  const crowd = testDatabase()
  const many = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma', 'Kappa'].map((name) =>
    sourceTerm(name, { definition: 'Something that a partner checks. A phone, at night.' }),
  )
  const yelling = sourceTerm('Yelling', { search_phrases: ['checks my phone every night'] })
  const looking = sourceTerm('Looking', {
    search_phrases: ['reads my phone', 'he checks everything at night'],
  })
  beforeAll(() => syncGlossary(crowd.owner, [...many, looking, yelling]))

  test('is answered by the best matches first, in the header and in the list', async () => {
    const text = 'she checks my phone every night'
    const { terms, ranked } = await list({ search: text }, crowd)
    expect(terms.slice(0, 2).map(({ term_name }) => term_name)).toEqual(['Yelling', 'Looking'])
    expect(ranked).toBe(true)
    const shown = await suggestTerms(crowd.app, text)
    expect(shown.map(({ slug }) => slug)).toEqual(terms.slice(0, 5).map(({ slug }) => slug))
    // Two words are sorted as the specification says.
    const sorted = await list({ search: 'phone night' }, crowd)
    expect(sorted.terms.slice(0, 3).map(({ term_name }) => term_name)).toEqual(['Alpha', 'Beta', 'Delta'])
    expect(sorted.ranked).toBeUndefined()
  })
})

describe('A search that speaks of danger', () => {
  const crowd = testDatabase()
  const files = [
    sourceTerm('Death Threats', { search_phrases: ['he says he will kill himself and me'] }),
    sourceTerm('Suicidal Ideation', { search_phrases: ['no way out'] }),
  ]
  beforeAll(() => syncGlossary(crowd.owner, files))

  test.each(['kill myself', 'i want to kill myself'])('is answered first by its term: %s', async (text) => {
    const [first] = await suggestTerms(crowd.app, text)
    expect(first?.term_name).toBe('Suicidal Ideation')
  })
})

describe('The header search', () => {
  test('suggests at most five terms, in the order of the list', async () => {
    expect(await suggest('e')).toEqual((await search('e')).slice(0, 5))
    expect(await suggest('e')).toHaveLength(5)
    expect(await suggest('zebra')).toEqual(['Zebra', 'Gaslighting'])
  })

  test('returns only the name, slug, type and definition of a term', async () => {
    expect(await suggestTerms(database.app, 'gaslighti')).toEqual([
      { term_name: 'Gaslighting', slug: 'gaslighting', type: 'clinical', definition: files[4]?.definition },
    ])
  })
})

describe('A Spanish search', () => {
  test('finds the English term, in the list and in the header, and says so', async () => {
    const found = await list({ search: '¿Por qué me hace creer que estoy loca?' })
    expect(found.terms.map(({ term_name }) => term_name)).toEqual(['Gaslighting'])
    expect(found).toMatchObject({ ranked: true, spanish: true })
    expect(await suggestTerms(database.app, 'luz de gas')).toMatchObject([
      { term_name: 'Gaslighting', reason: { kind: 'in Spanish' } },
    ])
  })

  test('is not what an English one is taken for', async () => {
    const found = await list({ search: 'he told me I dreamt it' })
    expect(found.spanish).toBeUndefined()
    expect(found.terms[0]?.term_name).toBe('Gaslighting')
  })
})

test('What people say of one term leads to it first, though it is only two words', async () => {
  expect((await search('Striped stripes!'))[0]).toBe('Zebra')
})
