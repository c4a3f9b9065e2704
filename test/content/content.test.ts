import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Finding, SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { readGlossarySource } from '../../src/domains/glossary/source/glossary-source.reads.server.ts'
import { structuralFindings } from '../../src/domains/glossary/source/glossary-source.rules.ts'
import { slugOf } from '../../src/domains/glossary/terms.rules.ts'
import { editorialFindings } from './editorial-rules.ts'

/** Least number of terms; the glossary only grows. */
const minimum = 650

let terms: SourceTerm[] = []
let readFindings: Finding[] = []

beforeAll(async () => {
  const source = await readGlossarySource('content/glossary')
  terms = source.terms
  readFindings = source.findings
})

/** One line per finding, so that one run shows an author all of them. */
const formatFindings = (findings: Finding[]) =>
  findings.map(({ file, line, message }) => `${file}:${line ?? 1} ${message}`)

test('Every file of the glossary is a valid term', () => expect(formatFindings(readFindings)).toEqual([]))

test('Names, slugs, aliases and tags of the glossary are consistent', () => {
  expect(formatFindings(structuralFindings(terms))).toEqual([])
})

test('Every term of the glossary follows the content guide', () => {
  expect(formatFindings(editorialFindings(terms, { minimum }))).toEqual([])
})

test('Every term has at least five search phrases and six lines, without a repetition', () => {
  const incomplete = terms.filter(({ search_phrases, lines, in_people_words }) => {
    const texts = [...search_phrases, ...lines, ...in_people_words].map((text) => text.toLowerCase())
    return search_phrases.length < 5 || lines.length < 6 || new Set(texts).size < texts.length
  })
  expect(incomplete.map(({ slug }) => slug)).toEqual([])
})

/** Their names are sayings. */
const sayings = ['i-statements', 'log-kya-kahenge', 'were-a-family-here']

test('What people say is not shown as another name of a term', () => {
  const spoken = /^(?:i|he|she|they|we|you|am|is|why|how|what|do|does|my|when|should)(?:['’]\w+)? \w+ /i
  const shown = terms.flatMap(({ slug, aliases }) =>
    aliases.flatMap((alias) => (spoken.test(alias) ? `${slug}: ${alias}` : [])),
  )
  expect(shown.filter((alias) => !sayings.some((slug) => alias.startsWith(slug)))).toEqual([])
})

describe('docs/glossary-coverage.md', () => {
  let page = ''
  beforeAll(async () => {
    page = await readFile('docs/glossary-coverage.md', 'utf8')
  })
  const sections = () => page.split(/^## /m).slice(1)
  const areaSections = () => sections().filter((section) => !section.startsWith('First words'))
  /** Ignores case, accents, spaces and punctuation, as the search does. */
  const keyOf = (text: string) => slugOf(text).replaceAll('-', '')

  test('names every term once, in its area, and no other', () => {
    const names = areaSections().flatMap((section) =>
      section.split('\n').slice(1).join(' ').trim().split(' · '),
    )
    expect(names.toSorted()).toEqual(terms.map((term) => term.term_name).toSorted())
  })

  test('lists only first words that are a name, an alias or a search phrase of a term', () => {
    const names = new Set(
      terms.flatMap((term) => [term.term_name, ...term.aliases, ...term.search_phrases]).map(keyOf),
    )
    const words = [...(sections().at(-1) ?? '').matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(100)
    expect(words.filter((word) => !names.has(keyOf(word)))).toEqual([])
  })
})
