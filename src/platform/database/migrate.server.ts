import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { roles } from './roles.server.ts'
import { DatabaseSetupError } from './setup-error.ts'

/** Advisory lock key. */
const migrationLock = 8_674_531

type Migration = { name: string; checksum: string }

async function readMigrations(folder: string): Promise<(Migration & { sql: string })[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies pending migrations, each in a transaction; returns their names. A SHA-256 detects changed files.
 * `client` may act as `unfog_owner`; `only` are those of a backup.
 */
export async function migrate(
  client: pg.ClientBase,
  folder: string,
  only?: readonly Migration[],
): Promise<string[]> {
  const { rows: version } = await client.query<{ server_version_num: string }>('show server_version_num')
  requireSupportedPostgres(Number(version[0]?.server_version_num))
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(`set role ${roles.owner}`)
    await client.query(
      `create table if not exists schema_migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(`grant select on schema_migrations to ${roles.app}`)
    const { rows: applied } = await client.query<Migration>(
      'select name, checksum from schema_migrations order by name',
    )
    const files = await readMigrations(folder)
    if (only) assertHistoryMatches(only, files)
    const migrations = only ? files.filter(({ name }) => only.some((each) => each.name === name)) : files
    assertHistoryMatches(applied, migrations)
    const appliedNames = new Set(applied.map((row) => row.name))
    const pending = migrations.filter((migration) => !appliedNames.has(migration.name))
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await client.query('reset role').catch(() => {})
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
  }
}

/** The oldest tested version is 15; 150004 is 15.4. */
export function requireSupportedPostgres(version: number): void {
  if (version >= 150_000) return
  throw new DatabaseSetupError('This PostgreSQL is older than version 15: upgrade it, or unset DATABASE_URL.')
}

function assertHistoryMatches(applied: readonly Migration[], migrations: Migration[]): void {
  for (const { name, checksum } of applied) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file) {
      throw new DatabaseSetupError(
        `The database has the migration ${name}, which this version of the software does not know: start the newer version.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new DatabaseSetupError(
        `The migration ${name} was changed after it had been applied: put the file back as it was and write a new migration.`,
      )
    }
  }
  const last = applied.at(-1)?.name ?? ''
  const appliedNames = new Set(applied.map((row) => row.name))
  const late = migrations.find((migration) => migration.name < last && !appliedNames.has(migration.name))
  if (late) {
    throw new DatabaseSetupError(
      `The migration ${late.name} is older than one already applied (${last}): give it a later timestamp.`,
    )
  }
}

async function apply(
  client: pg.ClientBase,
  { name, sql, checksum }: Migration & { sql: string },
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback')
    throw migrationError(name, thrown as { code?: string; message: string })
  }
}

/** PostgreSQL documentation, appendix A. */
function migrationError(
  name: string,
  { code, message }: { code?: string; message: string },
): DatabaseSetupError {
  if (code === '42501') {
    return new DatabaseSetupError(
      `The migration ${name} lacks a right (${message}): grant it to ${roles.owner}, or set MIGRATION_DATABASE_URL to a login that has it.`,
    )
  }
  if (code === '0A000' || code === '58P01') {
    return new DatabaseSetupError(
      `The migration ${name} needs something this PostgreSQL does not have (${message}): install that extension and start again.`,
    )
  }
  return new DatabaseSetupError(`The migration ${name} failed and changed nothing: ${message}.`)
}

/** For the readiness check. */
export async function pendingMigrations(folder: string, appliedNames: string[]): Promise<string[]> {
  const applied = new Set(appliedNames)
  return (await readdir(folder)).filter((name) => name.endsWith('.sql') && !applied.has(name))
}
