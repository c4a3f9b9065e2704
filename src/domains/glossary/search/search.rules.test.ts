import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../../../../test/support/any-unicode.ts'
import { firstSentence, matchesName, normalizeSearch, prefixQuery } from './search.rules.ts'

const anyText = fc.oneof(anyUnicode(), fc.string({ unit: 'grapheme' }))

describe('normalizeSearch', () => {
  test.each([
    ['  love   bombing ', 'love bombing'],
    ['love\t\n\r\0bombing', 'love bombing'],
    ['love\u200bbombing\u2060', 'love bombing'],
    ['don’t', 'don’t'],
    ['ﬁrst ｆｕｌｌ', 'first full'],
    ['cafe\u0301', 'café'],
    ['\ud800a\udc00', 'a'],
    ['\0\u200e ', ''],
    ['💔', '💔'],
  ])('turns %j into %j', (text, search) => expect(normalizeSearch(text)).toBe(search))

  test('is idempotent, and never returns text that PostgreSQL rejects', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const search = normalizeSearch(text)
        expect(normalizeSearch(search)).toBe(search)
        expect(search).not.toMatch(/[\p{C}]|^\s|\s$/u)
        expect(search.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('prefixQuery', () => {
  test.each([
    ['love bomb', "'love':* & 'bomb':*"],
    ["don't", "'don':* & 't':*"],
    ['a & b | !c <-> (d):*', "'a':* & 'b':* & 'c':* & 'd':*"],
    ['naïve 911', "'naïve':* & '911':*"],
    ["'", ''],
    ['💔 %', ''],
    ['', ''],
  ])('turns %j into %j', (text, query) => expect(prefixQuery(text)).toBe(query))

  test('never returns tsquery syntax from the input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(prefixQuery(text)).toMatch(/^('[\p{L}\p{N}]+':\*( & '[\p{L}\p{N}]+':\*)*)?$/u)
      }),
    )
  })
})

describe('matchesName', () => {
  const term = { term_name: "Don't Ask", slug: 'dont-ask', aliases: ['Never Ask', 'Straße'] }

  test.each(["don't", 'T AS', 'dont-a', 'dont ask', 'never', 'STRAßE', 'strasse', ''])(
    'finds %j in a name, slug or alias',
    (text) => {
      expect(matchesName(term, text)).toBe(true)
    },
  )

  test.each(['tell', 'ask never', '’', '%', '_', '.*'])('does not find %j', (text) => {
    expect(matchesName(term, text)).toBe(false)
  })
})

describe('The first sentence', () => {
  test.each([
    ['One. Two.', 'One.'],
    ['One? “Two.”', 'One?'],
    ['He said “stop.” Then he left.', 'He said “stop.”'],
    ['Named by Dr. Freyd in the U.S. Congress. Two.', 'Named by Dr. Freyd in the U.S. Congress.'],
    ['It costs 1.5 times as much. Yes.', 'It costs 1.5 times as much.'],
    ['No end', 'No end'],
    ['', ''],
    ['One! two', 'One! two'],
  ])('of %j is %j', (definition, sentence) => expect(firstSentence(definition)).toBe(sentence))
})
