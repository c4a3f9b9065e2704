import type { SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { slugOf } from '../../src/domains/glossary/terms.rules.ts'

/** A source term with filler text, so that a test sets only what matters. */
export function sourceTerm(term_name: string, change: Partial<SourceTerm> = {}): SourceTerm {
  return {
    term_name,
    slug: slugOf(term_name),
    type: 'community',
    definition: 'Lorem ipsum dolor sit amet.',
    aliases: [],
    tags: ['One', 'Two', 'Three'],
    examples: ['Primum.', 'Secundum.', 'Tertium.'],
    search_phrases: [],
    in_people_words: [],
    lines: [],
    senses: [],
    not_the_same_as: [],
    called_elsewhere: [],
    sources: [],
    heavy: false,
    created_at: '2026-01-01T00:00:00.000Z',
    file: `content/glossary/${slugOf(term_name)}.yaml`,
    lineNumbers: {},
    ...change,
  }
}

/** Generates different terms of ordinary length. */
export const manyTerms = (count: number): SourceTerm[] =>
  Array.from({ length: count }, (_, index) =>
    sourceTerm(`Pattern ${index} of harm`, {
      type: index % 3 === 0 ? 'clinical' : 'community',
      aliases: [`habit ${index}`, `ruse ${index}`],
      definition:
        `Number ${index} is what somebody does again and again so that another doubts, obeys or stays. `.repeat(
          6,
        ),
      examples: [1, 2, 3].map((each) =>
        `Example ${each} of ${index}: at dinner he says one thing and later denies it. `.repeat(3),
      ),
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }),
  )
