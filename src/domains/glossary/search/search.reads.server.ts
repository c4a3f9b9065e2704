import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { ListQuery, Term } from '../terms.contract.ts'
import { saidWordsOf } from './phrase-index.rules.ts'
import { createRanker } from './ranking.rules.ts'
import { type CrisisNumber, type SearchIndex, searchIndexOf } from './search.contract.ts'
import { firstSentence, prefixQuery } from './search.rules.ts'

type Finder = Awaited<ReturnType<typeof readFinder>>

/** Of each database the names and words that a search needs, until its glossary changes. Nothing is kept of what people look for. */
const kept = new WeakMap<Database, { version: string; finder: Promise<Finder> }>()
const followed = new WeakMap<Database, () => string>()

/**
 * Says where the version of a database's glossary is known without asking (server/http/glossary-version.ts). A database that nobody
 * follows is asked before every search.
 */
export const followGlossary = (database: Database, version: () => string): void =>
  void followed.set(database, version)

/** Which version of the glossary the database holds; undefined before the first sync. */
export async function readGlossaryVersion(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom('glossary_state').select('version').executeTakeFirst()
  return row?.version
}

async function finderOf(database: Database): Promise<Finder> {
  const version = followed.get(database)?.() ?? (await readGlossaryVersion(database)) ?? ''
  const known = kept.get(database)
  if (known?.version === version) return known.finder
  const finder = readFinder(database, version)
  kept.set(database, { version, finder })
  // What could not be read is read by the next who searches.
  finder.catch(() => kept.delete(database))
  return finder
}

async function readFinder(database: Database, version: string) {
  const rows = await database
    .selectFrom('terms')
    .select(['id', 'slug', 'term_name', 'type', 'definition', 'aliases', 'tags', 'examples', 'created_at'])
    .select('said')
    .where('retired_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('id')
    .execute()
  const entries = rows.map((row): Term & { said: string } => ({
    ...row,
    created_at: row.created_at.toISOString(),
  }))
  const places = new Map(entries.map(({ id }, place) => [id, place]))
  const finder = createRanker(entries)
  while (!finder.ready(Number.POSITIVE_INFINITY));
  return { ...finder, version, placeOf: (id: string) => places.get(id) }
}

/** What the header search of a browser knows. @param crisis numbers that help */
export async function readSearchIndex(
  database: Database,
  crisis: readonly CrisisNumber[],
): Promise<{ version: string } & SearchIndex> {
  const { entries, version } = await finderOf(database)
  const said = saidWordsOf(entries)
  return {
    version,
    ...searchIndexOf(
      entries.map((entry, place) => ({
        ...entry,
        definition: firstSentence(entry.definition),
        said: said[place] ?? '',
      })),
      crisis,
    ),
  }
}

/**
 * Terms whose name or slug contains the text, from A to Z and from memory, after those whose name, slug or alias it is.
 *
 * @param search as made ready by `normalizeSearch`
 */
export async function listNamed(database: Database, search: string, most: number): Promise<Term[]> {
  const { entries, begin } = await finderOf(database)
  const { found, named } = begin(search, undefined, most)
  named()
  return [...found.keys()].slice(0, most).flatMap((place) => entries[place] ?? [])
}

/**
 * A search, as far as it is wanted: by names from memory; where they are too few, one question to PostgreSQL for words.
 *
 * @param search as made ready by `normalizeSearch`, not empty
 * @param most no more than so many are wanted
 */
export async function searchGlossary(
  database: Database,
  search: string,
  type: ListQuery['type'],
  most = Number.POSITIVE_INFINITY,
) {
  const { entries, placeOf, begin } = await finderOf(database)
  const { found, byName, likeliest, byWords, byLikeness, shown } = begin(search, type, most)
  if (!byName()) {
    const idsOf = (places: Iterable<number>) => [...places].flatMap((place) => entries[place]?.id ?? [])
    const likely = idsOf(likeliest().map(([place]) => place))
    const room = most - found.size + Math.min(likely.length, 1)
    // Of those that are wanted all, what is known already is told apart here: to compare each with each costs more than to send it.
    const fresh =
      most === Number.POSITIVE_INFINITY ? undefined : { most: room, known: idsOf(found.keys()), likely }
    const ids = await readIdsByWords(database, prefixQuery(search), type, fresh)
    byWords(ids.flatMap((id) => placeOf(id) ?? []))
    if (found.size < most) byLikeness()
  }
  return { entries, found, shown }
}

/**
 * The specification's second step: terms whose text has words that begin with all of these; of stop words alone, none.
 *
 * @param fresh only so many, none that is known, and what is likely before others; all from A to Z where it is left out
 */
async function readIdsByWords(
  database: Database,
  prefixes: string,
  type: ListQuery['type'],
  fresh: { most: number; known: string[]; likely: string[] } | undefined,
): Promise<string[]> {
  if (prefixes === '') return []
  const english = sql`to_tsquery('pg_catalog.english', ${prefixes})`
  const rows = await database
    .selectFrom('terms')
    .select('id')
    .where('retired_at', 'is', null)
    .where(sql<SqlBool>`numnode(${english}) > 0`)
    // Stems break prefixes (`gaslighti`), so the words as written are asked too.
    .where(
      sql<SqlBool>`(fts_doc_en @@ ${english} or fts_doc_simple @@ to_tsquery('pg_catalog.simple', ${prefixes}))`,
    )
    .$if(type !== undefined, (terms) => terms.where('type', '=', type ?? 'clinical'))
    .$if(fresh !== undefined, (terms) => terms.where(sql<SqlBool>`id <> all (${fresh?.known}::uuid[])`))
    .$if(Boolean(fresh?.likely.length), (terms) => terms.orderBy(sql`id <> all (${fresh?.likely}::uuid[])`))
    .orderBy('sort_key')
    .orderBy('id')
    .$if(fresh !== undefined, (terms) => terms.limit(fresh?.most ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}
