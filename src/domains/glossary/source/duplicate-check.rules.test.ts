import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNearDuplicates, splitWords } from './duplicate-check.rules.ts'

test('the same words are wholly alike, whatever their case and signs', () => {
  expect(
    findNearDuplicates(['They don’t ask, ever.', 'something else entirely here', "THEY DON'T ASK EVER"]),
  ).toEqual([{ one: 0, other: 2, similarity: 1 }])
})

test('0.35 of the runs of three words is alike, less is not', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ')
  // 20 words are 18 runs; 10 shared words are 8 shared runs of 28, 11 are 9 of 27, 12 are 10 of 26.
  expect(findNearDuplicates([words(0, 20), words(10, 30)])).toEqual([])
  expect(findNearDuplicates([words(0, 20), words(9, 29)])).toEqual([])
  expect(findNearDuplicates([words(0, 20), words(8, 28)])).toEqual([
    { one: 0, other: 1, similarity: 10 / 26 },
  ])
})

test('a text is likened to the nearest before it', () => {
  const texts = ['a b c d e x y z', 'a b c d e f g h', 'a b c d e f g h i']
  expect(findNearDuplicates(texts).map(({ one, other }) => [one, other])).toContainEqual([1, 2])
})

test('texts without three words resemble nothing', () => {
  expect(findNearDuplicates(['', 'two words', 'two words', ''])).toEqual([])
})

test('finds what comparing every pair finds', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 }).map((words) => words.join(' '))
  const triples = (given: string) => {
    const words = splitWords(given)
    return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`))
  }
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const slow = texts.flatMap((other, place) => {
        const all = texts.slice(0, place).map((one) => {
          const both = [...triples(one)].filter((triple) => triples(other).has(triple)).length
          return both / (triples(one).size + triples(other).size - both || 1)
        })
        const nearest = Math.max(0, ...all)
        return nearest >= 0.35 ? [[place, nearest]] : []
      })
      expect(findNearDuplicates(texts).map(({ other, similarity }) => [other, similarity])).toEqual(slow)
    }),
  )
})
