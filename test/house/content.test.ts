import { beforeAll, expect, test } from 'vitest'
import type { Finding, SourceTerm } from '../../src/domains/glossary/source/contract.ts'
import { editorialFindings } from '../../src/domains/glossary/source/editorial/rules.ts'
import { readGlossarySource } from '../../src/domains/glossary/source/reads.server.ts'
import { structuralFindings } from '../../src/domains/glossary/source/rules.ts'

/** How many terms the glossary holds at least; it only ever grows. */
const minimum = 60

let terms: SourceTerm[] = []
let unread: Finding[] = []

beforeAll(async () => {
  const source = await readGlossarySource('content/glossary')
  terms = source.terms
  unread = source.findings
})

/** One line a finding, all of them, so that one run shows an author everything there is to mend. */
const listed = (findings: Finding[]) =>
  findings.map(({ file, line, message }) => `${file}:${line ?? 1} ${message}`)

test('every file of the glossary is a term', () => expect(listed(unread)).toEqual([]))

test('names, addresses, aliases and tags of the glossary lead where they say', () => {
  expect(listed(structuralFindings(terms))).toEqual([])
})

test('every term of the glossary is written as the content guide asks', () => {
  expect(listed(editorialFindings(terms, { minimum }))).toEqual([])
})
