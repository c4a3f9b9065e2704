import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { termDetailsSchema } from '../terms.contract.ts'
import { sortKeyOf } from '../terms.rules.ts'
import type { TermOfFile } from './glossary-source.contract.ts'

/** Bump when the mapping from file to row changes: every database syncs again. */
const rowFormat = 5

/**
 * Syncs the table `terms`; retires, never deletes. Idempotent, also for concurrent processes.
 * @param database connected as `unfog_owner`
 * @returns the new version, or undefined if nothing changed
 */
export async function syncGlossary(database: Database, terms: TermOfFile[]): Promise<string | undefined> {
  const rows = terms.map(
    ({ slug, term_name, type, definition, aliases, tags, examples, created_at, ...words }) => ({
      slug,
      term_name,
      type,
      definition,
      aliases,
      tags,
      examples,
      search_phrases: [...words.search_phrases, ...words.lines],
      in_people_words: words.in_people_words,
      details: termDetailsSchema.parse(words),
      sort_key: sortKeyOf(term_name),
      created_at,
    }),
  )
  const version = createHash('sha256')
    .update(JSON.stringify([rowFormat, rows]))
    .digest('hex')
    .slice(0, 16)
  return database.transaction().execute(async (transaction) => {
    // A start may wait for another process or a busy machine.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    // Fits all pending GIN entries: 20 MB for 700 terms.
    await sql`set local gin_pending_list_limit = '64MB'`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtext('glossary sync'))`.execute(transaction)
    const state = await transaction.selectFrom('glossary_state').select('version').executeTakeFirst()
    if (state?.version === version) return undefined
    const payload = JSON.stringify(rows.map((row) => ({ id: uuidv7(), ...row })))
    // A renamed file moves its name to another slug.
    await sql`
      update terms set retired_at = now()
       where retired_at is null and slug not in (select value ->> 'slug' from jsonb_array_elements(${payload}::jsonb))`.execute(
      transaction,
    )
    await sql`
      insert into terms as present (id, slug, term_name, type, definition, aliases, tags, examples, search_phrases, in_people_words,
             details, sort_key, created_at)
      select id, slug, term_name, type, definition, aliases, tags, examples, search_phrases, in_people_words, details, sort_key,
             created_at
        from jsonb_to_recordset(${payload}::jsonb) as file (id uuid, slug text, term_name text, type text, definition text,
             aliases text[], tags text[], examples text[], search_phrases text[], in_people_words text[], details jsonb, sort_key text,
             created_at timestamptz)
      on conflict (slug) do update set
        term_name = excluded.term_name, type = excluded.type, definition = excluded.definition, aliases = excluded.aliases,
        tags = excluded.tags, examples = excluded.examples, search_phrases = excluded.search_phrases,
        in_people_words = excluded.in_people_words, details = excluded.details, sort_key = excluded.sort_key, created_at = excluded.created_at, retired_at = null
      where (present.term_name, present.type, present.definition, present.aliases, present.tags, present.examples,
             present.search_phrases, present.in_people_words, present.details, present.sort_key, present.created_at, present.retired_at is null)
        is distinct from (excluded.term_name, excluded.type, excluded.definition, excluded.aliases, excluded.tags,
             excluded.examples, excluded.search_phrases, excluded.in_people_words, excluded.details, excluded.sort_key, excluded.created_at, true)`.execute(
      transaction,
    )
    await flushPendingIndexEntries(transaction)
    // Without statistics, connections would cache bad plans.
    await sql`analyze terms`.execute(transaction)
    await sql`
      insert into glossary_state (version) values (${version})
      on conflict (only_row) do update set version = excluded.version, changed_at = now()`.execute(
      transaction,
    )
    await sql`select pg_notify('glossary_changed', ${version})`.execute(transaction)
    return version
  })
}

/** Every search would scan the pending list of a GIN index. */
async function flushPendingIndexEntries(transaction: Database): Promise<void> {
  await sql`
    select gin_clean_pending_list(c.oid) from pg_class c join pg_am on pg_am.oid = c.relam
     where pg_am.amname = 'gin' and c.oid in
           (select indexrelid from pg_index where indrelid = 'terms'::regclass)`.execute(transaction)
}
