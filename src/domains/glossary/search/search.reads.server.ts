import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/pool.server.ts'
import { dangerTermsOf } from '../../crisis/danger-phrases.contract.ts'
import { type ListQuery, type Term, termSchema } from '../terms.contract.ts'
import { createRanker, type Relevance } from './ranking.rules.ts'
import { buildRelevance, type RelevanceDocument } from './relevance.rules.ts'
import { type SearchIndex, searchIndexOf } from './search.contract.ts'
import { firstSentence, prefixQuery } from './search.rules.ts'
import { termsForSpanish } from './spanish.rules.ts'
import { tokenize } from './tokenizer.rules.ts'

type Ranker = Awaited<ReturnType<typeof loadRanker>>

/** One ranker per database and version. Queries are never stored. */
const rankerCache = new WeakMap<Database, { version: string; ranker: Promise<Ranker> }>()
const versionSources = new WeakMap<Database, () => string>()

/** Sets a function that knows the glossary version without a query. */
export const followGlossary = (database: Database, version: () => string): void =>
  void versionSources.set(database, version)

/** Reads the version; undefined before the first sync. */
export async function readGlossaryVersion(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom('glossary_state').select('version').executeTakeFirst()
  return row?.version
}

async function getRanker(database: Database): Promise<Ranker> {
  const version = versionSources.get(database)?.() ?? (await readGlossaryVersion(database)) ?? ''
  const cached = rankerCache.get(database)
  if (cached?.version === version) return cached.ranker
  const ranker = loadRanker(database, version)
  rankerCache.set(database, { version, ranker })
  // After a failure the next search tries again.
  ranker.catch(() => rankerCache.delete(database))
  return ranker
}

async function loadRanker(database: Database, version: string) {
  const rows = await database
    .selectFrom('terms')
    .select(termSchema.keyof().options)
    .select('search_phrases')
    .where('retired_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('id')
    .execute()
  const entries = rows.map(
    ({ search_phrases, ...row }): Term => ({ ...row, created_at: row.created_at.toISOString() }),
  )
  const docIds = new Map(entries.map(({ id }, docId) => [id, docId]))
  const ranker = createRanker(entries, await withAnswers(rows))
  while (!ranker.warmUp(Number.POSITIVE_INFINITY));
  return { ...ranker, version, docIdOf: (id: string) => docIds.get(id) }
}

const wordsOf = (text: string) => tokenize(text).join(' ')

/** Lets other requests in between. */
async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done) return value
    if (step % 16 === 0) await setImmediate()
  }
}

/** Ranks terms by relevance, after those that answer a danger or a Spanish search (content/search), or have just this phrase. */
async function withAnswers(rows: (RelevanceDocument & { slug: string })[]): Promise<Relevance> {
  const { rank } = await runInSlices(buildRelevance(rows))
  const docIds = new Map(rows.map(({ slug }, docId) => [slug, docId]))
  const byPhrase = new Map<string, number[]>()
  for (const [docId, { search_phrases }] of rows.entries()) {
    for (const phrase of search_phrases) {
      const key = wordsOf(phrase)
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), docId])
    }
  }
  const answersTo = (text: string) => {
    const slugs = [...dangerTermsOf(text).slice(0, 1), ...termsForSpanish(text)]
    const docs = [...slugs.flatMap((slug) => docIds.get(slug) ?? []), ...(byPhrase.get(wordsOf(text)) ?? [])]
    return [...new Set(docs)]
  }
  return {
    isAnswered: (text) => answersTo(text).length > 0,
    rank(text) {
      const answers = answersTo(text)
      // English words that look like Spanish ones mean something else.
      const ranked = termsForSpanish(text).length > 0 ? [] : rank(text)
      const best = ranked[0]?.[1] ?? 1
      return [
        ...answers.map((docId): [number, number] => [docId, best]),
        ...ranked.filter(([docId]) => !answers.includes(docId)),
      ]
    },
  }
}

/** Reads the browser's index. */
export async function readSearchIndex(database: Database): Promise<{ version: string } & SearchIndex> {
  const { entries, version } = await getRanker(database)
  const named = entries.map((entry) => ({ ...entry, definition: firstSentence(entry.definition) }))
  return { version, ...searchIndexOf(named) }
}

/** Lists terms that are named like the text, then those whose name or slug contains it. */
export async function listTermsByName(database: Database, search: string, limit: number): Promise<Term[]> {
  const ranker = await getRanker(database)
  const { matches, matchWrittenNames } = ranker.search(search, undefined, limit)
  matchWrittenNames()
  return [...matches.keys()].slice(0, limit).flatMap((docId) => ranker.entries[docId] ?? [])
}

/** Searches names in memory; if they are too few, ranks a sentence, or searches full texts in PostgreSQL. */
export async function searchGlossary(
  database: Database,
  text: string,
  type: ListQuery['type'],
  limit = Number.POSITIVE_INFINITY,
) {
  const { entries, docIdOf, search } = await getRanker(database)
  const { matches, suggestions, ...tiers } = search(text, type, limit)
  const isFull = tiers.matchNames()
  const ranked = tiers.isSentence()
  if (!isFull && !ranked) {
    const excluded = [...matches.keys()].flatMap((docId) => entries[docId]?.id ?? [])
    const page = limit === Number.POSITIVE_INFINITY ? undefined : { limit: limit - matches.size, excluded }
    const ids = await selectIdsByText(database, prefixQuery(text), type, page)
    tiers.matchText(ids.flatMap((id) => docIdOf(id) ?? []))
  }
  if (matches.size < limit) tiers.matchSimilar()
  return { entries, matches, suggestions, ranked, spanish: ranked && termsForSpanish(text).length > 0 }
}

/**
 * The specification's second step: words that start with each word of the search.
 * @param page without it, all terms from A to Z
 */
async function selectIdsByText(
  database: Database,
  prefixes: string,
  type: ListQuery['type'],
  page: { limit: number; excluded: string[] } | undefined,
): Promise<string[]> {
  if (prefixes === '') return []
  const english = sql`to_tsquery('pg_catalog.english', ${prefixes})`
  const rows = await database
    .selectFrom('terms')
    .select('id')
    .where('retired_at', 'is', null)
    .where(sql<SqlBool>`numnode(${english}) > 0`)
    // Stemming breaks prefixes (`gaslighti`).
    .where(
      sql<SqlBool>`(fts_doc_en @@ ${english} or fts_doc_simple @@ to_tsquery('pg_catalog.simple', ${prefixes}))`,
    )
    .$if(type !== undefined, (terms) => terms.where('type', '=', type ?? 'clinical'))
    .$if(page !== undefined, (terms) => terms.where(sql<SqlBool>`id <> all (${page?.excluded}::uuid[])`))
    .orderBy('sort_key')
    .orderBy('id')
    .$if(page !== undefined, (terms) => terms.limit(page?.limit ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}
