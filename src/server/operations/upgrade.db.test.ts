import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { migrationsFolder } from '../boot/database.ts'

/*
 * An earlier version has an older schema with rows. Until versions have tags, each migration counts as a version: after each of
 * them every table gets a row, and the migrations that follow are applied to it. One database walks through all versions, because
 * `migrate` applies each migration in a transaction of its own, however many are pending.
 */

const database = testDatabase('template1')
const upToDate = testDatabase()

/** A row for each table, inserted if a table of this name exists. Columns added later have their defaults. */
function rowsOf(version: number): Record<string, string> {
  const place = String(version).padStart(4, '0')
  const user = `018f0000-0000-7000-8000-00000001${place}`
  const id = `018f0000-0000-7000-8000-00000002${place}`
  const [email, keyId, bytes] = [`ana-${place}@example.org`, '0011223344556677', `'\\x${place}'`]
  const rateLimit = `(key, points, expire) values ('ana ${place}', 1, 2)`
  const accountDeleted = `(id, sent_to, created_at) values ('${id}', '${email}', now())`
  const request = `(id, sealed) values ('${id}', ${bytes})`
  const oauthState = `(id, state_hash, user_id, sealed, expires_at) values ('${id}', ${bytes}, '${user}', ${bytes}, now())`
  return {
    terms: `(id, slug, term_name, type, definition, sort_key, created_at) values ('${id}', 'apple-${place}', 'Apple ${place}', 'clinical', 'A fruit.', 'apple ${place}', now())`,
    'auth.users': `(id, email, email_key) values ('${user}', 'A${email}', 'a${email}')`,
    'auth.sessions': `(id, user_id, expires_at) values ('${id}', '${user}', now() + interval '1 day')`,
    'auth.refresh_tokens': `(token_hash, session_id) values (${bytes}, '${id}')`,
    'auth.factors': `(id, user_id, factor_type) values ('${id}', '${user}', 'totp')`,
    'auth.identities': `(id, user_id, provider, provider_id) values ('${id}', '${user}', 'google', 'ana-${place}')`,
    'auth.recovery_codes': `(user_id, code_hash) values ('${user}', ${bytes})`,
    'auth.challenges': `(id, user_id, challenge, expires_at) values ('${id}', '${user}', 'c', now())`,
    'auth.service_tokens': `(id, token_hash, expires_at) values ('${id}', ${bytes}, now())`,
    'auth.signing_keys': `(id, public_jwk, private_sealed) values ('${place}', '{"kty":"EC"}', ${bytes})`,
    'auth.audit_events': `(id, actor, action, subject) values ('${id}', 'operator', 'suspend', '${user}')`,
    'auth.attempts': rateLimit,
    'auth.rate_limits': rateLimit,
    'auth.farewells': accountDeleted,
    'auth.account_deleted_emails': accountDeleted,
    'auth.requests': request,
    'auth.pending_account_requests': request,
    'auth.flows': oauthState,
    'auth.oauth_states': oauthState,
    // There is one current key.
    'auth.master_keys': `(id, fingerprint) values ('${keyId}', '\\x03') on conflict (id) do nothing`,
    'auth.mail_tokens': `(id, user_id, purpose, sent_to, expires_at) values ('${id}', '${user}', 'recovery', '${email}', now())`,
    profiles: `(id, first_name) values ('${user}', 'Ana')`,
    saved_terms: `(id, user_id, term_id) values ('${id}', '${user}', '${id}')`,
    data_keys: `(user_id, key_id, wrapped) values ('${user}', '${keyId}', ${bytes})`,
    journal_entries: `(user_id, id, revision, entry_type, sealed, created_at, updated_at) values ('${user}', '${id}', 1, 'freeform', ${bytes}, now(), now())`,
    journal_drafts: `(user_id, id, revision, sealed, created_at, updated_at) values ('${user}', '${id}', 1, ${bytes}, now(), now())`,
    deleted_entries: `(user_id, id, revision, entry_type, sealed, created_at, updated_at, deleted_at) values ('${user}', '${id}', 1, 'freeform', ${bytes}, now(), now(), now())`,
    entry_versions: `(user_id, id, revision, sealed, updated_at, replaced_at) values ('${user}', '${id}', 1, ${bytes}, now(), now())`,
    journal_locks: `(user_id, id, state, generation, keyring, changed_at) values ('${user}', '${id}', 'locked', 1, '{}', now())`,
    contact_messages: `(id, sealed, created_at) values ('${id}', ${bytes}, now())`,
    // It has one row.
    glossary_state: `(version) values ('${place}') on conflict do nothing`,
    terms_of_the_day: `(day, term_id) values (date '2026-01-01' + ${version}, '${id}')`,
  }
}

/** Tables and columns that a later migration renamed, by their old names. */
const renamed = new Map([
  ['said', 'search_phrases'],
  ['auth.attempts', 'auth.rate_limits'],
  ['auth.farewells', 'auth.account_deleted_emails'],
  ['auth.requests', 'auth.pending_account_requests'],
  ['auth.flows', 'auth.oauth_states'],
])
const currentName = (name: string) => renamed.get(name) ?? name

/** The row with the comma-separated phrases as the list that a later migration makes of them. */
const withPhraseList = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isText = currentName(name) === 'search_phrases' && typeof value === 'string'
      return [name, isText ? value.split(', ').filter(Boolean) : value]
    }),
  )

/** All rows of a table, with only the given columns. */
async function readRows(
  client: pg.Client,
  table: string,
  columns: string[],
  nameOf = (name: string) => name,
) {
  const list = columns.map((name) => `"${nameOf(name)}" as "${name}"`).join(', ')
  return (await client.query(`select ${list} from ${table}`)).rows
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relname <> 'schema_migrations'
        and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  )
  return rows.map(({ name }) => name)
}

async function shapeOf(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select attrelid::regclass::text as table, attname as column, format_type(atttypid, atttypmod) as type
       from pg_attribute where attnum > 0 and not attisdropped and attrelid in
         (select oid from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace))
      order by 1, 2`,
  )
  return rows
}

test('a database of every earlier version is migrated to the current schema with every row unchanged', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const folder = await mkdtemp(join(tmpdir(), 'unfog-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const client = await database.connect()
  onTestFinished(() => client.end())
  await client.query(`grant create on database "${client.database}" to ${roles.owner}`)
  await client.query(`grant usage, create on schema public to ${roles.owner}`)

  const written: { version: string; table: string; columns: string[]; rows: Record<string, unknown>[] }[] = []
  for (const [place, version] of names.entries()) {
    await cp(join(migrationsFolder, version), join(folder, version))
    expect(await migrate(client, folder)).toEqual([version])
    for (const [table, row] of Object.entries(rowsOf(place))) {
      const columns = await columnsOf(client, table)
      if (columns.length === 0) continue
      await client.query(`insert into ${table} ${row}`)
      if (columns.includes('said')) await client.query(`update terms set said = 'always right, never sorry'`)
      written.push({ version, table, columns, rows: await readRows(client, table, columns) })
    }
  }
  expect(new Set(written.map(({ version }) => version)), 'each version has rows').toEqual(new Set(names))
  const tables = new Set(written.map(({ table }) => currentName(table)))
  expect(tables, 'each table has rows').toEqual(new Set(await tablesOf(client)))

  for (const { version, table, columns, rows } of written) {
    const now = await readRows(client, currentName(table), columns, currentName)
    expect(now, `${table} at ${version}`).toEqual(expect.arrayContaining(rows.map(withPhraseList)))
  }
  expect(await migrate(client, migrationsFolder), 'and is then at rest').toEqual([])

  const other = await upToDate.connect()
  onTestFinished(() => other.end())
  const inOneStep = await shapeOf(other)
  expect(inOneStep.length).toBeGreaterThan(50)
  expect(await shapeOf(client), 'the schema of a new database').toEqual(inOneStep)
})
