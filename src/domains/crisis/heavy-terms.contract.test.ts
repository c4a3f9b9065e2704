import { expect, test } from 'vitest'
import { readGlossarySource } from '../glossary/source/glossary-source.reads.server.ts'
import { dangersIn } from './danger-phrases.contract.ts'
import { dangersOfTerm, heavyTerms } from './heavy-terms.contract.ts'

const { terms } = await readGlossarySource('content/glossary')

test('Every heavy term is marked in its file, and no other', () => {
  const marked = terms.filter(({ heavy }) => heavy).map(({ slug }) => slug)
  expect(marked.toSorted()).toEqual(heavyTerms.toSorted())
})

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

test('dangersIn finds a danger in the names of heavy terms only', () => {
  expect(
    terms
      .filter(({ term_name }) => dangersIn(term_name).length > 0)
      .map(({ slug }) => slug)
      .sort(),
  ).toEqual([
    'acid-attack',
    'child-abuse',
    'child-on-child-sexual-abuse',
    'child-sexual-abuse',
    'corrective-rape',
    'crisis-line',
    'death-threats',
    'domestic-homicide-review',
    'femicide',
    'firearm-surrender',
    'image-based-sexual-abuse',
    'incest',
    'marital-rape',
    'rape',
    'rape-crisis-center',
    'rape-kit',
    'rape-shield-law',
    'self-harm',
    'sexual-abuse',
    'sexual-assault',
    'sexual-assault-nurse-examiner',
    'strangulation',
    'suicidal-ideation',
    'suicide-threats',
    'weapon-threats',
  ])
})
