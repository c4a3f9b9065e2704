import { beforeAll, expect, test } from 'vitest'
import type { SourceTerm } from '../glossary/source/glossary-source.contract.ts'
import { readGlossarySource } from '../glossary/source/glossary-source.reads.server.ts'
import type { Samples } from './demo.contract.ts'
import { readSamples } from './demo-source.reads.server.ts'

let samples: Samples
let terms: Map<string, SourceTerm>
beforeAll(async () => {
  samples = await readSamples('content/demo.yaml')
  const source = await readGlossarySource('content/glossary')
  terms = new Map(source.terms.map((term) => [term.slug, term]))
})

test('the sample data holds as much as the demo says: 15 Connections, 8 favorites', () => {
  expect([samples.connections.length, samples.favorites.length]).toEqual([15, 8])
  expect(new Set(samples.favorites.map(({ term }) => term)).size).toBe(8)
})

test('every term it names stands in the glossary', () => {
  const named = [...samples.connections, ...samples.favorites].flatMap(({ term }) => term ?? [])
  expect(named.filter((slug) => !terms.has(slug))).toEqual([])
})

test('it has both kinds of Connections, of this month and before, the newest first', () => {
  const ages = samples.connections.map(({ days_ago }) => days_ago)
  expect(ages).toEqual(ages.toSorted((one, other) => one - other))
  expect([ages.some((days) => days < 30), ages.some((days) => days > 30)]).toEqual([true, true])
  expect(samples.connections.some(({ term }) => term === null)).toBe(true)
})

test('a file that says something else is refused', async () => {
  await expect(readSamples('content/site.yaml')).rejects.toThrow()
})
