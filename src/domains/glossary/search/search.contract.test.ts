import { expect, test } from 'vitest'
import { entriesOf, partialEntriesOf, type SearchEntry, searchIndexOf } from './search.contract.ts'

const entry = (term_name: string, slug: string, more: Partial<SearchEntry>): SearchEntry => ({
  ...{ term_name, slug, type: 'community', definition: '', aliases: [], ...more },
})

test('The search index decodes to the terms it was built from', () => {
  const entries = [
    entry('Beige Rock', 'beige-rock', { aliases: ['being dull', "don't react"] }),
    entry('DARVO', 'darvo', { type: 'clinical', definition: 'They turn it round, "somehow".' }),
    entry('Flying Monkeys', 'flying-monkeys', { aliases: ['messengers'] }),
  ]
  expect(entriesOf(searchIndexOf(entries))).toEqual(entries)
  // The first and the last value of a column may be empty.
  expect(entriesOf(searchIndexOf(entries.slice(1, 2)))).toEqual(entries.slice(1, 2))
  expect(entriesOf(searchIndexOf([]))).toEqual([])
})

test('A partly loaded index returns names and aliases once both columns are complete', () => {
  const terms = [
    entry('Beige Rock', 'beige-rock', { aliases: ['being dull'], definition: 'Dull.' }),
    entry('DARVO', 'darvo', { type: 'clinical' }),
    entry('The "Nice" Back\\slash, or","sentences":', 'the-nice-backslash-orsentences', {}),
    entry('Éclat', 'eclat', { type: 'clinical', aliases: ['glamour', '","sentences":'] }),
  ]
  const text = JSON.stringify({ version: '0123456789abcdef', ...searchIndexOf(terms) })
  const partial = terms.map((term) => ({ ...term, definition: '' }))
  const complete = text.lastIndexOf('","sentences":') + '","sentences":'.length
  for (let length = 0; length <= text.length; length++)
    expect(partialEntriesOf(text.slice(0, length))).toEqual(length < complete ? undefined : partial)
})

test.each(['', '{', 'null', '[]', '{"terms":[["Gaslighting",1,""]]}', '{"names":1}', '<html>\n</html>'])(
  '%j is rejected as a partly loaded index',
  (text) => expect(partialEntriesOf(text)).toBeUndefined(),
)
