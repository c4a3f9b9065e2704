import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { sortKeyOf } from '../rules.ts'
import { likenessOf, type Told } from '../search/likeness/rules.ts'
import { lettersOf } from '../search/words/rules.ts'
import type { SourceTerm } from './contract.ts'

/** Changes when the way a file becomes a row changes, so that every database is synced anew. */
const shape = 2

/**
 * Makes the table `terms` say what the files say, in one transaction: insert, update, retire; never delete. When the files are
 * the same as last time nothing is written. Processes that start at once take turns.
 *
 * @param database acting as `unfog_owner`; the server's own role may only read terms
 * @param terms as read, already checked
 * @returns the new version of the glossary, or undefined when nothing changed
 */
export async function syncGlossary(database: Database, terms: SourceTerm[]): Promise<string | undefined> {
  const rows = terms.map(({ slug, term_name, type, definition, aliases, tags, examples, created_at }) => ({
    slug,
    term_name,
    type,
    definition,
    aliases,
    tags,
    examples,
    sort_key: sortKeyOf(term_name),
    created_at,
  }))
  const version = createHash('sha256')
    .update(JSON.stringify([shape, rows]))
    .digest('hex')
    .slice(0, 16)
  return database.transaction().execute(async (transaction) => {
    // Another server may be at it, and a busy machine takes its time: a start does not fail of that, as a request would.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    // What waits to be indexed, 20 MB of a glossary of 700 terms at most, is put in at once (`putIntoIndexes`).
    await sql`set local gin_pending_list_limit = '64MB'`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtext('glossary sync'))`.execute(transaction)
    const state = await transaction.selectFrom('glossary_state').select('version').executeTakeFirst()
    if (state?.version === version) return undefined
    const payload = JSON.stringify(rows.map((row) => ({ id: uuidv7(), ...row })))
    // A name may move from one slug to another (a renamed file): who left makes room first.
    await sql`
      update terms set retired_at = now()
       where retired_at is null and slug not in (select value ->> 'slug' from jsonb_array_elements(${payload}::jsonb))`.execute(
      transaction,
    )
    await sql`
      insert into terms as present (id, slug, term_name, type, definition, aliases, tags, examples, sort_key, created_at)
      select id, slug, term_name, type, definition, aliases, tags, examples, sort_key, created_at
        from jsonb_to_recordset(${payload}::jsonb) as file (id uuid, slug text, term_name text, type text, definition text,
             aliases text[], tags text[], examples text[], sort_key text, created_at timestamptz)
      on conflict (slug) do update set
        term_name = excluded.term_name, type = excluded.type, definition = excluded.definition, aliases = excluded.aliases,
        tags = excluded.tags, examples = excluded.examples, sort_key = excluded.sort_key,
        created_at = excluded.created_at, retired_at = null
      where (present.term_name, present.type, present.definition, present.aliases, present.tags, present.examples,
             present.sort_key, present.created_at, present.retired_at is null)
        is distinct from (excluded.term_name, excluded.type, excluded.definition, excluded.aliases, excluded.tags,
             excluded.examples, excluded.sort_key, excluded.created_at, true)`.execute(transaction)
    await writeSearch(transaction, rows)
    await putIntoIndexes(transaction)
    await sql`
      insert into glossary_state (version) values (${version})
      on conflict (only_row) do update set version = excluded.version, changed_at = now()`.execute(
      transaction,
    )
    await sql`select pg_notify('glossary_changed', ${version})`.execute(transaction)
    return version
  })
}

/** The inverted indexes gather what is written; a search would read through all that still waits. */
async function putIntoIndexes(transaction: Database): Promise<void> {
  await sql`
    select gin_clean_pending_list(c.oid) from pg_class c join pg_am on pg_am.oid = c.relam
     where pg_am.amname = 'gin' and c.oid in
           (select indexrelid from pg_index
             where indrelid = any (array['terms', 'search_terms', 'search_names', 'search_words']::regclass[]))`.execute(
    transaction,
  )
}

/** The tables that a search asks, made anew: they say nothing that `terms` does not say (docs/decisions/006). */
async function writeSearch(transaction: Database, rows: (Told & { sort_key: string })[]): Promise<void> {
  const terms = rows.toSorted((one, other) =>
    Buffer.compare(
      Buffer.from(`${one.sort_key}\0${one.slug}`),
      Buffer.from(`${other.sort_key}\0${other.slug}`),
    ),
  )
  const { names, words } = likenessOf(terms)
  const places = terms.map(({ slug, term_name, type, aliases }, place) => ({
    place,
    slug,
    type,
    names: `${term_name}\n${slug}`.toLowerCase(),
    aliases: aliases.map((alias) => ` ${alias.toLowerCase()}\n`).join(''),
  }))
  await sql`delete from search_names`.execute(transaction)
  await sql`delete from search_terms`.execute(transaction)
  await sql`delete from search_words`.execute(transaction)
  await sql`
    insert into search_terms (place, term_id, type, names, aliases)
    select r.place, t.id, r.type, r.names, r.aliases
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r (place integer, slug text, type text, names text, aliases text)
      join terms t on t.slug = r.slug`.execute(transaction)
  await sql`
    insert into search_names (name, place, written, squeezed, letters, forms, norm)
    select name, place, written, squeezed, letters, forms, norm
      from jsonb_to_recordset(${JSON.stringify(names.map((row) => ({ ...row, letters: lettersOf(row.squeezed) })))}::jsonb)
        as r (name integer, place integer, written text, squeezed text, letters text, forms text, norm real)`.execute(
    transaction,
  )
  await sql`
    insert into search_words (word, rarity, places, weights, names)
    select word, rarity, places, weights, names
      from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
        as r (word text, rarity real, places integer[], weights real[], names integer[])`.execute(transaction)
  // Plans that were made for tables without statistics would stay with the server's connections.
  await sql`analyze search_terms, search_names, search_words, terms`.execute(transaction)
}
