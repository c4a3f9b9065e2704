import { expect, test } from 'vitest'
import { kinOf } from './synonyms.rules.ts'
import { formOf } from './tokenizer.rules.ts'

test('words that people use for one another are kin, both ways, and no word is its own', () => {
  expect(kinOf(formOf('husbands'))).toContain(formOf('wife'))
  expect(kinOf(formOf('wife'))).toContain(formOf('husband'))
  expect(kinOf(formOf('husband'))).not.toContain(formOf('husband'))
  expect(kinOf(formOf('zebra'))).toBeUndefined()
})
