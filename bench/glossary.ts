import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { SourceTerm } from '../src/domains/glossary/source/glossary-source.contract.ts'
import {
  describeFindings,
  readGlossarySource,
} from '../src/domains/glossary/source/glossary-source.reads.server.ts'
import { syncGlossary } from '../src/domains/glossary/source/glossary-source.writes.server.ts'
import type { ListQuery } from '../src/domains/glossary/terms.contract.ts'
import { listTerms, suggestTerms } from '../src/domains/glossary/terms.reads.server.ts'
import { pageSize, slugOf } from '../src/domains/glossary/terms.rules.ts'
import type { Database } from '../src/platform/database/pool.server.ts'
import { searches } from './http.ts'
import { withOwnPostgres } from './own-postgres.ts'
import { atMost, figure, median, percentile, type Row, type Section } from './table.ts'

const many = 700
const repeats = 200
/** milliseconds */
const budget = { read: 1_000, unchanged: 50, first: 1_500, list: 5, search: 15 }

/** Measures reading and syncing the glossary, and its queries at the intended size. */
export async function measureGlossary(folder: string): Promise<Section> {
  const real = await read(join(import.meta.dirname, '..', 'content', 'glossary'))
  const index = join(folder, 'terms')
  await writeSynthetic(index, real)
  return withOwnPostgres(folder, async ({ client, owner, app }) => {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
    return {
      title: 'Glossary',
      note: `PostgreSQL ${versions[0]?.server_version}; ${many} synthetic terms made of the words of ours; medians, SQL with its p99 of ${repeats}.`,
      rows: [...(await syncRows(owner, real, index)), ...(await queryRows(app))],
    }
  })
}

async function syncRows(owner: Database, real: SourceTerm[], index: string): Promise<Row[]> {
  const row = (measure: string, milliseconds: number[], limit: number): Row => ({
    measure,
    ours: figure(median(milliseconds), 'ms'),
    ...atMost(median(milliseconds), limit, ' ms'),
  })
  await syncGlossary(owner, real)
  const unchanged = await repeat(9, () => syncGlossary(owner, real))
  const reading = await repeat(5, () => read(index))
  const synthetic = await read(index)
  const first = await repeat(1, () => syncGlossary(owner, synthetic))
  const again = await repeat(9, () => syncGlossary(owner, synthetic))
  return [
    row(`sync of ${real.length} terms, unchanged`, unchanged, budget.unchanged),
    row(`reading ${many} files`, reading, budget.read),
    row(`first sync of ${many} terms`, first, budget.first),
    row(`sync of ${many} terms, unchanged`, again, budget.unchanged),
  ]
}

async function queryRows(app: Database): Promise<Row[]> {
  const plain: ListQuery = { search: '', type: undefined, sort: 'a-z', offset: 0, limit: pageSize }
  const row = async (
    measure: string,
    limit: number,
    ask: (index: number) => Promise<unknown>,
  ): Promise<Row> => {
    await repeat(20, ask)
    const durations = await repeat(repeats, ask)
    return {
      measure: `${measure} (p99)`,
      ours: `${figure(median(durations))} (${figure(percentile(durations, 99))}) ms`,
      ...atMost(median(durations), limit, ' ms'),
    }
  }
  const search = (index: number) => searches[index % searches.length] ?? ''
  return [
    await row('SQL: first page', budget.list, () => listTerms(app, plain)),
    await row('SQL: last page', budget.list, () => listTerms(app, { ...plain, offset: many - pageSize })),
    await row('SQL: newest community terms', budget.list, () =>
      listTerms(app, { ...plain, type: 'community', sort: 'newest' }),
    ),
    await row('SQL: search, first page', budget.search, (index) =>
      listTerms(app, { ...plain, search: search(index) }),
    ),
    await row('SQL: search of 5', budget.search, (index) => suggestTerms(app, search(index))),
  ]
}

async function repeat(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let index = 0; index < count; index++) {
    const begin = performance.now()
    await work(index)
    durations.push(performance.now() - begin)
  }
  return durations
}

async function read(folder: string): Promise<SourceTerm[]> {
  const { terms, findings } = await readGlossarySource(folder)
  if (findings.length > 0) throw new Error(describeFindings(findings))
  return terms
}

/** Writes synthetic terms, made of the real ones' words and sentences. Deterministic. */
async function writeSynthetic(folder: string, real: SourceTerm[]): Promise<void> {
  const words = [...new Set(real.flatMap((term) => term.definition.match(/\b[A-Za-z]{4,}\b/g) ?? []))]
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  for (let index = 0; index < many; index++) {
    const term_name = `${at(words, index * 7)} ${at(words, index * 13 + 5)} ${index}`
    const template = at(real, index)
    const slug = slugOf(term_name)
    await mkdir(join(folder, slug.charAt(0)), { recursive: true })
    await writeFile(
      join(folder, slug.charAt(0), `${slug}.yaml`),
      stringify({
        term_name,
        type: template.type,
        aliases: [`${at(words, index * 3 + 1)} ${at(words, index * 5 + 2)} ${index}`],
        definition: `${template.definition} ${at(words, index * 11)}.`,
        tags: template.tags,
        examples: [0, 1, 2].map((example) => at(real, index * 17 + example).examples[example]),
        search_phrases: template.search_phrases,
        created_at: new Date(Date.UTC(2025, 0, 1) + index * 3_600_000).toISOString(),
      }),
    )
  }
}
