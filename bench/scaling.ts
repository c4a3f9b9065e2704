import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Journal } from '../src/domains/connections/encryption.reads.server.ts'
import { listEntries, readEntry } from '../src/domains/connections/entries.reads.server.ts'
import { saveEntry } from '../src/domains/connections/entries.writes.server.ts'
import { followGlossary } from '../src/domains/glossary/search/search.reads.server.ts'
import type { SourceTerm } from '../src/domains/glossary/source/glossary-source.contract.ts'
import {
  describeFindings,
  readGlossarySource,
} from '../src/domains/glossary/source/glossary-source.reads.server.ts'
import { syncGlossary } from '../src/domains/glossary/source/glossary-source.writes.server.ts'
import type { ListQuery } from '../src/domains/glossary/terms.contract.ts'
import { listTerms, readTerm, suggestTerms } from '../src/domains/glossary/terms.reads.server.ts'
import { pageSize, slugOf } from '../src/domains/glossary/terms.rules.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createOwner } from '../src/platform/create-owner.ts'
import { masterKey } from '../src/platform/crypto.server.ts'
import type { Database } from '../src/platform/database/pool.server.ts'
import { createLog } from '../src/platform/log.server.ts'
import { searches } from './http.ts'
import { withOwnPostgres } from './own-postgres.ts'
import { atMost, figure, median, type Row, type Section, times } from './table.ts'

const sizes = { terms: [650, 6_500, 65_000], userCount: [10, 1_000, 100_000] }
/** Connections per user. */
const entryCount = 50
const repeats = 100
const content = 'He said that I had imagined it.'
/** Searches that scan all terms. */
const mistyped = ['gaslihgting', 'narcisist', 'hoovring', 'stonewaling', 'truama bonding', 'coersive control']
const described = [
  'when they rewrite history',
  'partner gives me the silent treatment',
  'he checks my phone all the time',
  'says sorry and then does it again',
  'turns my friends against me',
]

/** A measured request, and whether an index can serve it. */
type Measurement = { measure: string; indexed: boolean; work: (index: number) => Promise<unknown> }

/**
 * Measures how requests scale with the number of terms and users. Indexed ones may grow twice as fast as the logarithm of the size: at
 * medians of 0.1 ms the measurement is not more precise.
 */
export const measureGrowth = (folder: string): Promise<Section> =>
  withOwnPostgres(folder, async ({ client, owner, app }) => ({
    title: 'As it grows',
    note:
      `Medians of ${repeats}: with ${sizes.terms.join(', ')} terms, and with ${sizes.userCount.join(', ')} people of ${entryCount} ` +
      'Connections each. The ratio is of the last to the first. Without a budget: what counts or passes over all of them.',
    beside: 'sizes between',
    rows: [...(await measureTerms(client, owner, app)), ...(await measureUsers(client, app))],
  }))

async function measureTerms(client: pg.Client, owner: Database, app: Database): Promise<Row[]> {
  const { terms, findings } = await readGlossarySource(join(import.meta.dirname, '..', 'content', 'glossary'))
  if (findings.length > 0) throw new Error(describeFindings(findings))
  const plain: ListQuery = { search: '', type: undefined, sort: 'a-z', offset: 0, limit: pageSize }
  const search = (index: number) => searches[index % searches.length] ?? ''
  return measureAtSizes(sizes.terms, async (size) => {
    const version = await syncGlossary(owner, manyTerms(terms, size))
    // As in the server, which is notified of changes and does not query the version before each search.
    followGlossary(app, () => version ?? '')
    await client.query('vacuum analyze')
    const slug = slugOf(nameOf(terms, size >> 1))
    return [
      { measure: 'terms: one of them', indexed: true, work: () => readTerm(app, slug) },
      { measure: 'terms: search of 5', indexed: true, work: (index) => suggestTerms(app, search(index)) },
      {
        ...{ measure: 'terms: search of what is mistyped', indexed: false },
        work: (index) => suggestTerms(app, at(mistyped, index)),
      },
      {
        ...{ measure: 'terms: search of what is described', indexed: false },
        work: (index) => suggestTerms(app, at(described, index)),
      },
      { measure: 'terms: first page and count', indexed: false, work: () => listTerms(app, plain) },
      {
        ...{ measure: 'terms: last page and count', indexed: false },
        work: () => listTerms(app, { ...plain, offset: size - pageSize }),
      },
      {
        ...{ measure: 'terms: search, first page and count', indexed: false },
        work: (index) => listTerms(app, { ...plain, search: search(index) }),
      },
    ]
  })
}

async function measureUsers(client: pg.Client, app: Database): Promise<Row[]> {
  const journal: Journal = {
    ...{ database: app, masterKey: masterKey(randomBytes(32)), clock: systemClock },
    log: createLog('error'),
  }
  const user_id = uuidv7()
  await client.query('insert into auth.users (id) values ($1)', [user_id])
  const ana = createOwner({ user_id, session_id: uuidv7(), status: 'active', journals: true })
  const ids: string[] = []
  for (let count = 0; count < entryCount; count++) {
    const saved = await saveEntry(journal, ana, { content, linked_term_id: null })
    if ('entry' in saved) ids.push(saved.entry.id)
  }
  let userCount = 1
  return measureAtSizes(sizes.userCount, async (size) => {
    // Filler rows, never decrypted.
    await client.query(
      `with crowd as (insert into auth.users (id) select gen_random_uuid() from generate_series(1, $1) returning id)
       insert into journal_entries (user_id, id, revision, entry_type, sealed, created_at, updated_at)
       select crowd.id, gen_random_uuid(), 1, 'freeform', decode(repeat('00', 60), 'hex'), now() - n * interval '1 hour', now()
         from crowd, generate_series(1, $2) n`,
      [size - userCount, entryCount],
    )
    userCount = size
    await client.query('vacuum analyze')
    return [
      {
        ...{ measure: 'people: first page of Connections and counts', indexed: true },
        work: () => listEntries(journal, ana, { limit: 20 }),
      },
      {
        ...{ measure: 'people: one Connection', indexed: true },
        work: (index) => readEntry(journal, ana, ids[index % ids.length] ?? ''),
      },
      {
        ...{ measure: 'people: saving a Connection', indexed: true },
        work: () => saveEntry(journal, ana, { content, linked_term_id: null }),
      },
    ]
  })
}

/** Measures each request at each size. */
async function measureAtSizes(
  all: number[],
  prepare: (size: number) => Promise<Measurement[]>,
): Promise<Row[]> {
  const durations = new Map<string, { indexed: boolean; medians: number[] }>()
  for (const size of all) {
    for (const { measure, indexed, work } of await prepare(size)) {
      const row = durations.get(measure) ?? { indexed, medians: [] }
      row.medians.push(median(await repeat(work)))
      durations.set(measure, row)
    }
  }
  const [first = 1, last = 1] = [all[0], all.at(-1)]
  const limit = 2 * (Math.log(last) / Math.log(first))
  return [...durations].map(([measure, { indexed, medians }]) => {
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1)
    return {
      measure,
      ours: figure(medians.at(-1) ?? 0, 'ms'),
      beside: medians
        .slice(0, -1)
        .map((value) => figure(value, 'ms'))
        .join(', '),
      ratio: times(ratio),
      ...(indexed ? atMost(ratio, Math.round(limit * 10) / 10, 'x') : {}),
    }
  })
}

async function repeat(work: Measurement['work']): Promise<number[]> {
  const durations: number[] = []
  for (let index = -10; index < repeats; index++) {
    const begin = performance.now()
    await work(Math.abs(index))
    if (index >= 0) durations.push(performance.now() - begin)
  }
  return durations
}

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T
const nameOf = (real: SourceTerm[], index: number) => `${at(real, index).term_name} ${index}`

/** Generates synthetic terms from real texts. Deterministic. */
const manyTerms = (real: SourceTerm[], count: number): SourceTerm[] =>
  Array.from({ length: count }, (_, index) => {
    const term_name = nameOf(real, index)
    return {
      ...at(real, index),
      ...{
        term_name,
        slug: slugOf(term_name),
        aliases: [`${at(real, index * 7 + 1).term_name} of ${index}`],
      },
      examples: [0, 1, 2].map((example) => at(at(real, index * 17 + example).examples, example)),
    }
  })
