import type pg from 'pg'

/** auth.users, tables that reference it directly or indirectly, and those with a column `user_id`. */
const personalTablesSql = `
with recursive person as (
  select 'auth.users'::regclass::oid as id
  union
  select k.conrelid from pg_constraint k join person p on k.confrelid = p.id where k.contype = 'f'
)
select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
   and (c.oid in (select id from person)
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped))
 order by 1`

/** All tables with personal rows, from the catalog, so that none is forgotten. */
export async function personalTables(all: pg.Client): Promise<string[]> {
  const { rows } = await all.query<{ name: string }>(personalTablesSql)
  return rows.map(({ name }) => name)
}

/**
 * All tables with a row that contains one of these texts.
 *
 * @param all a superuser's connection, which bypasses row level security
 */
export async function tablesContaining(all: pg.Client, texts: string[]): Promise<string[]> {
  const { rows } = await all.query<{ name: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const matches: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await all.query(`select from ${name} each where each::text like any ($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if (rowCount) matches.push(name)
  }
  return matches
}
