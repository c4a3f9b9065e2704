import { describe, expect, test } from 'vitest'
import { excerptOf, findInDetails, matchesAllWords, parseSearch } from './entry-search.rules.ts'

const entry = (content: string | null, term_name?: string, tags: string[] = []) => ({
  content,
  term: term_name === undefined ? null : { term_name, tags },
})
const finds = (search: string, content: string) => matchesAllWords(entry(content), parseSearch(search))

test.each([
  ['two words', ['two', 'words']],
  [' “a phrase” and  more ', ['a phrase', 'and', 'more']],
  ['"not closed yet', ['not closed yet']],
  ['self-harm', ['self harm']],
  ['again again', ['again']],
  ["don't, stop!", ['dont', 'stop']],
  ['"" ? \u00a0', []],
])('A search for %j is split into %j', (typed, words) => expect(parseSearch(typed)).toEqual(words))

describe('The journal search', () => {
  test.each([
    ['a straight quote for a curly one', "don't", 'I don’t know'],
    ['a curly quote for a straight one', 'don’t', "I don't know"],
    ['no accent for one', 'cafe', 'In the café'],
    ['NFD for NFC', 'cafe\u0301', 'In the caf\u00e9'],
    ['a space for a no-break space', '"he said"', 'Then he\u00a0said no'],
    ['a space for two', '"he said"', 'Then he  said no'],
    ['a space for a line break', '"he said"', 'Then he\nsaid no'],
    ['a hyphen for a long dash', 'love-bombing', 'His love—bombing'],
    ['a space for a hyphen', '"love bombing"', 'His love-bombing'],
    ['ss for ß', 'strasse', 'In der Straße'],
    ['two words that stand apart', 'canal heron', 'A heron, by the old canal'],
    ['words with punctuation around them', '(heron),', 'a heron'],
    ['part of a word', 'hero', 'a heron'],
    ['an emoji', '💔', 'So 💔 now'],
  ])('finds %s', (_what, search, content) => expect(finds(search, content)).toBe(true))

  test.each([
    ['one word of two', 'canal otter', 'A heron by the canal'],
    ['the words of a phrase apart', '"heron canal"', 'A heron by the canal'],
    ['a phrase the other way around', '“canal heron”', 'heron canal'],
  ])('does not find %s', (_what, search, content) => expect(finds(search, content)).toBe(false))

  test('finds words spread over text, term and tags, but no phrase spread over them', () => {
    const about = entry('He laughed', 'Gaslighting', ['Self-doubt'])
    expect(matchesAllWords(about, parseSearch('laughed gaslighting "self doubt"'))).toBe(true)
    expect(matchesAllWords(about, parseSearch('"laughed gaslighting"'))).toBe(false)
    expect(matchesAllWords(entry(null, 'Gaslighting'), parseSearch('gas'))).toBe(true)
  })
})

describe('Beside the text, the journal search', () => {
  const happened = { date: '2026-03-14', time: '21:30', about: true, time_zone: null }
  const record = {
    place: 'At the lake',
    people: 'My sister',
    proof: '',
    disclosed_to: `${'a '.repeat(900)}Doctor Grün`,
  }
  const full = {
    content: 'He laughed',
    term: { id: 'gas', term_name: 'Gaslighting', tags: [] },
    terms: [
      { id: 'gas', term_name: 'Gaslighting' },
      { id: 'ice', term_name: 'Silent treatment' },
    ],
    happened,
    tags: ['Café', 'long night'],
    record,
  }
  const isFound = (search: string, withTags = true) =>
    matchesAllWords(full, parseSearch(search), { withTags })

  test.each([
    'march 2026',
    '"march 14"',
    'about',
    'lake',
    'sister laughed',
    'doctor grun',
    'silent',
    '"long night"',
    'cafe',
  ])('finds %s', (search) => expect(isFound(search)).toBe(true))

  test.each(['april', '2025', '"sister at"', '"night cafe"', 'brother', 'null'])(
    'does not find %s',
    (search) => expect(isFound(search)).toBe(false),
  )

  test('finds no tags where they are hidden', () => {
    expect(isFound('cafe', false)).toBe(false)
    expect(isFound('laughed', false)).toBe(true)
  })

  test('shows which field has a word that the text lacks, as an excerpt', () => {
    const shown = (search: string) => findInDetails(full, parseSearch(search))
    expect(shown('lake')).toEqual([{ name: 'Where was it?', text: 'At the lake' }])
    expect(shown('silent')).toEqual([{ name: 'Also about', text: 'Silent treatment' }])
    expect(shown('grun')[0]?.text).toMatch(/^….{1,80}Doctor Grün$/)
    expect(shown('laughed')).toEqual([])
    expect(shown('')).toEqual([])
  })
})

describe('The excerpt on a card', () => {
  const long = `${'At the beginning. '.repeat(30)}Then a hérōn came\nby the canal. ${'And the end. '.repeat(30)}`

  test('is the beginning of the text if that has a match, or if nothing matches', () => {
    for (const search of ['', 'beginning heron', 'otter'])
      expect(excerptOf(entry(long, 'Otter'), parseSearch(search)), search).toMatch(
        /^At the beginning[\s\S]*…$/,
      )
    expect(excerptOf(entry('Short'), parseSearch('s'))).toBe('Short')
  })

  test('shows the first match, from the start of a word', () => {
    const shown = excerptOf(entry(long), parseSearch('canal heron'))
    expect(shown).toMatch(/^…(?:At|the|beginning)[\s\S]*Then a hérōn came\nby the canal[\s\S]*…$/)
    expect(shown.length).toBeLessThan(210)
  })

  test('shows a match at the end of a very long text', () => {
    const content = `${'é'.repeat(99_990)} heron`
    expect(excerptOf(entry(content), parseSearch('heron'))).toBe('…heron')
  })
})
