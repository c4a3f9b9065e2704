import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { describeSchema } from './describe-schema.server.ts'
import type { Tables } from './tables.ts'

const database = testDatabase()
const schemaFile = join(import.meta.dirname, '..', '..', '..', 'database', 'schema.sql')

test('database/schema.sql is what the migrations make (else run `npm run schema`)', async () => {
  const client = await database.connect()
  try {
    expect(await describeSchema(client)).toBe(await readFile(schemaFile, 'utf8'))
  } finally {
    await client.end()
  }
})

test('a right granted to everyone stands in the schema, where a reviewer sees it', async () => {
  const client = await database.connect()
  try {
    await client.query('begin; grant select on terms to public')
    expect(await describeSchema(client)).toContain('grant select on terms to public;')
    await client.query('rollback')
  } finally {
    await client.end()
  }
})

/** The names of `Tables` at run time. The compiler refuses this list when it lacks one of them or has one more. */
const known: { [Table in keyof Tables]: Record<keyof Tables[Table], true> } = {
  terms: {
    id: true,
    slug: true,
    term_name: true,
    type: true,
    definition: true,
    aliases: true,
    tags: true,
    examples: true,
    sort_key: true,
    created_at: true,
    retired_at: true,
    fts_doc_en: true,
    fts_doc_simple: true,
  },
  terms_of_the_day: { day: true, term_id: true },
  glossary_state: { only_row: true, version: true, changed_at: true },
  schema_migrations: { name: true, checksum: true, applied_at: true },
}

test('the tables that the code knows are those of the database, column by column', async () => {
  const client = await database.connect()
  try {
    const { rows } = await client.query<{ table: string; columns: Record<string, true> }>(
      `select table_name::text as table, json_object_agg(column_name, true) as columns
         from information_schema.columns where table_schema = 'public' group by 1`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.table, row.columns]))).toEqual(known)
  } finally {
    await client.end()
  }
})
