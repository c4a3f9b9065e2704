import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/pool.server.ts'
import { heavyTerms } from '../crisis/heavy-terms.contract.ts'
import { matchReason } from './search/match-reason.rules.ts'
import { searchGlossary } from './search/search.reads.server.ts'
import { normalizeSearch } from './search/search.rules.ts'
import {
  type ListedTerm,
  type ListQuery,
  type ReferencedTerm,
  type Suggestion,
  type Term,
  type TermName,
  type TermPage,
  termDetailsSchema,
  termSchema,
} from './terms.contract.ts'
import { suggestionLimit } from './terms.rules.ts'

const columns = termSchema.keyof().options

type Row = Omit<Term, 'created_at'> & { created_at: Date }
const activeTerms = (database: Database) => database.selectFrom('terms').where('retired_at', 'is', null)
const termsFromAtoZ = (database: Database) =>
  activeTerms(database).select(columns).orderBy('sort_key').orderBy('id')

const toTerm = (row: Row): Term => ({ ...row, created_at: row.created_at.toISOString() })

/** Lists one page (specification point 7). A search has its own order. */
export async function listTerms(
  database: Database,
  query: ListQuery,
): Promise<{ terms: ListedTerm[]; total: number; ranked?: boolean; spanish?: boolean }> {
  const search = normalizeSearch(query.search)
  if (search !== '') return searchTerms(database, search, query)
  const selected = activeTerms(database)
    .$if(query.type !== undefined, (terms) => terms.where('type', '=', query.type ?? 'clinical'))
    .$if(Boolean(query.letter), (terms) => terms.where(sql<SqlBool>`starts_with(sort_key, ${query.letter})`))
  const [rows, { total }] = await Promise.all([
    selected
      .select(columns)
      .$if(query.sort === 'newest', (terms) => terms.orderBy('created_at', 'desc'))
      .$if(query.sort === 'oldest', (terms) => terms.orderBy('created_at'))
      .orderBy('sort_key', query.sort === 'z-a' ? 'desc' : 'asc')
      .orderBy('id')
      .offset(query.offset)
      .limit(query.limit)
      .execute(),
    selected.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { terms: rows.map(toTerm), total: Number(total) }
}

async function searchTerms(database: Database, search: string, { type, offset, limit }: ListQuery) {
  const { entries, matches, ranked, spanish } = await searchGlossary(database, search, type)
  const terms = [...matches].slice(offset, offset + limit).flatMap(([docId, match]) => {
    const entry = entries[docId]
    if (!entry) return []
    const reason = matchReason(entry, search, match)
    return [{ ...entry, ...(reason && { reason }) }]
  })
  return { terms, total: matches.size, ...(ranked && { ranked }), ...(spanish && { spanish }) }
}

/** At most five terms for the header search, in the order of the list. */
export async function suggestTerms(database: Database, text: string): Promise<Suggestion[]> {
  const search = normalizeSearch(text)
  if (search === '') return []
  const { suggestions, spanish } = await searchGlossary(database, search, undefined, suggestionLimit)
  if (!spanish) return suggestions()
  return suggestions().map((term) => ({ ...term, reason: { kind: 'in Spanish', words: '' } }))
}

/** Reads an active term; its neighbors from A to Z skip heavy ones. */
export async function readTerm(
  database: Database,
  slug: string,
): Promise<{ term: TermPage; previous: Neighbour | undefined; next: Neighbour | undefined } | undefined> {
  // PostgreSQL throws on NUL, for example.
  if (!/^[a-z0-9-]+$/.test(slug)) return undefined
  const row = await activeTerms(database)
    .select([...columns, 'in_people_words', 'details', 'sort_key'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) return undefined
  const { sort_key, details, in_people_words, ...term } = row
  const neighbors = activeTerms(database).select(['slug', 'term_name']).where('slug', 'not in', heavyTerms)
  const [previous, next] = await Promise.all([
    neighbors
      .where(({ eb, refTuple, tuple }) => eb(refTuple('sort_key', 'id'), '<', tuple(sort_key, term.id)))
      .orderBy('sort_key', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    neighbors
      .where(({ eb, refTuple, tuple }) => eb(refTuple('sort_key', 'id'), '>', tuple(sort_key, term.id)))
      .orderBy('sort_key')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { term: { ...toTerm(term), in_people_words, ...termDetailsSchema.parse(details) }, previous, next }
}

export type Neighbour = { slug: string; term_name: string }

/** Lists all active terms from A to Z. */
export async function listAllTerms(database: Database): Promise<Term[]> {
  const rows = await termsFromAtoZ(database).execute()
  return rows.map(toTerm)
}

/** Reads the active terms among these slugs, from A to Z. */
export async function readTermsBySlug(database: Database, slugs: readonly string[]): Promise<Term[]> {
  const rows = await termsFromAtoZ(database)
    .where('slug', 'in', [...slugs])
    .execute()
  return rows.map(toTerm)
}

/** Reads terms, also retired ones, by id. */
export async function readTermsById(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, ReferencedTerm>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('terms')
    .select(['id', 'term_name', 'slug', 'type', 'definition', 'tags'])
    .select(sql<boolean>`retired_at is not null`.as('retired'))
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists what links show of all terms, also retired ones: a browser with encrypted links asks for no single id. */
export async function listTermNames(database: Database): Promise<TermName[]> {
  return database
    .selectFrom('terms')
    .select(['id', 'term_name', 'slug', 'tags', sql<boolean>`retired_at is not null`.as('retired')])
    .orderBy('sort_key')
    .orderBy('id')
    .execute()
}

/** Finds terms, also retired ones, by ids, slugs or exact names of any origin. Returns their ids. */
export async function readTermIds(
  database: Database,
  { ids, slugs, names }: { ids: string[]; slugs: string[]; names: string[] },
): Promise<{ ids: Set<string>; bySlug: Map<string, string>; byName: Map<string, string> }> {
  // PostgreSQL's text has no NUL.
  const unique = (texts: string[]) => [...new Set(texts)].filter((text) => !text.includes('\0'))
  const rows = await database
    .selectFrom('terms')
    .select(['id', 'slug', 'term_name'])
    .where(
      sql<SqlBool>`id = any(${unique(ids)}::uuid[]) or slug = any(${unique(slugs)}::text[])
        or term_name = any(${unique(names)}::text[])`,
    )
    // An active term replaces a retired one of the same name.
    .orderBy(sql`retired_at is null`)
    .execute()
  return {
    ids: new Set(rows.map(({ id }) => id)),
    bySlug: new Map(rows.map(({ id, slug }) => [slug, id])),
    byName: new Map(rows.map(({ id, term_name }) => [term_name, id])),
  }
}

/** The first characters of all sort keys. */
export async function listLetters(database: Database): Promise<string[]> {
  const rows = await activeTerms(database)
    .select(sql<string>`left(sort_key, 1)`.as('letter'))
    .distinct()
    .orderBy('letter')
    .execute()
  return rows.map((row) => row.letter)
}

/** Reads the Term of the Day, if it is chosen and still active. */
export async function readTermOfTheDay(database: Database, day: string): Promise<Term | undefined> {
  const row = await database
    .selectFrom('terms_of_the_day')
    .innerJoin('terms', 'terms.id', 'terms_of_the_day.term_id')
    .select(columns.map((column) => `terms.${column}` as const))
    .where('day', '=', day)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && toTerm(row as Row)
}
