import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../../test/support/any-unicode.ts'
import { foldText } from './fold-text.ts'
import { cutAtMatches, foldWords } from './text-matches.ts'

const anyText = fc.oneof(
  anyUnicode(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...' \n\t\u00a0–-\'"’aA.ßΣσςéﬁ가👍🏽İ\u0301\u200b\u200d\u00ad') }),
)

describe('Folding', () => {
  test.each([
    ['a quote that is straight or curly', "don't", 'don’t', 'don‘t', 'don´t', 'don`t', 'dont', 'DON’T'],
    ['an accent', 'café', 'cafe\u0301', 'cafe', 'CAFÉ'],
    ['NFC and NFD', 'naïveté', 'naïveté'.normalize('NFD')],
    [
      'a space',
      'he said',
      'he  said',
      'he\u00a0said',
      'he\nsaid',
      'he\r\nsaid',
      'he\u2028said',
      ' he\tsaid ',
    ],
    ['a dash', 'self-harm', 'self–harm', 'self — harm', 'self‑harm', 'self harm', 'self−harm'],
    ['ß', 'Straße', 'strasse', 'STRASSE', 'STRAẞE'],
    ['a ligature or a wide letter', 'ﬁrst', 'first', 'ｆirst'],
    ['a mark that is not seen', 'wonder\u00adful', 'wonderful', '\u2060wonderful'],
  ])('removes the difference in spelling: %s', (_what, first, ...others) => {
    for (const other of others) expect(foldText(other), other).toBe(foldText(first))
  })

  test('to words removes quotes and separators, and the Greek final sigma', () => {
    expect(foldWords('ΟΔΟΣ')).toBe(foldWords('οδος'))
    expect(foldWords('οδοσ')).toBe(foldWords('οδος'))
    for (const quoted of ['“no”', '"no"', '„no“', '«no»']) expect(foldWords(quoted)).toBe('no')
    for (const space of ['\u200b', '\u0000', ' \u00a0 ', '\ud800'])
      expect(foldWords(`he${space}said`)).toBe('he said')
  })

  test('keeps punctuation for text, and removes it for words', () => {
    expect(foldText('What?! (I asked.)')).toBe('what?! (i asked.)')
    expect(foldWords('What?! (I asked.)')).toBe('what i asked')
    expect(foldWords('C++ is 50% 💔…')).toBe('c++ is 50 💔')
    expect(foldWords('“...”')).toBe('')
  })

  test('twice gives the same result as folding once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const fold of [foldText, foldWords]) {
          expect(fold(fold(text))).toBe(fold(text))
          expect(fold(text)).not.toMatch(/^ | {2}| $|\p{M}/u)
        }
      }),
    )
  })
})

describe('Matches', () => {
  const marked = (text: string, words: string[]) =>
    cutAtMatches(text, words)
      .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
      .join('')

  test.each([
    ['Don’t, he said', ['dont'], '[Don’t], he said'],
    ['My cafe\u0301 is', ['cafe'], 'My [cafe\u0301] is'],
    ['he \n\n said', ['he said'], '[he \n\n said]'],
    ['Die Straße dort', ['strasse'], 'Die [Straße] dort'],
    ['Straße', ['s'], '[S]tra[ß]e'],
    ['a ﬁrst', ['fi'], 'a [ﬁ]rst'],
    ['self — harm', ['self harm'], '[self — harm]'],
    ['My self–harm', ['self harm'], 'My [self–harm]'],
    ['he\u00a0said\tno', ['he said no'], '[he\u00a0said\tno]'],
    ['one two three', ['three', 'one'], '[one] two [three]'],
    ['gaslighting', ['gas', 'gaslight'], '[gaslight]ing'],
    ['👍🏽 yes', ['👍'], '[👍🏽] yes'],
    ['“No,” I said', ['no i'], '“[No,” I] said'],
    ['nothing', ['else'], 'nothing'],
    ['nothing', [], 'nothing'],
    ['', ['a'], ''],
  ])('in %j for %j are %s', (text, words, expected) => expect(marked(text, words)).toBe(expected))

  test('are pieces of the whole text, and exist wherever the folded text has the words', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const words = foldWords(other)
        const pieces = cutAtMatches(text, words === '' ? [] : [words])
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        if (words !== '') expect(pieces.some(({ match }) => match)).toBe(foldWords(text).includes(words))
        for (const { text, match } of pieces) if (match) expect(foldWords(text)).toContain(words)
      }),
      { numRuns: 1_000 },
    )
  })
})
