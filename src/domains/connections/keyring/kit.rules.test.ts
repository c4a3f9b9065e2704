import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBase64 } from './bytes.rules.ts'
import { findKitWord, kitWords, newKit, readKit } from './kit.rules.ts'

/** A vector of BIP39 (github.com/trezor/python-mnemonic/blob/master/vectors.json). */
const words =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length'.split(
    ' ',
  )
const entropy = '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c'
const text = words.join(' ')

const hexOf = (read: ReturnType<typeof readKit>) =>
  'entropy' in read ? Buffer.from(read.entropy).toString('hex') : read

/** Replaces one word, counted from 1. */
const withWord = (place: number, word: string) => words.with(place - 1, word).join(' ')

describe('A kit', () => {
  test('is 24 words of 256 random bits, and is read back', () => {
    const kits = Array.from({ length: 20 }, newKit)
    for (const kit of kits) {
      expect(kit.words).toHaveLength(kitWords)
      expect(kit.entropy).toHaveLength(32)
      expect(readKit(kit.words.join(' '))).toEqual({ entropy: kit.entropy })
    }
    expect(new Set(kits.map((kit) => toBase64(kit.entropy))).size).toBe(20)
  })

  test('is that of BIP39', () => {
    expect(hexOf(readKit(text))).toBe(entropy)
    expect(hexOf(readKit(`${'abandon '.repeat(23)}art`))).toBe('00'.repeat(32))
    expect(hexOf(readKit(`${'zoo '.repeat(23)}vote`))).toBe('ff'.repeat(32))
  })
})

describe('Reading forgives', () => {
  test.each([
    ['capitals', text.toUpperCase()],
    [
      'first letters that are capitals',
      words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' '),
    ],
    ['the first four letters', words.map((word) => word.slice(0, 4)).join(' ')],
    ['five letters', words.map((word) => word.slice(0, 5)).join(' ')],
    ['commas and line breaks', words.join(',\r\n')],
    ['no-break spaces, tabs and dashes', words.join(' \u00a0\t– ')],
    ['numbers', words.map((word, index) => `${index + 1}. ${word}`).join('\n')],
    ['numbers without a space', words.map((word, index) => `${index + 1}${word}`).join(' ')],
    ['columns and bullets', words.map((word) => `• ${word} |`).join('')],
    ['quotes', `“${words.join('” “')}”`],
    ['full width', text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
    ['accents', text.replaceAll('a', 'á').replaceAll('i', 'ï')],
    ['a Turkish letter without its dot', text.replaceAll('i', 'ı')],
    ['Turkish capitals', text.replaceAll('i', 'ı').toUpperCase().replaceAll('I', 'İ')],
    [
      'soft hyphens and zero-width spaces',
      words.map((word) => `${word.slice(0, 2)}\u00ad\u200b${word.slice(2)}`).join(' '),
    ],
    ['a slip after the fourth letter', withWord(1, 'hamstre')],
    ['a letter too much at the end', withWord(1, 'hamsters')],
    ['white space around', `\n\n  ${text}  \n`],
  ])('%s', (_, typed) => {
    expect(hexOf(readKit(typed))).toBe(entropy)
  })

  test('every word, whole, by its first four letters, and longer', () => {
    for (const word of wordlist) {
      expect(findKitWord(word)).toBe(word)
      for (let length = 4; length < word.length; length++)
        expect(findKitWord(word.slice(0, length))).toBe(word)
    }
  })

  test('no word that begins like one and goes on differently', () => {
    expect(['therapy', 'abandXYZ', 'ham', 'hams'].map(findKitWord)).toEqual([
      undefined,
      undefined,
      undefined,
      'hamster',
    ])
  })
})

describe('A problem', () => {
  test.each([
    ['a letter too few', 4, 'dtch', 'dutch'],
    ['another letter', 4, 'dutsh', 'dutch'],
    ['a letter too much', 4, 'duttch', 'dutch'],
    ['two letters swapped', 4, 'dtuch', 'dutch'],
    ['the first letter missing', 4, 'utch', 'dutch'],
    ['another first letter', 10, 'roddler', 'toddler'],
    ['another ending', 2, 'diagonal', 'diagram'],
    ['another ending after four letters', 2, 'diagnosis', 'diagram'],
    ['no letter right', 24, 'qqqqq', undefined],
    ['a word too short', 1, 'qq', undefined],
    ['a word of another script', 12, 'книга', undefined],
  ])('of a word with %s is named, with a suggestion if there is one', (_, place, typed, suggestion) => {
    expect(readKit(withWord(place, typed))).toEqual({
      problem: 'word',
      word: place,
      ...(suggestion && { suggestion }),
    })
  })

  test('of the first wrong word comes before all others', () => {
    const typed = `${words.slice(0, 4).join(' ')} qqq ${words.slice(5, 9).join(' ')} zzz`
    expect(readKit(typed)).toEqual({ problem: 'word', word: 5 })
  })

  test.each([
    ['no word', '', 0],
    ['only numbers', '1 2 3', 0],
    ['23 words', words.slice(1).join(' '), 23],
    ['25 words', `${text} zoo`, 25],
    ['the kit twice', `${text} ${text}`, 48],
    ['12 words, a kit elsewhere', `${'abandon '.repeat(11)}about`, 12],
  ])('of the count comes with it: %s', (_, typed, count) => {
    expect(readKit(typed)).toEqual({ problem: 'count', count })
  })

  test('after the 24th word is one of the count', () => {
    expect(readKit(`${text} thank you`)).toEqual({ problem: 'count', count: 26 })
  })

  test('of the order is one of the checksum, not of a word', () => {
    const others = [
      words.toReversed(),
      [...words.slice(1), words[0] ?? ''],
      words.with(0, words[1] ?? '').with(1, words[0] ?? ''),
      words.with(7, words[8] ?? '').with(8, words[7] ?? ''),
    ]
    for (const order of others) expect(readKit(order.join(' '))).toEqual({ problem: 'checksum' })
    expect(readKit(withWord(1, 'hammer'))).toEqual({ problem: 'checksum' })
  })

  test('is found in all but one of 256 orders', () => {
    let wrong = 0
    let undetected = 0
    for (let first = 0; first < 24; first++) {
      for (let second = first + 1; second < 24; second++) {
        if (words[first] === words[second]) continue
        wrong++
        const order = words.with(first, words[second] ?? '').with(second, words[first] ?? '')
        if ('entropy' in readKit(order.join(' '))) undetected++
      }
    }
    expect(wrong).toBeGreaterThan(250)
    expect(undetected).toBeLessThan(6)
  })

  test('of hostile text throws nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        expect(readKit(typed)).toHaveProperty('problem')
      }),
    )
    for (const typed of ['a'.repeat(5_000_000), 'zzz '.repeat(1_000_000), '\u0301'.repeat(5_000_000)])
      expect(readKit(typed)).toHaveProperty('problem')
  })
})
