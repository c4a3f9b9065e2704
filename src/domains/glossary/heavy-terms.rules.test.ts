import { expect, test } from 'vitest'
import { dangersIn } from '../safety/danger-phrases.contract.ts'
import { dangersOfTerm, heavyTerms } from './heavy-terms.rules.ts'
import { readGlossarySource } from './source/glossary-source.reads.server.ts'

const { terms } = await readGlossarySource('content/glossary')

test('every heavy term is in the glossary', () => {
  const slugs = new Set(terms.map(({ slug }) => slug))
  expect(heavyTerms.filter((slug) => !slugs.has(slug))).toEqual([])
  expect(dangersOfTerm('suicidal-ideation')).toEqual(['suicide'])
  expect(dangersOfTerm('gaslighting')).toEqual([])
})

test('a term whose name brings up crisis numbers in a search has them on its page', () => {
  const speaking = terms.filter(({ term_name }) => dangersIn(term_name).length > 0)
  expect(speaking.filter(({ slug }) => dangersOfTerm(slug).length === 0).map(({ slug }) => slug)).toEqual([])
})
