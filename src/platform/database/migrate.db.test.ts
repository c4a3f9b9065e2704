import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { migrate, pendingMigrations, requireSupportedPostgres } from './migrate.server.ts'
import { ensureRoles } from './roles.server.ts'
import { DatabaseSetupError } from './setup-error.ts'

const database = testDatabase('template1')
const first = '20260101000000_create_books.sql'
const second = '20260102000000_add_pages.sql'

let client: pg.Client
let folder: string
const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-migrations-'))
  client = await database.connect()
  await client.query('drop schema public cascade; create schema public')
  await ensureRoles(client, 'peer')
  await write(first, 'create table books (id int primary key);\n')
  await write(second, 'alter table books add pages int;\n')
})

afterEach(async () => {
  await client.end()
  await rm(folder, { recursive: true })
})

async function tables(): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.columns]))
}

const remembered = async () =>
  (await client.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(
    (row) => row.name,
  )

async function refusal(): Promise<string> {
  const thrown = await migrate(client, folder).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(DatabaseSetupError)
  return (thrown as Error).message
}

describe('Migrations at the start', () => {
  test('are applied in the order of their timestamps', async () => {
    await write('20251231000000_create_shelves.sql', 'create table shelves (id int);\n')
    expect(await migrate(client, folder)).toEqual(['20251231000000_create_shelves.sql', first, second])
    expect(await tables()).toMatchObject({ books: ['id', 'pages'], shelves: ['id'] })
  })

  test('are applied only once: a later start applies only new ones', async () => {
    await migrate(client, folder)
    expect(await migrate(client, folder)).toEqual([])
    await write('20260103000000_add_title.sql', 'alter table books add title text;\n')
    expect(await migrate(client, folder)).toEqual(['20260103000000_add_title.sql'])
    expect((await tables()).books).toEqual(['id', 'pages', 'title'])
  })

  test('do not include files other than .sql', async () => {
    await write('README.md', 'not sql')
    expect(await migrate(client, folder)).toEqual([first, second])
    expect(await pendingMigrations(folder, [first])).toEqual([second])
    expect(await pendingMigrations(folder, [first, second])).toEqual([])
  })

  test('create tables owned by unfog_owner, then reset the role and release the lock', async () => {
    await migrate(client, folder)
    const { rows } = await client.query(
      `select tableowner, current_user::text as me, (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks
         from pg_tables where tablename = 'books'`,
    )
    expect(rows).toEqual([{ tableowner: 'unfog_owner', me: 'unfog_superuser', locks: 0 }])
  })

  test('run once each when several processes start at the same time', async () => {
    await write('20260104000000_count_once.sql', 'select pg_sleep(0.1); create table counted (id int);\n')
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.connect()))
    try {
      const applied = await Promise.all(clients.map((each) => migrate(each, folder)))
      expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 0, 3])
    } finally {
      await Promise.all(clients.map((each) => each.end()))
    }
  })

  test('count as unchanged with Windows line endings', async () => {
    await migrate(client, folder)
    await write(first, 'create table books (id int primary key);\r\n')
    expect(await migrate(client, folder)).toEqual([])
  })
})

describe('A start fails with one sentence and leaves the database unchanged', () => {
  test('when an applied migration was changed', async () => {
    await migrate(client, folder)
    await write(first, 'create table books (id bigint primary key);\n')
    expect(await refusal()).toBe(
      `The migration ${first} was changed after it had been applied: put the file back as it was and write a new migration.`,
    )
  })

  test('when the database was migrated by a newer version', async () => {
    await migrate(client, folder)
    await rm(join(folder, second))
    expect(await refusal()).toBe(
      `The database has the migration ${second}, which this version of the software does not know: start the newer version.`,
    )
  })

  test('when a new migration is older than an applied one', async () => {
    await migrate(client, folder)
    await write('20260101120000_add_late.sql', 'alter table books add late int;\n')
    expect(await refusal()).toBe(
      `The migration 20260101120000_add_late.sql is older than one already applied (${second}): give it a later timestamp.`,
    )
    expect((await tables()).books).toEqual(['id', 'pages'])
  })

  test('when a migration fails midway: it is rolled back, earlier ones stay applied', async () => {
    const broken = '20260103000000_add_broken.sql'
    await write(broken, 'create table half (id int);\nalter table nowhere add x int;\n')
    await write('20260104000000_add_after.sql', 'create table after (id int);\n')
    expect(await refusal()).toBe(
      `The migration ${broken} failed and changed nothing: relation "nowhere" does not exist.`,
    )
    expect(Object.keys(await tables())).toEqual(['books', 'schema_migrations'])
    expect(await remembered()).toEqual([first, second])
    await write(broken, 'create table whole (id int);\n')
    expect(await migrate(client, folder)).toEqual([broken, '20260104000000_add_after.sql'])
  })

  test('when a migration runs but cannot be recorded: it is rolled back', async () => {
    await write(
      '20260103000000_drop_memory.sql',
      'create table odd (id int);\ndrop table schema_migrations;\n',
    )
    expect(await refusal()).toContain('failed and changed nothing')
    expect(Object.keys(await tables())).toEqual(['books', 'schema_migrations'])
  })

  test('when the owner lacks a privilege', async () => {
    const strong = '20260103000000_create_role.sql'
    await write(strong, 'create role nobody_may_make;\n')
    expect(await refusal()).toBe(
      `The migration ${strong} lacks a right (permission denied to create role): grant it to unfog_owner, or set MIGRATION_DATABASE_URL to a login that has it.`,
    )
  })

  test('when an extension is not installed', async () => {
    const wanting = '20260103000000_add_extension.sql'
    await write(wanting, 'create extension unfog_has_no_such;\n')
    expect(await refusal()).toBe(
      `The migration ${wanting} needs something this PostgreSQL does not have (extension "unfog_has_no_such" is not available): install that extension and start again.`,
    )
  })

  test.each([90_624, 140_022, Number.NaN])(
    'when PostgreSQL reports version number %d, which is older than 15',
    (version) => {
      expect(() => requireSupportedPostgres(version)).toThrow(
        new DatabaseSetupError(
          'This PostgreSQL is older than version 15: upgrade it, or unset DATABASE_URL.',
        ),
      )
    },
  )

  test('but not with PostgreSQL 15 or newer', () => {
    for (const version of [150_000, 160_004, 180_000]) requireSupportedPostgres(version)
  })
})
