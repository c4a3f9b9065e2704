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
    definition: 'Making somebody doubt their own memory.',
  }),
  entry('Good Luck'),
  entry('Hard Luck'),
  entry('Love Bombing', { aliases: ['too much too soon'] }),
  entry('Lucky Day'),
  entry('Lucky Dog'),
  entry('Stonewalling', { definition: 'A refusal to answer, to meet an eye, to be there.' }),
  entry('Zest', { aliases: ['luck'] }),
]
const { find, ready } = deviceSearch(entries)
const names = (text: string) => find(text).terms.map(({ term_name }) => term_name)

describe('the search on the device', () => {
  test('finds names that contain the text, from A to Z, five at most, and asks for nothing more', () => {
    expect(names('luc')).toEqual(['Bad Luck', 'Good Luck', 'Hard Luck', 'Lucky Day', 'Lucky Dog'])
    expect(find('luc').settled).toBe(true)
  })

  test('finds first what is called just so: by its name, its slug, an alias or an acronym', () => {
    expect(names('luck')).toEqual(['Zest', 'Bad Luck', 'Good Luck', 'Hard Luck', 'Lucky Day'])
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
      'Grapes',
      'Scraped',
      'Self-Rape',
      'Therapeutic Alliance',
    ])
    for (const text of ['CPTSD', 'c-ptsd', 'complex ptsd', 'complex-ptsd', 'Complex PTSD'])
      expect(shown(text)[0], text).toBe('Complex PTSD')
    for (const text of ['self rape', 'self-rape', 'Self-Rape', 'self ra'])
      expect(shown(text)[0], text).toBe('Self-Rape')
    expect(crowd.find('rape').terms[0]?.reason).toEqual({ kind: 'also called', words: 'rape' })
  })

  test('goes on with names that contain the text and then with its words, before aliases that begin with it or are like it', () => {
    const told = deviceSearch([
      entry('Apple', { aliases: ['sometimes cold'], definition: 'A shoulder to cry on, cold.' }),
      entry('Bread', { aliases: ['cold shoulders'] }),
      entry('Cake', { definition: 'Cold on the shoulder.' }),
      entry('Old Cold Shoulder Rule'),
    ])
    const shown = (text: string) => told.find(text).terms.map(({ term_name }) => term_name)
    expect(shown('cold shoulder')).toEqual(['Old Cold Shoulder Rule', 'Apple', 'Bread', 'Cake'])
  })

  test.each([
    ['gasligthing', 'Gaslighting'],
    ['stone walling', 'Stonewalling'],
    ['love bombed me', 'Love Bombing'],
    ['lovebombing', 'Love Bombing'],
    ['rewrites history', 'Gaslighting'],
    ['history', 'Gaslighting'],
    ['makes me doubt my memory', 'Gaslighting'],
    ['stnoewalling', 'Stonewalling'],
    ['tsonewalling', 'Stonewalling'],
  ])('%j finds %s first', (text, name) => expect(names(text)[0]).toBe(name))

  test('finds by what people say of a term, which it does not say itself, and by what is said in several words', () => {
    const told = deviceSearch([
      ...entries.map((one) => (one.slug === 'stonewalling' ? { ...one, said: 'stares at his phone' } : one)),
      entry('Belittling'),
    ])
    const first = (text: string) => told.find(text).terms[0]?.term_name
    expect(first('my partner keeps staring at phones')).toBe('Stonewalling')
    expect(first('he always puts me down')).toBe('Belittling')
    expect(names('my partner keeps staring at phones')).not.toContain('Stonewalling')
  })

  test('takes no word that is known for a slip of another', () => {
    const told = deviceSearch([
      entry('Neglect', { definition: 'Hurting by staying away.' }),
      entry('Orbiting', { aliases: ['hovering'] }),
    ])
    const first = (text: string) => told.find(text).terms.map(({ term_name }) => term_name)
    expect(first('hurting')).toEqual(['Neglect'])
    expect(first('hrobiting')).toEqual(['Orbiting'])
  })

  test('takes what is slipped for what it was meant to be, in a description too, and a little word for none', () => {
    const many = Array.from({ length: 40 }, (_, number) => entry(`Other ${number}`))
    const told = deviceSearch([
      ...entries,
      ...many,
      entry('Sum', { definition: 'A sum of money in a tier.' }),
    ])
    const first = (text: string) => told.find(text).terms.map(({ term_name }) => term_name)
    expect(first('makes me dobut my mmeory')).toEqual(['Gaslighting'])
    expect(first('mony')).toEqual(['Sum'])
    expect(first('thier mony')).toEqual(['Sum'])
    expect(first('thier')).toEqual([])
  })

  test('finds the beginning of a name without its hyphens and spaces', () => {
    const told = deviceSearch([
      entry('Doubt', { definition: 'A self full of gas, and no contact.' }),
      entry('No Contact'),
      entry('Self-Gaslighting'),
    ])
    const first = (text: string) => told.find(text).terms.map(({ term_name }) => term_name)
    expect(first('self gas')).toEqual(['Self-Gaslighting', 'Doubt'])
    expect(first('nocont')).toEqual(['No Contact'])
  })

  test('prefers what begins so to what is written nearly so', () => {
    const told = deviceSearch([entry('Shame'), entry('Zest', { aliases: ['shape of things'] })])
    expect(told.find('shape').terms.map(({ term_name }) => term_name)).toEqual(['Zest'])
  })

  test('of many that have the words of a description shows what is most like it, and what is more like it than they', () => {
    const many = Array.from({ length: 40 }, (_, number) => entry(`Other ${number}`))
    const crowd = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma', 'Zeta'].map((name) =>
      entry(name, { definition: 'Something that a partner checks. A phone, at night.' }),
    )
    const looking = { ...entry('Looking'), said: 'checks my phone, night after night' }
    const yelling = entry('Yelling', { definition: 'A partner checks the phone at night.' })
    const told = deviceSearch([
      ...crowd.slice(0, 5),
      looking,
      ...many,
      { ...yelling, said: 'checks my phone every night' },
      ...crowd.slice(5),
    ])
    const shown = (text: string) => told.find(text).terms.map(({ term_name }) => term_name)
    expect(shown('checks phone night')).toEqual(['Alpha', 'Beta', 'Delta', 'Yelling', 'Looking'])
    // Two words are as the specification has them.
    expect(shown('phone night')).toEqual(['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma'])
  })

  test('says why', () => {
    expect(find('gasligthing').terms[0]?.reason).toEqual({ kind: 'did you mean', words: 'Gaslighting' })
    expect(find('rewrites history').terms[0]?.reason).toEqual({
      kind: 'also called',
      words: 'rewriting history',
    })
  })

  test('is content where a name begins so or nearly is the text, and else lets the server be asked', () => {
    for (const text of ['gas', 'gasligthing', 'stone walling']) expect(find(text).settled, text).toBe(true)
    for (const text of ['dinner', 'memory', 'zzzz', 'an eye at dinner'])
      expect(find(text).settled, text).toBe(false)
  })

  test('gives what the specification names of a term, and nothing else', () => {
    expect(Object.keys(find('zest').terms[0] ?? {}).sort()).toEqual([
      'definition',
      'slug',
      'term_name',
      'type',
    ])
  })

  test('takes whatever is typed', () => {
    for (const text of ['%', '_', '\\', "'", '💔', 'a'.repeat(10_000), 'ab '.repeat(5_000), 'يسار', '٣٤٥ ½'])
      expect(find(text).terms.length).toBeLessThanOrEqual(5)
    while (!ready(50));
    expect(deviceSearch([]).find('anything')).toEqual({ terms: [], settled: false })
  })
})

describe('a search, tier by tier', () => {
  const wholly = 1_000
  const more = [...entries, { ...entry('Straße'), slug: 'strasse' }, entry("Won't Tell"), entry('50% Off')]
  const found = (search: string, times: number, type?: 'clinical' | 'community', most = 100) => {
    const finder = createRanker(more)
    for (let time = 0; time < times; time++) finder.ready(2)
    const asked = finder.begin(search, type, most)
    if (!asked.byName()) asked.byLikeness()
    return [...asked.found].map(([place, { tier }]) => [more[place]?.term_name, tier])
  }

  test('stops where enough is found, and keeps to a type', () => {
    expect(found('luck', wholly, undefined, 2)).toEqual([
      ['Zest', 1],
      ['Bad Luck', 2],
    ])
    expect(found('luck', wholly, 'clinical')).toEqual([])
  })

  const pieces = more.flatMap(({ term_name, slug, aliases }) => [term_name, slug, ...aliases])
  const piece = fc
    .tuple(fc.constantFrom(...pieces), fc.nat(), fc.nat())
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, 1 + (length % text.length)))

  test('begins with what names and aliases alone tell, so that nothing moves when the rest has come', () => {
    const { find, ready } = deviceSearch(more)
    const early = nameSearch(more.map((one) => ({ ...one, definition: '' })))
    const slugs = (terms: { slug: string }[]) => terms.map(({ slug }) => slug)
    const check = () =>
      fc.assert(
        fc.property(piece, (text) => {
          const shown = slugs(early(text))
          expect(slugs(find(text).terms).slice(0, shown.length)).toEqual(shown)
        }),
      )
    check()
    while (!ready(50));
    check()
    expect(slugs(early('luck'))).toEqual(['zest', 'bad-luck', 'good-luck', 'hard-luck', 'lucky-day'])
  })

  test('finds the same whether nothing, some or all is ready: pieces of names, in whichever spelling', () => {
    fc.assert(
      fc.property(piece, fc.nat(2 * more.length), (text, times) => {
        expect(found(text, times)).toEqual(found(text, 0))
        expect(found(text, wholly)).toEqual(found(text, 0))
      }),
    )
    for (const text of ['strasse', 'straß', "n't", '50%', '%', 'Luck'])
      expect(found(text, wholly), text).toEqual(found(text, 0))
  })
})
