import { expect, test } from 'vitest'
import { entriesOf, type SearchEntry, searchIndexOf } from './contract.ts'

const entry = (term_name: string, slug: string, more: Partial<SearchEntry>): SearchEntry => ({
  ...{ term_name, slug, type: 'community', definition: '', aliases: [], said: '', ...more },
})

test('what goes into an index comes out of it, each part with its own term', () => {
  const entries = [
    entry('Beige Rock', 'beige-rock', { aliases: ['being dull', "don't react"], said: 'bland dull' }),
    entry('DARVO', 'darvo', { type: 'clinical', definition: 'They turn it round, "somehow".' }),
    entry('Flying Monkeys', 'flying-monkeys', { aliases: ['messengers'] }),
  ]
  expect(entriesOf(searchIndexOf(entries))).toEqual(entries)
  // The first and the last may be empty in a column.
  expect(entriesOf(searchIndexOf(entries.slice(1, 2)))).toEqual(entries.slice(1, 2))
  expect(entriesOf(searchIndexOf([]))).toEqual([])
})
