import { expect, test } from 'vitest'
import { dangersIn } from '../safety/danger-phrases.contract.ts'
import { dangersOfTerm, heavyTerms } from './heavy-terms.rules.ts'
import { readGlossarySource } from './source/glossary-source.reads.server.ts'

const { terms } = await readGlossarySource('content/glossary')

test('Every heavy term is in the glossary', () => {
  const slugs = new Set(terms.map(({ slug }) => slug))
  expect(heavyTerms.filter((slug) => !slugs.has(slug))).toEqual([])
  expect(dangersOfTerm('suicidal-ideation')).toEqual(['suicide'])
  expect(dangersOfTerm('gaslighting')).toEqual([])
})

test('A term whose name shows crisis numbers in a search also shows them on its page', () => {
  const speaking = terms.filter(({ term_name }) => dangersIn(term_name).length > 0)
  expect(speaking.filter(({ slug }) => dangersOfTerm(slug).length === 0).map(({ slug }) => slug)).toEqual([])
})
