import { expect, test } from 'vitest'
import { synonymsOf } from './synonyms.rules.ts'
import { formOf } from './tokenizer.rules.ts'

test('words that people use for one another are kin, both ways, and no word is its own', () => {
  expect(synonymsOf(formOf('husbands'))).toContain(formOf('wife'))
  expect(synonymsOf(formOf('wife'))).toContain(formOf('husband'))
  expect(synonymsOf(formOf('husband'))).not.toContain(formOf('husband'))
  expect(synonymsOf(formOf('zebra'))).toBeUndefined()
})
