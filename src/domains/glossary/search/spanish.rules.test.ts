import { expect, test } from 'vitest'
import file from '../../../../content/search/spanish.yaml'
import { glossarySlugs } from '../../../../test/support/glossary-slugs.ts'
import { termsForSpanish } from './spanish.rules.ts'

const entries = file as { term: string; phrases: string[] }[]

test('Every Spanish phrase leads to its own term, which exists', () => {
  const slugs = glossarySlugs()
  const wrong = entries.flatMap(({ term, phrases }) => [
    ...(slugs.has(term) ? [] : [`no term ${term}`]),
    ...phrases.filter((phrase) => !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(phrase)),
    ...phrases.filter((phrase) => termsForSpanish(phrase)[0] !== term),
  ])
  expect(wrong).toEqual([])
})

test.each([
  ['¿Por qué me hace creer que estoy loca?', 'gaslighting'],
  ['mi esposo me revisa el celular todos los días', 'phone-checking'],
  ['Violencia económica', 'financial-abuse'],
  ['no me deja ver a mi familia nunca', 'isolation'],
])('The Spanish search %j leads to %s', (text, slug) => {
  expect(termsForSpanish(text)[0]).toBe(slug)
})

test.each([
  'he checks my phone every night',
  'no me time since the baby came',
  'la la la',
  'con artist boyfriend',
  '',
  '¿?',
  'que',
  'מה קורה לי',
])('The search %j is not taken for Spanish', (text) => {
  expect(termsForSpanish(text)).toEqual([])
})
