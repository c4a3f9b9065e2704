import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyDocument } from '../document/document.rules.ts'
import { compareDetails, compareTexts, type Piece } from './compare.rules.ts'

const marked = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ text, kind }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}{${text}}`))
    .join('')
const without = (pieces: Piece[], left: Piece['kind']) =>
  pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

describe('Two texts', () => {
  test.each([
    ['', '', ''],
    ['The same.', 'The same.', 'The same.'],
    ['', 'New.', '+{New.}'],
    ['Old.', '', '-{Old.}'],
    ['She hid my keys.', 'She hid my new keys.', 'She hid my +{new }keys.'],
    ['One.\nTwo.\nThree.', 'One.\nThree.', 'One.\n-{Two.\n}Three.'],
    ['I was late again', 'I was not late, again', 'I was +{not }late+{,} again'],
    // Words between changes stay; a space alone does not.
    ['He said it was my fault', 'He said this is my fault', 'He said -{it was}+{this is} my fault'],
    ['a b', 'a  b', 'a-{ }+{  }b'],
    ['Nothing of this', 'Wholly different words', '-{Nothing of this}+{Wholly different words}'],
    ['昨日彼は怒った', '昨日彼女は怒った', '昨日彼+{女}は怒った'],
    ['Café', 'Cafe\u0301', '-{Café}+{Cafe\u0301}'],
    ['We 👨‍👩‍👧 left', 'We 👨‍👩‍👦 left', 'We -{👨‍👩‍👧}+{👨‍👩‍👦} left'],
  ])('%j and %j are %j', (before, after, expected) => expect(marked(before, after)).toBe(expected))

  test('are both in the pieces, character by character', () => {
    const text = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points)),
      fc
        .array(fc.constantFrom('a', 'b c', ' ', '\n', '\r\n', 'é', '\ud83d', '木', '\u200d', '🇩🇪'))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = compareTexts(before, after)
        expect(without(pieces, 'added')).toBe(before)
        expect(without(pieces, 'removed')).toBe(after)
        const isTidy = ({ text, kind }: Piece, index: number) =>
          text !== '' && kind !== pieces[index + 1]?.kind
        expect(pieces.every(isTidy)).toBe(true)
      }),
    )
  })

  const words = (from: number) => Array.from({ length: 17_000 }, (_, index) => (index * from * 7919) % 99_991)
  test.each([
    ['of one line', ' '],
    ['of one word a line', '\n'],
    ['of many paragraphs', ' \n \n'],
  ])('of 100,000 characters %s with nothing in common are compared before the test times out', (_, space) => {
    const [before, after] = [words(1).join(space), words(2).join(space)]
    const pieces = compareTexts(before, after)
    expect(without(pieces, 'added')).toBe(before)
    expect(without(pieces, 'removed')).toBe(after)
  })

  test('of 100,000 characters that differ in two hundred places show each', () => {
    const before = words(1)
    const after = before.map((number, index) => (index % 85 === 0 ? `x${number}` : number))
    const pieces = compareTexts(before.join(' '), after.join(' '))
    expect(pieces.filter(({ kind }) => kind === 'added')).toHaveLength(200)
  })
})

describe('A date, tag or field of the record', () => {
  const entry = { ...emptyDocument, terms: [{ term_name: 'Gaslighting' }] }

  test('is listed where it differs, under its label', () => {
    expect(compareDetails(entry, entry)).toEqual([])
    const happened = { date: '2026-03', time: null, about: true, time_zone: null }
    const record = { ...entry.record, place: 'At home' }
    expect(
      compareDetails({ ...entry, tags: ['work', 'boss'] }, { ...entry, happened, record, tags: ['work'] }),
    ).toEqual([
      { label: 'When it happened', pieces: [{ kind: 'added', text: 'About March 2026' }] },
      {
        label: 'Your tags',
        pieces: [
          { kind: 'same', text: 'work' },
          { kind: 'removed', text: ', boss' },
        ],
      },
      { label: 'Where was it?', pieces: [{ kind: 'added', text: 'At home' }] },
    ])
  })
})
