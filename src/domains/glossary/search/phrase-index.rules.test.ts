import { expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { saidWordsOf } from './phrase-index.rules.ts'
import { formOf } from './tokenizer.rules.ts'

const hoovering = sourceTerm('Hoovering', {
  aliases: ['sucked back in'],
  definition: 'Contact after months. It begins with a bouquet.',
  said: 'came back after months, texted out of the blue, texted me again, a bouquet at the door',
})
const other = sourceTerm('Other', { said: 'bouquet, door, texted' })

test('the index carries what is said, each word once, without little words and those that stand beside them', () => {
  const [words = '', others] = saidWordsOf([hoovering, other])
  const forms = words.split(' ')
  for (const word of ['texted', 'blue', 'door', 'bouquet']) expect(forms).toContain(formOf(word))
  for (const word of ['the', 'back', 'contact', 'months', 'hoovering'])
    expect(forms).not.toContain(formOf(word))
  expect(forms).toEqual([...new Set(forms)].sort())
  expect(others?.split(' ')).toHaveLength(3)
  expect(saidWordsOf([sourceTerm('Nothing')])).toEqual([''])
})

test('where much is said, it carries what is said often here and seldom elsewhere', () => {
  const rare = Array.from({ length: 20 }, (_, place) => `zebra${String.fromCharCode(97 + place)}`)
  const terms = [
    sourceTerm('Much', { said: `${rare.join(', ')}, lantern, a lantern, common` }),
    ...Array.from({ length: 30 }, (_, place) => sourceTerm(`Term ${place}`, { said: 'common' })),
  ]
  const words = (saidWordsOf(terms)[0] ?? '').split(' ')
  expect(words).toHaveLength(8)
  expect(words).toContain(formOf('lantern'))
  expect(words).not.toContain(formOf('common'))
})
