import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { migrationsFolder } from '../boot/database.ts'

/*
 * An earlier version has an older schema with rows. Until versions have tags, each migration counts as a version: a database
 * at that migration, with a row in each table, is migrated to the current schema.
 */

const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-upgrade-'))
})
afterAll(() => rm(folder, { recursive: true }))

const user = '018f0000-0000-7000-8000-000000000001'
const id = '018f0000-0000-7000-8000-000000000002'

/** A row for each table, inserted if the table exists. Columns added later have their defaults. */
const rows: Record<string, string> = {
  terms: `(id, slug, term_name, type, definition, sort_key, created_at) values ('${id}', 'apple', 'Apple', 'clinical', 'A fruit.', 'apple', now())`,
  'auth.users': `(id, email, email_key) values ('${user}', 'Ana@example.org', 'ana@example.org')`,
  'auth.sessions': `(id, user_id, expires_at) values ('${id}', '${user}', now() + interval '1 day')`,
  'auth.refresh_tokens': `(token_hash, session_id) values ('\\x01', '${id}')`,
  'auth.factors': `(id, user_id, factor_type) values ('${id}', '${user}', 'totp')`,
  'auth.identities': `(id, user_id, provider, provider_id) values ('${id}', '${user}', 'google', 'ana')`,
  'auth.recovery_codes': `(user_id, code_hash) values ('${user}', '\\x02')`,
  'auth.master_keys': `(id, fingerprint) values ('0011223344556677', '\\x03')`,
  'auth.mail_tokens': `(id, user_id, purpose, sent_to, expires_at) values ('${id}', '${user}', 'recovery', 'ana@example.org', now())`,
  profiles: `(id, first_name) values ('${user}', 'Ana')`,
  saved_terms: `(id, user_id, term_id) values ('${id}', '${user}', '${id}')`,
  data_keys: `(user_id, key_id, wrapped) values ('${user}', '0011223344556677', '\\x04')`,
  journal_entries: `(user_id, id, revision, entry_type, sealed, created_at, updated_at) values ('${user}', '${id}', 1, 'freeform', '\\x05', now(), now())`,
  journal_drafts: `(user_id, id, revision, sealed, created_at, updated_at) values ('${user}', '${id}', 1, '\\x06', now(), now())`,
  contact_messages: `(id, sealed, created_at) values ('${id}', '\\x07', now())`,
}

/** Columns that a later migration renamed, by their old names. */
const renamed = new Map([['said', 'search_phrases']])

/** All rows of these tables, with only the given columns. */
async function readRows(client: pg.Client, columns: Map<string, string[]>, nameOf = (name: string) => name) {
  const found: Record<string, unknown> = {}
  for (const [table, names] of columns) {
    const list = names.map((name) => `"${nameOf(name)}" as "${name}"`).join(', ')
    found[table] = (await client.query(`select ${list} from ${table}`)).rows
  }
  return found
}

describe.each(names.map((name, place) => ({ name, place })))(
  'A database at the migration $name',
  ({ place }) => {
    const database = testDatabase('template1')

    test('is migrated to the current schema with every row unchanged', async () => {
      const earlier = join(folder, String(place))
      for (const name of names.slice(0, place + 1))
        await cp(join(migrationsFolder, name), join(earlier, name))
      const client = await database.connect()
      try {
        await client.query(`grant create on database "${client.database}" to ${roles.owner}`)
        await client.query(`grant usage, create on schema public to ${roles.owner}`)
        expect(await migrate(client, earlier)).toHaveLength(place + 1)
        const columns = new Map<string, string[]>()
        for (const [table, row] of Object.entries(rows)) {
          const there = await client.query<{ name: string }>(
            `select attname as name from pg_attribute
            where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
            [table],
          )
          if (there.rowCount === 0) continue
          await client.query(`insert into ${table} ${row}`)
          columns.set(
            table,
            there.rows.map(({ name }) => name),
          )
        }
        const before = await readRows(client, columns)
        expect(columns.size).toBeGreaterThan(0)

        expect(await migrate(client, migrationsFolder)).toEqual(names.slice(place + 1))
        expect(await readRows(client, columns, (name) => renamed.get(name) ?? name)).toEqual(before)
        expect(await migrate(client, migrationsFolder), 'and is then at rest').toEqual([])
        const { rows: newest } = await client.query(
          "select md5(string_agg(attrelid::regclass::text || attname || atttypid, ',' order by attrelid::regclass::text, attname)) as shape from pg_attribute where attnum > 0 and not attisdropped and attrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace))",
        )
        shapes.add(newest[0]?.shape)
        expect(shapes.size, 'the same schema, whichever way it came').toBe(1)
      } finally {
        await client.end()
      }
    })
  },
)
const shapes = new Set<string>()
