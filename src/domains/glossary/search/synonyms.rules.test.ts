import { expect, test } from 'vitest'
import groups from '../../../../content/search/synonyms.yaml'
import { synonymsOf } from './synonyms.rules.ts'
import { stem } from './tokenizer.rules.ts'

test('Synonyms work in both directions, and no word is its own synonym', () => {
  expect(synonymsOf(stem('husbands'))).toContain(stem('wife'))
  expect(synonymsOf(stem('wife'))).toContain(stem('husband'))
  expect(synonymsOf(stem('husband'))).not.toContain(stem('husband'))
  expect(synonymsOf(stem('zebra'))).toBeUndefined()
})

test('Every group of synonyms has at least two words', () => {
  const lonely = (groups as unknown[]).filter((group) => !/^[a-z]+( [a-z]+)+$/.test(String(group)))
  expect(lonely).toEqual([])
})
