import pg from 'pg'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import { BackupError } from '../../platform/backup/problems.server.ts'
import {
  disableRowSecurity,
  inspectDump,
  type LiveTablesResult,
  loadBackup,
  loadLiveTables,
  openDump,
} from '../../platform/backup/restore.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import type { Connection } from '../../platform/database/pool.server.ts'
import { ensureRoles, roles } from '../../platform/database/roles.server.ts'
import { explainConnectionError, migrationsFolder } from '../boot/database.ts'
import { requireMatchingKey } from '../keys/master-key.ts'

export type Restored = LiveTablesResult & { made: string; tables: number; rows: number }

export type Source = { backup: AsyncIterable<Buffer>; present: AsyncIterable<Buffer> }

/** Reads both files to their end. @throws BackupError when they are damaged or do not match */
export async function inspectBackup(source: Source): Promise<void> {
  const backup = await inspectDump(source.backup, 'backup')
  const present = await inspectDump(source.present, 'present')
  if (present.made >= backup.made) return
  throw new BackupError(
    `The file with the keys is of ${present.made}, older than the backup of ${backup.made}: take the newest one, which knows who was erased since.`,
  )
}

/**
 * Restores a backup, with its master key in `config`, into a database without users and server.
 *
 * @throws BackupError, DatabaseSetupError or EmbeddedPostgresError; then nothing was restored
 */
export async function restoreBackup(config: Config, source: Source): Promise<Restored> {
  if (config.databaseUrl) {
    const connectionString = config.migrationDatabaseUrl ?? config.databaseUrl
    const login = decodeURIComponent(new URL(config.databaseUrl).username)
    return restoreInto({ connectionString }, { login }, source, config)
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    holder: `unfog, restoring, process ${process.pid}`,
  })
  try {
    return await restoreInto(postgres.connection('unfog_superuser'), 'peer', source, config)
  } finally {
    await postgres.stop()
  }
}

/** Restores into the schema of the backup, and then migrates. @param config left out for a trial */
export async function restoreInto(
  connection: Connection,
  serving: { login: string } | 'peer',
  source: Source,
  config?: Config,
): Promise<Restored> {
  const backup = await openDump(source.backup, 'backup')
  const present = await openDump(source.present, 'present')
  const client = new pg.Client({ ...connection, application_name: 'unfog restore' })
  client.on('error', () => {})
  try {
    await client.connect().catch((thrown) => {
      throw new BackupError(explainConnectionError(thrown, 'MIGRATION_DATABASE_URL'))
    })
    await ensureRoles(client, serving)
    await requireEmptyDatabase(client)
    await migrate(client, migrationsFolder, backup.head.migrations)
    await client.query('begin')
    await client.query(`set local role ${roles.owner}`)
    const rowSecurity = await disableRowSecurity(client)
    const sums = await loadBackup(client, backup)
    const replayed = await loadLiveTables(client, present)
    if (config) await requireMatchingKey(config, (await client.query('select * from auth.master_keys')).rows)
    // Row security cannot be enabled on a table with pending constraints.
    await client.query('set constraints all immediate')
    await rowSecurity.restore()
    await client.query('commit')
    await migrate(client, migrationsFolder)
    const rows = sums.reduce((total, sum) => total + sum.rows, 0)
    return { ...replayed, made: backup.head.made, tables: sums.length, rows }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Protects existing accounts from a mistyped command. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('auth.users') is not null as exists",
  )
  if (!rows[0]?.exists) return
  await client.query(`set role ${roles.owner}`)
  const users = await client.query('select from auth.users union all select from contact_messages limit 1')
  await client.query('reset role')
  if (users.rowCount) {
    throw new BackupError(
      'There are people in this database: restore into an empty one (another DATA_DIR or DATABASE_URL). Nothing was changed.',
    )
  }
}
