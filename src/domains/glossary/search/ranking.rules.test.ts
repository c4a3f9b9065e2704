import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRanker, deviceSearch, nameSearch } from './ranking.rules.ts'

const entry = (term_name: string, change: { aliases?: string[]; definition?: string } = {}) => ({
  term_name,
  slug: term_name.toLowerCase().replaceAll(' ', '-'),
  type: 'community' as const,
  definition: change.definition ?? 'Something that happens.',
  aliases: change.aliases ?? [],
})
const entries = [
  entry('Bad Luck'),
  entry('Gaslighting', {
    aliases: ['rewriting history'],
    definition: 'Making someone doubt their own memory.',
  }),
  entry('Good Luck'),
  entry('Hard Luck'),
  entry('Love Bombing', { aliases: ['too much too soon'] }),
  entry('Lucky Day'),
  entry('Lucky Dog'),
  entry('Stonewalling', { definition: 'A refusal to answer, to meet an eye, to be there.' }),
  entry('Zest', { aliases: ['luck'] }),
]
const { find, warmUp } = deviceSearch(entries)
const names = (text: string) => find(text).terms.map(({ term_name }) => term_name)

describe('The search on the device', () => {
  test('finds at most five names: those that begin with the text, then those with a word that does, both from A to Z', () => {
    expect(names('luc')).toEqual(['Lucky Day', 'Lucky Dog', 'Bad Luck', 'Good Luck', 'Hard Luck'])
    expect(find('luc').complete).toBe(true)
  })

  test('ranks exact names, slugs, aliases and acronyms first', () => {
    expect(names('luck')).toEqual(['Zest', 'Lucky Day', 'Lucky Dog', 'Bad Luck', 'Good Luck'])
    const crowd = deviceSearch([
      entry('Complex PTSD', { aliases: ['C-PTSD', 'CPTSD'] }),
      ...['Cptsdish', 'Grapes', 'Scraped'].map((name) => entry(name)),
      entry('Self-Rape'),
      entry('Sexual Assault', { aliases: ['rape'] }),
      entry('Therapeutic Alliance'),
    ])
    const shown = (text: string) => crowd.find(text).terms.map(({ term_name }) => term_name)
    expect(shown('rape')).toEqual([
      'Sexual Assault',
      'Self-Rape',
      'Grapes',
      'Scraped',
      'Therapeutic Alliance',
    ])
    for (const text of ['CPTSD', 'c-ptsd', 'complex ptsd', 'complex-ptsd', 'Complex PTSD'])
      expect(shown(text)[0], text).toBe('Complex PTSD')
    for (const text of ['self rape', 'self-rape', 'Self-Rape', 'self ra'])
      expect(shown(text)[0], text).toBe('Self-Rape')
    expect(crowd.find('rape').terms[0]?.reason).toEqual({ kind: 'also called', words: 'rape' })
  })

  test('ranks names that contain the text, then terms with its words, then similar aliases', () => {
    const device = deviceSearch([
      entry('Apple', { aliases: ['sometimes cold'], definition: 'A shoulder to cry on, cold.' }),
      entry('Bread', { aliases: ['cold shoulders'] }),
      entry('Cake', { definition: 'Cold on the shoulder.' }),
      entry('Old Cold Shoulder Rule'),
    ])
    const shown = (text: string) => device.find(text).terms.map(({ term_name }) => term_name)
    expect(shown('cold shoulder')).toEqual(['Old Cold Shoulder Rule', 'Apple', 'Bread', 'Cake'])
  })

  test.each([
    ['gasligthing', 'Gaslighting'],
    ['stone walling', 'Stonewalling'],
    ['love bombed me', 'Love Bombing'],
    ['lovebombing', 'Love Bombing'],
    ['rewrites history', 'Gaslighting'],
    ['history', 'Gaslighting'],
    ['stnoewalling', 'Stonewalling'],
    ['tsonewalling', 'Stonewalling'],
  ])('for %j finds %s first', (text, name) => expect(names(text)[0]).toBe(name))

  test('does not correct a known word', () => {
    const device = deviceSearch([
      entry('Neglect', { definition: 'Hurting by staying away.' }),
      entry('Orbiting', { aliases: ['hovering'] }),
    ])
    const first = (text: string) => device.find(text).terms.map(({ term_name }) => term_name)
    expect(first('hurting')).toEqual(['Neglect'])
    expect(first('hrobiting')).toEqual(['Orbiting'])
  })

  test('finds the start of a name without its hyphens and spaces', () => {
    const device = deviceSearch([
      entry('Doubt', { definition: 'A self full of gas, and no contact.' }),
      entry('No Contact'),
      entry('Self-Gaslighting'),
    ])
    const first = (text: string) => device.find(text).terms.map(({ term_name }) => term_name)
    expect(first('self gas')).toEqual(['Self-Gaslighting', 'Doubt'])
    expect(first('nocont')).toEqual(['No Contact'])
  })

  test('prefers a prefix match to a similar spelling', () => {
    const device = deviceSearch([entry('Shame'), entry('Zest', { aliases: ['shape of things'] })])
    expect(device.find('shape').terms.map(({ term_name }) => term_name)).toEqual(['Zest'])
  })

  test('returns the reason of a fuzzy match', () => {
    expect(find('gasligthing').terms[0]?.reason).toEqual({ kind: 'did you mean', words: 'Gaslighting' })
    expect(find('rewrites history').terms[0]?.reason).toEqual({
      kind: 'also called',
      words: 'rewriting history',
    })
  })

  test('leaves a sentence to the server, which knows what people say', () => {
    expect(find('makes me doubt my memory')).toEqual({ terms: [], complete: false })
    expect(find('too much too soon').complete).toBe(true)
  })

  test('is complete if a name starts with the text or nearly equals it, and else needs the server', () => {
    for (const text of ['gas', 'gasligthing', 'stone walling']) expect(find(text).complete, text).toBe(true)
    for (const text of ['dinner', 'memory', 'zzzz', 'an eye at dinner'])
      expect(find(text).complete, text).toBe(false)
  })

  test('returns only the fields that the specification names', () => {
    expect(Object.keys(find('zest').terms[0] ?? {}).sort()).toEqual([
      'definition',
      'slug',
      'term_name',
      'type',
    ])
  })

  test('accepts any input', () => {
    for (const text of ['%', '_', '\\', "'", '💔', 'a'.repeat(10_000), 'ab '.repeat(5_000), 'يسار', '٣٤٥ ½'])
      expect(find(text).terms.length).toBeLessThanOrEqual(5)
    while (!warmUp(50));
    expect(deviceSearch([]).find('anything')).toEqual({ terms: [], complete: false })
  })
})

describe('A search by tiers', () => {
  const allSteps = 1_000
  const more = [...entries, { ...entry('Straße'), slug: 'strasse' }, entry("Won't Tell"), entry('50% Off')]
  const find = (query: string, steps: number, type?: 'clinical' | 'community', limit = 100) => {
    const ranker = createRanker(more)
    for (let step = 0; step < steps; step++) ranker.warmUp(2)
    const search = ranker.search(query, type, limit)
    if (!search.matchNames()) search.matchSimilar()
    return [...search.matches].map(([docId, { tier }]) => [more[docId]?.term_name, tier])
  }

  test('stops at the limit, and filters by type', () => {
    expect(find('luck', allSteps, undefined, 2)).toEqual([
      ['Zest', 1],
      ['Lucky Day', 2],
    ])
    expect(find('luck', allSteps, 'clinical')).toEqual([])
  })

  const nameTexts = more.flatMap(({ term_name, slug, aliases }) => [term_name, slug, ...aliases])
  const substring = fc
    .tuple(fc.constantFrom(...nameTexts), fc.nat(), fc.nat())
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, 1 + (length % text.length)))

  test('lists matches by name and alias first, so that they stay in place when the rest loads', () => {
    const { find, warmUp } = deviceSearch(more)
    const partial = nameSearch(more.map((one) => ({ ...one, definition: '' })))
    const slugs = (terms: { slug: string }[]) => terms.map(({ slug }) => slug)
    const check = () =>
      fc.assert(
        fc.property(substring, (text) => {
          const shown = slugs(partial(text))
          expect(slugs(find(text).terms).slice(0, shown.length)).toEqual(shown)
        }),
      )
    check()
    while (!warmUp(50));
    check()
    expect(slugs(partial('luck'))).toEqual(['zest', 'lucky-day', 'lucky-dog', 'bad-luck', 'good-luck'])
  })

  test('returns the same matches whether none, some or all of the index is built', () => {
    fc.assert(
      fc.property(substring, fc.nat(2 * more.length), (text, steps) => {
        expect(find(text, steps)).toEqual(find(text, 0))
        expect(find(text, allSteps)).toEqual(find(text, 0))
      }),
    )
    for (const text of ['strasse', 'straß', "n't", '50%', '%', 'Luck'])
      expect(find(text, allSteps), text).toEqual(find(text, 0))
  })
})
