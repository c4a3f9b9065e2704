import pg from 'pg'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import type { Sum } from '../../platform/backup/dump-text.server.ts'
import { BackupError } from '../../platform/backup/problems.server.ts'
import {
  disableRowSecurity,
  inspectDump,
  loadBackup,
  loadPresent,
  openDump,
  type Replayed,
} from '../../platform/backup/restore.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import type { Connection } from '../../platform/database/pool.server.ts'
import { ensureRoles, roles } from '../../platform/database/roles.server.ts'
import { explainConnectionError, migrationsFolder } from '../boot/database.ts'
import { requireMatchingKey } from '../keys/master-key.ts'

export type Restored = Replayed & { made: string; tables: number; rows: number }

/** The text of both files, opened. */
export type Source = { backup: AsyncIterable<Buffer>; present: AsyncIterable<Buffer> }

/** Both files read to their end before anything is begun. @throws BackupError when they are damaged, or do not belong together */
export async function inspectBackup(source: Source): Promise<void> {
  const backup = await inspectDump(source.backup, 'backup')
  const present = await inspectDump(source.present, 'present')
  if (present.made >= backup.made) return
  throw new BackupError(
    `The file with the keys is of ${present.made}, older than the backup of ${backup.made}: take the newest one, which knows who was erased since.`,
  )
}

/**
 * Brings a backup back where nobody has an account yet: into DATA_DIR, or the database of DATABASE_URL. No server may run on it.
 *
 * @param config with the master key that sealed it, which no backup holds
 * @throws BackupError, DatabaseSetupError or EmbeddedPostgresError in one sentence; nobody's data has come in then
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

/**
 * Rows and keys come in one transaction, on the schema that the backup was made of; then the schema goes on to the present.
 *
 * @param preparing a login that may act as `unfog_owner`
 * @param config whose master key must open it; not asked where a backup is only tried
 */
export async function restoreInto(
  preparing: Connection,
  serving: { login: string } | 'peer',
  source: Source,
  config?: Config,
): Promise<Restored> {
  const backup = await openDump(source.backup, 'backup')
  const present = await openDump(source.present, 'present')
  const client = new pg.Client({ ...preparing, application_name: 'unfog restore' })
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
    const walls = await disableRowSecurity(client)
    const sums = await loadBackup(client, backup)
    const replayed = await loadPresent(client, present)
    if (config) await requireMatchingKey(config, (await client.query('select * from auth.master_keys')).rows)
    // Constraints that wait for the end are asked now: a table with open questions takes no walls.
    await client.query('set constraints all immediate')
    await walls.raise()
    await client.query('commit')
    await migrate(client, migrationsFolder)
    return { ...replayed, made: backup.head.made, tables: sums.length, rows: total(sums) }
  } finally {
    await client.end().catch(() => {})
  }
}

const total = (sums: Sum[]) => sums.reduce((rows, sum) => rows + sum.rows, 0)

/** Whoever has an account here must not lose it to a slip of the keyboard. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('auth.users') is not null as there",
  )
  if (!rows[0]?.there) return
  await client.query(`set role ${roles.owner}`)
  const people = await client.query('select from auth.users union all select from contact_messages limit 1')
  await client.query('reset role')
  if (people.rowCount) {
    throw new BackupError(
      'There are people in this database: restore into an empty one (another DATA_DIR or DATABASE_URL). Nothing was changed.',
    )
  }
}
