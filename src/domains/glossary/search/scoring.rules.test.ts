import { describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { formsKey, type Likeness, likenessOf, matchReason, type Told } from './scoring.rules.ts'
import { formsOf } from './tokenizer.rules.ts'

const terms = [
  sourceTerm('Gaslighting', {
    aliases: ['rewriting history'],
    definition: 'Making somebody doubt their memory. More of it.',
  }),
  sourceTerm('Silent Treatment', { aliases: ['cold shoulder'], definition: 'Not speaking to somebody.' }),
]

function wholeOf(told: Told[]): Likeness {
  const pieces = likenessOf(told)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

test('what a ranked search stands on: names with their place, words with the terms that say them', () => {
  const { names, words } = wholeOf(terms)
  expect(names.map(({ written, place }) => [written, place])).toEqual([
    ['gaslighting', 0],
    ['rewriting history', 0],
    ['silent treatment', 1],
    ['cold shoulder', 1],
  ])
  const memory = words.find(({ places, names: having }) => places.join() === '0' && having.length === 0)
  expect(memory?.rarity).toBeGreaterThan(0)
  for (const { places, weights } of words) expect(weights).toHaveLength(places.length)
})

test('what people say of a term finds it, before what others say of themselves in passing', () => {
  const said = sourceTerm('Hoovering', { definition: 'Trying to pull somebody into contact.' })
  const passing = sourceTerm('Other', { definition: 'One thing. Somebody came back after months.' })
  const { words } = wholeOf([{ ...said, said: 'came back after months' }, passing])
  const [back] = words.filter(({ word }) => word === 'month')
  expect(back?.places).toEqual([0, 1])
  expect(back?.weights[0]).toBeGreaterThan(back?.weights[1] ?? 0)
})

test('names are compared without endings, order and little words', () => {
  expect(formsKey(formsOf('He rewrites the history'))).toBe(formsKey(formsOf('history, rewriting')))
  expect(formsKey(formsOf('the'))).toBeNull()
})

describe('why a term is there', () => {
  const term = { term_name: 'Gaslighting', aliases: ['rewriting history', 'crazymaking'] }

  test.each([
    ['its name shows it', 'gasl', { tier: 2, likeness: 0 }, undefined],
    ['the text stands in what it says', 'doubt', { tier: 3, likeness: 0 }, undefined],
    [
      'another name is the text',
      'crazymaking',
      { tier: 1, likeness: 0 },
      { kind: 'also called', words: 'crazymaking' },
    ],
    [
      'another name has a word that begins so',
      'hist',
      { tier: 5, likeness: 0 },
      { kind: 'also called', words: 'rewriting history' },
    ],
    ['its name is in another form', 'gaslights', { tier: 4, likeness: 0 }, undefined],
    [
      'its name is written nearly so',
      'gasligting',
      { tier: 4, likeness: 0.6 },
      { kind: 'did you mean', words: 'Gaslighting' },
    ],
    [
      'another name is written nearly so',
      'crazymakin',
      { tier: 6, likeness: 0.6 },
      { kind: 'did you mean', words: 'crazymaking' },
    ],
    [
      'it is only like what is described',
      'makes me doubt',
      { tier: 6, likeness: 0 },
      { kind: 'described', words: '' },
    ],
  ])('%s', (_what, text, found, reason) => expect(matchReason(term, text, found)).toEqual(reason))
})
