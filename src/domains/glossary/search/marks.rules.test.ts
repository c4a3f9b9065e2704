import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../../../../test/support/any-unicode.ts'
import { markMatches } from './marks.rules.ts'

const anyText = fc.oneof(anyUnicode(), fc.string({ unit: 'grapheme' }))

describe('markMatches', () => {
  const marked = (text: string, search: string) =>
    markMatches(text, search)
      .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
      .join('')

  test.each([
    ['Love Bombing', 'love', '[Love] Bombing'],
    ['Love Bombing', 'love bombing', '[Love Bombing]'],
    ['Bombing with love', 'love bombing', '[Bombing] with [love]'],
    ['A glove', 'love', 'A glove'],
    ['Lovelove', 'love', '[Love]love'],
    ['Loves (lovely) love', 'love', '[Love]s ([love]ly) [love]'],
    ['Then there, meant as silence', 'gives me the silent treatment', 'Then there, meant as silence'],
    ['The silent treatment', 'the silent one', 'The [silent] treatment'],
    ["Don't ask", 'don’t', "[Don't] ask"],
    ['Éclat', 'é', 'Éclat'],
    ['a (b) {c}', '(b)', 'a [(b)] {c}'],
    ['C++ and .* too', '.*', 'C++ and [.*] too'],
    ['anything', '', 'anything'],
    ['', 'love', ''],
  ])('marks %j, searched for %j, as %s', (text, search, expected) =>
    expect(marked(text, search)).toBe(expected),
  )

  test('returns pieces that join to the original text, for any search', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, search) => {
        const pieces = markMatches(text, search)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      }),
    )
  })
})
