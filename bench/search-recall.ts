import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { deviceSearch } from '../src/domains/glossary/search/ranking.rules.ts'
import { entriesOf, type SearchEntry, searchIndexOf } from '../src/domains/glossary/search/search.contract.ts'
import { normalizeSearch } from '../src/domains/glossary/search/search.rules.ts'
import type { Suggestion } from '../src/domains/glossary/terms.contract.ts'
import { searchLimit } from '../src/domains/glossary/terms.rules.ts'
import { atLeast, type Row, type Section } from './table.ts'

/** Minimum recall at 5, in percent. */
const targets: Record<string, number> = {
  exact: 100,
  prefix: 100,
  alias: 100,
  inflection: 97,
  typo: 95,
  description: 80,
}

type Query = { half: 'tune' | 'held'; kind: string; text: string; expected: string[] }
type Answer = { slugs: string[]; settled: boolean }

/** Measures recall at 5 with 300 handwritten searches (search-queries.tsv): half for tuning, half held out. */
export async function measureRecall(address: string): Promise<Section> {
  const queries = await readQueries()
  const entries = entriesOf(await (await fetch(`${address}/api/terms/index`)).json())
  const server = new Map<Query, Answer>()
  for (const query of queries) server.set(query, await askServer(address, query.text))
  const device = answersOf(queries, entries)
  const together = new Map(
    queries.map((query) => [query, (device.get(query)?.settled ? device : server).get(query) as Answer]),
  )
  const rows = Object.entries(targets).flatMap(([kind, aim]) => [
    rowOf(`server: ${kind}`, queries, kind, server, aim),
    rowOf(`header: ${kind}`, queries, kind, together, aim),
  ])
  return {
    title: 'What is found',
    note: 'Searches whose term is among the first five, of the half that may be looked at and of the half that may not; the aim is for the latter. The header asks its own index first, and the server where that is not enough.',
    beside: 'looked at',
    rows: [...rows, ...(await ownWordsRows(address)), onDeviceRow(queries, device), indexRow(entries)],
  }
}

function rowOf(
  measure: string,
  queries: Query[],
  kind: string | undefined,
  answers: Map<Query, Answer>,
  aim?: number,
): Row {
  const shareOf = (half: Query['half']) => {
    const selected = queries.filter((query) => query.half === half && (!kind || query.kind === kind))
    const matched = selected.filter((query) =>
      query.expected.some((slug) => answers.get(query)?.slugs.includes(slug)),
    )
    return (100 * matched.length) / selected.length
  }
  const share = shareOf('held')
  return {
    measure,
    ours: `${share.toFixed(0)} %`,
    beside: `${shareOf('tune').toFixed(0)} %`,
    ...(aim === undefined ? {} : atLeast(share, aim, ' %')),
  }
}

function onDeviceRow(queries: Query[], device: Map<Query, Answer>): Row {
  const share = queries.filter((query) => device.get(query)?.settled).length / queries.length
  return { measure: 'searches that never leave the device', ours: `${(100 * share).toFixed(0)} %` }
}

/** The size of the header's index. */
const indexRow = (entries: SearchEntry[]): Row => {
  const bytes = brotliCompressSync(JSON.stringify(searchIndexOf(entries))).length
  return { measure: 'index of the header', ours: `${(bytes / 1000).toFixed(0)} kB` }
}

/** Aims, in percent: names that come first, and other searches with a right term among the first three. */
const wordAims = { name: 100, crisis: 97, sentence: 92, story: 55 }

/**
 * Searches in people's own words (queries/tune.tsv, queries/held.tsv): written by two people who did not know the rules of the search, each
 * with the terms that answer it. The second file must not be looked at when the search changes.
 */
async function ownWordsRows(address: string): Promise<Row[]> {
  const [tune, held] = await Promise.all(
    ['tune', 'held'].map(async (half) => {
      const found = new Map<string, boolean[]>()
      for (const { kind, text, slugs } of await readOwnWords(half)) {
        const answer = await askServer(address, text)
        const isFound = answer.slugs.slice(0, kind === 'name' ? 1 : 3).some((slug) => slugs.includes(slug))
        found.set(kind, [...(found.get(kind) ?? []), isFound])
      }
      return found
    }),
  )
  return Object.entries(wordAims).map(([kind, aim]) => {
    const share = (half: Map<string, boolean[]> | undefined) => {
      const all = half?.get(kind) ?? []
      return (100 * all.filter(Boolean).length) / all.length
    }
    return {
      measure: `own words: ${kind}`,
      ours: `${share(held).toFixed(0)} %`,
      beside: `${share(tune).toFixed(0)} %`,
      ...atLeast(share(held), aim, ' %'),
    }
  })
}

async function readOwnWords(half: string) {
  const text = await readFile(join(import.meta.dirname, 'queries', `${half}.tsv`), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [kind = '', query = '', expected = ''] = line.split('\t')
      // A crisis names its dangers first.
      return { kind, text: query, slugs: (expected.split('|').at(-1) ?? '').split(',') }
    })
    .filter(({ kind }) => kind in wordAims)
}

function answersOf(queries: Query[], entries: SearchEntry[]): Map<Query, Answer> {
  const { find } = deviceSearch(entries)
  return new Map(
    queries.map((query) => {
      const { terms, complete: settled } = find(normalizeSearch(query.text))
      return [query, { slugs: terms.map(({ slug }) => slug), settled }]
    }),
  )
}

async function askServer(address: string, text: string): Promise<Answer> {
  const response = await fetch(
    `${address}/api/terms/suggest?q=${encodeURIComponent(text.slice(0, searchLimit))}`,
  )
  const { terms } = (await response.json()) as { terms: Suggestion[] }
  return { slugs: terms.map(({ slug }) => slug), settled: true }
}

async function readQueries(): Promise<Query[]> {
  const text = await readFile(join(import.meta.dirname, 'search-queries.tsv'), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [half = 'tune', kind = '', query = '', expected = ''] = line.split('\t')
      return { half: half as Query['half'], kind, text: query, expected: expected.split('|') }
    })
}
