import { describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import {
  buildInvertedIndex,
  type InvertedIndex,
  matchReason,
  type SearchDocument,
  stemsKey,
} from './scoring.rules.ts'
import { stems } from './tokenizer.rules.ts'

const terms = [
  sourceTerm('Gaslighting', {
    aliases: ['rewriting history'],
    definition: 'Making someone doubt their memory. More of it.',
  }),
  sourceTerm('Silent Treatment', { aliases: ['cold shoulder'], definition: 'Not speaking to someone.' }),
]

function buildIndex(documents: SearchDocument[]): InvertedIndex {
  const steps = buildInvertedIndex(documents)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

test('The inverted index has names and postings with their document ids', () => {
  const { names, postings } = buildIndex(terms)
  expect(names.map(({ written, docId }) => [written, docId])).toEqual([
    ['gaslighting', 0],
    ['rewriting history', 0],
    ['silent treatment', 1],
    ['cold shoulder', 1],
  ])
  const memory = postings.find(({ docIds, nameIds }) => docIds.join() === '0' && nameIds.length === 0)
  expect(memory?.idf).toBeGreaterThan(0)
  for (const { docIds, weights } of postings) expect(weights).toHaveLength(docIds.length)
})

test('A word in the phrases of a term weighs more than the word in another definition', () => {
  const main = sourceTerm('Hoovering', { definition: 'Trying to pull someone into contact.' })
  const passing = sourceTerm('Other', { definition: 'One thing. Someone came back after months.' })
  const { postings } = buildIndex([{ ...main, phrases: 'came back after months' }, passing])
  const back = postings.find((posting) => posting.stem === 'month')
  expect(back?.docIds).toEqual([0, 1])
  expect(back?.weights[0]).toBeGreaterThan(back?.weights[1] ?? 0)
})

test('stemsKey ignores suffixes, word order and stop words', () => {
  expect(stemsKey(stems('He rewrites the history'))).toBe(stemsKey(stems('history, rewriting')))
  expect(stemsKey(stems('the'))).toBeNull()
})

describe('The match reason is right if', () => {
  const term = { term_name: 'Gaslighting', aliases: ['rewriting history', 'crazymaking'] }

  test.each([
    ['the name contains the text', 'gasl', { tier: 2, similarity: 0 }, undefined],
    ['the definition contains the text', 'doubt', { tier: 3, similarity: 0 }, undefined],
    [
      'an alias is the text',
      'crazymaking',
      { tier: 1, similarity: 0 },
      { kind: 'also called', words: 'crazymaking' },
    ],
    [
      'a word of an alias starts with the text',
      'hist',
      { tier: 5, similarity: 0 },
      { kind: 'also called', words: 'rewriting history' },
    ],
    ['the text is another form of the name', 'gaslights', { tier: 4, similarity: 0 }, undefined],
    [
      'the name is spelled nearly so',
      'gasligting',
      { tier: 4, similarity: 0.6 },
      { kind: 'did you mean', words: 'Gaslighting' },
    ],
    [
      'an alias is spelled nearly so',
      'crazymakin',
      { tier: 6, similarity: 0.6 },
      { kind: 'did you mean', words: 'crazymaking' },
    ],
    [
      'it only resembles the description',
      'makes me doubt',
      { tier: 6, similarity: 0 },
      { kind: 'described', words: '' },
    ],
  ])('%s', (_case, text, match, reason) => expect(matchReason(term, text, match)).toEqual(reason))
})
