import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../../../test/support/any-unicode.ts'
import { slugOf, sortKeyOf } from './terms.rules.ts'

/** Any text, biased toward the characters of real names: spaces, hyphens, accents, quotes. */
const name = fc.oneof(
  anyUnicode(),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '7', ' ', '-', "'", '’', '–', 'É', 'ß', 'İ', 'ﬁ', '/', '\0', '\ud800'),
  }),
)

describe('The slug', () => {
  test.each([
    ['Fear, Obligation, and Guilt', 'fear-obligation-and-guilt'],
    ["Don't Ask", 'dont-ask'],
    ['Don’t Ask', 'dont-ask'],
    ['Technology-Facilitated Abuse', 'technology-facilitated-abuse'],
    ['DARVO', 'darvo'],
    ['Folie à Deux', 'folie-a-deux'],
    ['Æther Straße Øre Þing', 'aether-strasse-ore-thing'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Push–Pull', 'push-pull'],
    ['No Contact / Low Contact', 'no-contact-low-contact'],
    ['And/Or', 'andor'],
    ['  Love   -  Bombing  ', 'love-bombing'],
    ['"Rug Sweeping" (Family)', 'rug-sweeping-family'],
    ['5150 Hold', '5150-hold'],
    ['- -', ''],
    ['\0\u200b', ''],
  ])('of %j is %j', (text, slug) => expect(slugOf(text)).toBe(slug))

  test('has only a-z, 0-9 and single inner hyphens for any name', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(slugOf(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      }),
    )
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(slugOf(slugOf(text))).toBe(slugOf(text))
      }),
    )
  })

  test('does not depend on case', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyzéüñ -') })
    fc.assert(
      fc.property(letters, (text) => {
        expect(slugOf(text.toUpperCase())).toBe(slugOf(text))
      }),
    )
  })
})

describe('The sort key', () => {
  const sorted = (names: string[]) =>
    names.toSorted((a, b) => Buffer.compare(Buffer.from(sortKeyOf(a)), Buffer.from(sortKeyOf(b))))

  test('compared by bytes, ignores case, accents, hyphens and quotation marks', () => {
    const order = [
      '5150 Hold',
      'Abuse',
      '“Big T” Trauma',
      'École',
      'Edge',
      'Self-Blame',
      'Self Harm',
      'Selfish',
      'Zebra',
    ]
    expect(sorted(order.toReversed())).toEqual(order)
  })

  test('drops leading punctuation', () => expect(sortKeyOf('…"Just Joking"')).toBe('just joking'))

  test('is the same for spellings that differ in case, accents and hyphens', () => {
    expect(sortKeyOf('Love-Bombing')).toBe(sortKeyOf('LÓVE BOMBING'))
  })

  test('can be stored by PostgreSQL, starts with a letter or digit, and is idempotent', () => {
    fc.assert(
      fc.property(name, (text) => {
        const key = sortKeyOf(text)
        expect(key).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u)
        expect(key.isWellFormed()).toBe(true)
        expect(sortKeyOf(key)).toBe(key)
      }),
    )
  })
})
