import { expect, test } from 'vitest'
import { slugOf } from '../terms.rules.ts'
import type { SourceTerm } from './glossary-source.contract.ts'
import { structuralFindings } from './glossary-source.rules.ts'

/** A valid term, tagged with the other terms of `ring`. */
function term(term_name: string, changes: Partial<SourceTerm> = {}): SourceTerm {
  const slug = slugOf(term_name)
  return {
    term_name,
    type: 'community',
    aliases: [],
    definition: 'A definition.',
    tags: ['Alpha', 'Beta Test', 'Gamma'].filter((tag) => tag !== term_name),
    examples: ['One.', 'Two.', 'Three.'],
    search_phrases: [],
    in_people_words: [],
    lines: [],
    senses: [],
    not_the_same_as: [],
    called_elsewhere: [],
    sources: [],
    heavy: false,
    created_at: '2026-11-21T09:40:00.000Z',
    slug,
    file: `content/glossary/${slug[0]}/${slug}.yaml`,
    lineNumbers: { term_name: 1, aliases: 3, 'aliases.0': 3, tags: 9, 'tags.1': 11 },
    ...changes,
  }
}

const ring = [term('Alpha'), term('Beta Test'), term('Gamma')]
const findings = (...more: SourceTerm[]) =>
  structuralFindings([...ring, ...more]).map(
    ({ file, line, message }) => `${file.slice(17)}:${line ?? ''} ${message}`,
  )

test('Valid terms have no findings, even if an alias respells the name of its own term', () => {
  expect(findings(term('Delta Force', { aliases: ['delta-force', 'DeltaForce', 'The Fourth'] }))).toEqual([])
  expect(structuralFindings([])).toEqual([])
})

test('A file that is not named by its slug, or not in the folder of its first letter, is a finding', () => {
  const wrongName = findings(term('Delta', { file: 'content/glossary/d/dolta.yaml' }))
  expect(wrongName).toEqual([
    'd/dolta.yaml:1 "Delta" belongs in d/delta.yaml: move the file there or correct the name.',
  ])
  expect(findings(term('Delta', { file: 'content/glossary/a/delta.yaml' }))).toHaveLength(1)
})

test('Two names with the same slug are a finding', () => {
  expect(findings(term('Beta-Test!'))).toEqual([
    'b/beta-test.yaml:1 "Beta-Test!" has the same address as content/glossary/b/beta-test.yaml: keep one of the two.',
  ])
})

test('A name that respells another name is a finding', () => {
  expect(findings(term('BetaTest'))).toEqual([
    'b/betatest.yaml:1 "BetaTest" is "Beta Test" of content/glossary/b/beta-test.yaml in another spelling: keep one.',
  ])
})

test.each(['Beta Test', 'beta-test', 'BETATEST', 'Béta, Test'])(
  'The alias %s, which is the name of another term, is a finding',
  (alias) => {
    expect(findings(term('Delta', { aliases: [alias] }))).toEqual([
      `d/delta.yaml:3 The alias "${alias}" is the name of "Beta Test": take it out here.`,
    ])
  },
)

test('An alias that equals the name of a later term is a finding', () => {
  const findings = structuralFindings([term('Zeta', { aliases: ['alpha'] }), ...ring])
  expect(findings.map(({ file }) => file)).toEqual(['content/glossary/z/zeta.yaml'])
})

test('An alias that two terms share is a finding', () => {
  expect(
    findings(term('Delta', { aliases: ['fourth one'] }), term('Epsilon', { aliases: ['Fourth-One'] })),
  ).toEqual(['e/epsilon.yaml:3 The alias "Fourth-One" is an alias of "Delta": take it out here.'])
})

test.each([[['delta']], [['DELTA']], [['x', 'X']]])(
  'The aliases %j, which repeat a name or an alias except for case, are a finding',
  (aliases) => {
    expect(findings(term('Delta', { aliases }))).toEqual([
      expect.stringContaining('differs in case alone or not at all'),
    ])
  },
)

test('A tag that is no term’s name is a finding, which suggests a similar name', () => {
  const tags = ['Alpha', 'beta test', 'Gamma']
  expect(findings(term('Delta', { tags }))).toEqual([
    'd/delta.yaml:11 The tag "beta test" is no term\'s name: write "Beta Test".',
  ])
  expect(findings(term('Delta', { tags: ['Alpha', 'Omega', 'Gamma'] }))).toEqual([
    'd/delta.yaml:11 The tag "Omega" is no term\'s name: correct it, take it out, or write that term.',
  ])
  const byAlias = findings(
    term('Delta', { tags: ['Alpha', 'the fifth', 'Gamma'] }),
    term('Epsilon', { aliases: ['The Fifth'] }),
  )
  expect(byAlias).toEqual(['d/delta.yaml:11 The tag "the fifth" is no term\'s name: write "Epsilon".'])
})

test('A tag for the term itself and a repeated tag are findings', () => {
  expect(findings(term('Delta', { tags: ['Alpha', 'Delta', 'Gamma'] }))).toEqual([
    'd/delta.yaml:11 "Delta" is tagged with itself: take the tag out.',
  ])
  expect(findings(term('Delta', { tags: ['Alpha', 'Alpha', 'Gamma'] }))).toEqual([
    'd/delta.yaml:11 The tag "Alpha" stands twice: take one out.',
  ])
})
