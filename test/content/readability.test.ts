import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '../support/any-unicode.ts'
import { countSyllables, readingGrade } from './readability.ts'

/** From the CMU Pronouncing Dictionary, chosen for irregular spellings. */
const words: Record<number, string> = {
  1: 'the name walked loved asked made eyes years quite through friend their tears owed aunt’s',
  2: 'abuse someone safety being trauma quiet wanted people careful trial changes safely homework movement didn’t nurse’s',
  3: 'anyone another violence diary betrayal isolate reaction idea denial period serious employee caregiver financial',
  4: 'diagnosis emotional narcissistic coercively humiliate PTSD',
  5: 'manipulation triangulation intermittently dissociation',
}

describe('syllables', () => {
  const cases = Object.entries(words).flatMap(([count, list]) =>
    list.split(' ').map((word) => [word, Number(count)] as const),
  )
  test.each(cases)('%s has %i', (word, count) => expect(countSyllables(word)).toBe(count))

  test('are at least one for any word', () => {
    fc.assert(
      fc.property(anyUnicode(), (word) => {
        expect(countSyllables(word)).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('the reading grade', () => {
  test('is the formula of Flesch and Kincaid', () => {
    // 6 words, 1 sentence, 6 syllables; then 4 words, 2 sentences, 12 syllables
    expect(readingGrade('The cat sat on the mat.')).toBeCloseTo(0.39 * 6 + 11.8 * 1 - 15.59)
    expect(readingGrade('Emotional violence. Diagnosis anyone?')).toBeCloseTo(
      0.39 * 2 + 11.8 * (14 / 4) - 15.59,
    )
  })

  test('ignores the given words', () => {
    const bare = readingGrade('It is a slow loss of trust.')
    expect(readingGrade('Gaslighting is a slow loss of trust.', new Set(['gaslighting']))).toBeLessThan(bare)
    expect(readingGrade('It is a Gaslighting’s slow loss of trust.', new Set(['gaslighting']))).toBeCloseTo(
      bare,
    )
  })

  test('is 0 for a text without words', () => expect(readingGrade(' ... ')).toBe(0))
})
