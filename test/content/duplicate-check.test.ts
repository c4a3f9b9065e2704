import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNearDuplicates, splitWords } from './duplicate-check.ts'

test('the same words have similarity 1, ignoring case and punctuation', () => {
  expect(
    findNearDuplicates(['They don’t ask, ever.', 'something else entirely here', "THEY DON'T ASK EVER"]),
  ).toEqual([{ earlier: 0, later: 2, similarity: 1 }])
})

test('a similarity of 0.35 or more is a duplicate', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ')
  // 20 words have 18 shingles; 10 shared words share 8 of 28, 11 are 9 of 27, 12 are 10 of 26.
  expect(findNearDuplicates([words(0, 20), words(10, 30)])).toEqual([])
  expect(findNearDuplicates([words(0, 20), words(9, 29)])).toEqual([])
  expect(findNearDuplicates([words(0, 20), words(8, 28)])).toEqual([
    { earlier: 0, later: 1, similarity: 10 / 26 },
  ])
})

test('reports the most similar earlier text', () => {
  const texts = ['a b c d e x y z', 'a b c d e f g h', 'a b c d e f g h i']
  expect(findNearDuplicates(texts).map(({ earlier, later }) => [earlier, later])).toContainEqual([1, 2])
})

test('texts of fewer than three words match nothing', () => {
  expect(findNearDuplicates(['', 'two words', 'two words', ''])).toEqual([])
})

test('the result equals a comparison of all pairs', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 }).map((words) => words.join(' '))
  const shingles = (text: string) => {
    const words = splitWords(text)
    return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`))
  }
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const expected = texts.flatMap((later, index) => {
        const all = texts.slice(0, index).map((earlier) => {
          const both = [...shingles(earlier)].filter((one) => shingles(later).has(one)).length
          return both / (shingles(earlier).size + shingles(later).size - both || 1)
        })
        const nearest = Math.max(0, ...all)
        return nearest >= 0.35 ? [[index, nearest]] : []
      })
      expect(findNearDuplicates(texts).map(({ later, similarity }) => [later, similarity])).toEqual(expected)
    }),
  )
})
