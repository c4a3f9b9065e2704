import { expect, test } from 'vitest'
import { synonymsOf } from './synonyms.rules.ts'
import { stem } from './tokenizer.rules.ts'

test('synonyms work both ways, and no word is its own synonym', () => {
  expect(synonymsOf(stem('husbands'))).toContain(stem('wife'))
  expect(synonymsOf(stem('wife'))).toContain(stem('husband'))
  expect(synonymsOf(stem('husband'))).not.toContain(stem('husband'))
  expect(synonymsOf(stem('zebra'))).toBeUndefined()
})
