import { expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { topPhraseStems } from './phrase-index.rules.ts'
import { stem } from './tokenizer.rules.ts'

const hoovering = sourceTerm('Hoovering', {
  aliases: ['sucked back in'],
  definition: 'Contact after months. It begins with a bouquet.',
  phrases: 'came back after months, texted out of the blue, texted me again, a bouquet at the door',
})
const other = sourceTerm('Other', { phrases: 'bouquet, door, texted' })

test('topPhraseStems keeps each word of the phrases once, without stop words and words indexed elsewhere', () => {
  const [words = '', others] = topPhraseStems([hoovering, other])
  const forms = words.split(' ')
  for (const word of ['texted', 'blue', 'door', 'bouquet']) expect(forms).toContain(stem(word))
  for (const word of ['the', 'back', 'contact', 'months', 'hoovering'])
    expect(forms).not.toContain(stem(word))
  expect(forms).toEqual([...new Set(forms)].sort())
  expect(others?.split(' ')).toHaveLength(3)
  expect(topPhraseStems([sourceTerm('Nothing')])).toEqual([''])
})

test('topPhraseStems prefers words that are frequent in the term and rare in other terms', () => {
  const rare = Array.from({ length: 20 }, (_, index) => `zebra${String.fromCharCode(97 + index)}`)
  const terms = [
    sourceTerm('Much', { phrases: `${rare.join(', ')}, lantern, a lantern, common` }),
    ...Array.from({ length: 30 }, (_, index) => sourceTerm(`Term ${index}`, { phrases: 'common' })),
  ]
  const words = (topPhraseStems(terms)[0] ?? '').split(' ')
  expect(words).toHaveLength(8)
  expect(words).toContain(stem('lantern'))
  expect(words).not.toContain(stem('common'))
})
