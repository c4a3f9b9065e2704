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

test('Every term has at least five plain phrases that people search for without its name', () => {
  const incomplete = terms.filter(({ phrases }) => !/^(?:[a-zA-Z0-9' -]+(?:, |$)){5,}$/.test(phrases))
  expect(incomplete.map(({ slug }) => slug)).toEqual([])
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

  test('lists only first words that are the name or an alias of a term', () => {
    const names = new Set(terms.flatMap((term) => [term.term_name, ...term.aliases]).map(keyOf))
    const words = [...(sections().at(-1) ?? '').matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(100)
    expect(words.filter((word) => !names.has(keyOf(word)))).toEqual([])
  })
})
