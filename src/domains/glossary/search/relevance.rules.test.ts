import { describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { buildRelevance, type RelevanceDocument } from './relevance.rules.ts'

function createRelevance(documents: RelevanceDocument[]) {
  const steps = buildRelevance(documents)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const terms = [
  sourceTerm('Breadcrumbing', { search_phrases: ['texts me just enough to keep me hoping'] }),
  sourceTerm('Coerced Debt', { search_phrases: ['took out a loan in my name', 'made me sign for his car'] }),
  sourceTerm('Gaslighting', { definition: 'Making someone doubt their own memory.' }),
  sourceTerm('Impersonation', { search_phrases: ['made an account with my name', 'signs his posts as me'] }),
  sourceTerm('Stonewalling', { search_phrases: ['stares at his phone', 'never answers me'] }),
]
const { rank } = createRelevance(terms)
const found = (text: string) => rank(text).map(([docId]) => terms[docId]?.term_name)

describe('The relevance of a term for a sentence', () => {
  test.each([
    ['my partner keeps staring at phones', 'Stonewalling'],
    ['she makes me doubt my memory', 'Gaslighting'],
    ['makes me dobut my mmeory', 'Gaslighting'],
    ['my wife doesn’t answer me', 'Stonewalling'],
    ['they made me sign for it', 'Coerced Debt'],
    ['there is a car in my name', 'Coerced Debt'],
  ])('for %j is the highest for %s', (text, name) => expect(found(text)[0]).toBe(name))

  test('counts a pair of words more than the two words apart', () => {
    const apart = sourceTerm('Apart', { search_phrases: ['pays for what a friend of mine signed'] })
    const together = sourceTerm('Together', { search_phrases: ['a friend of mine signed and she pays'] })
    const pairs = createRelevance([apart, together])
    expect(pairs.rank('signed, she pays')[0]?.[0]).toBe(1)
    expect(pairs.rank('pays for it')[0]?.[0]).toBe(0)
  })

  test('does not correct a misspelled stop word into another word', () => {
    expect(createRelevance([sourceTerm('Sum', { definition: 'In a tier.' })]).rank('thier')).toEqual([])
  })

  test('is nothing without a known word, and for no terms', () => {
    for (const text of ['', 'the', 'xyzzy', '100 %', '💔', '%', 'يسار']) expect(rank(text), text).toEqual([])
    expect(createRelevance([]).rank('anything')).toEqual([])
  })
})
