import { beforeAll, expect, test } from 'vitest'
import { glossarySlugs } from '../../../test/support/glossary-slugs.ts'
import type { Samples } from './demo.contract.ts'
import { readSamples } from './demo-source.reads.server.ts'

let samples: Samples
beforeAll(async () => {
  samples = await readSamples('content/demo.yaml')
})

test('The sample data has 15 Connections and 8 favorites', () => {
  expect([samples.connections.length, samples.favorites.length]).toEqual([15, 8])
  expect(new Set(samples.favorites.map(({ term }) => term)).size).toBe(8)
})

test('Every term of the sample data is in the glossary', () => {
  const slugs = [...samples.connections, ...samples.favorites].flatMap(({ term }) => term ?? [])
  const terms = glossarySlugs()
  expect(slugs.filter((slug) => !terms.has(slug))).toEqual([])
})

test('The sample data has linked and freeform, recent and older Connections, newest first', () => {
  const ages = samples.connections.map(({ days_ago }) => days_ago)
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
  expect([ages.some((days) => days < 30), ages.some((days) => days > 30)]).toEqual([true, true])
  expect(samples.connections.some(({ term }) => term === null)).toBe(true)
})

test('readSamples rejects a file with other content', async () => {
  await expect(readSamples('content/site.yaml')).rejects.toThrow()
})
