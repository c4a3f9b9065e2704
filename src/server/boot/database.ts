import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import type { TermOfFile } from '../../domains/glossary/source/glossary-source.contract.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { type Connection, type Database, openDatabase } from '../../platform/database/pool.server.ts'
import { ensureRoles, refuseStrongRoles, roles } from '../../platform/database/roles.server.ts'
import { DatabaseSetupError } from '../../platform/database/setup-error.ts'
import type { Log } from '../../platform/log.server.ts'
import { migrateQueue } from '../../platform/queue.server.ts'

// Found from here and from a build alike.
const project = dirname(findPackageJSON(import.meta.url) ?? '')

export const migrationsFolder = join(project, 'database', 'migrations')

export type PreparedDatabase = {
  /** What serves: every statement runs as `unfog_app`. */
  database: Database
  /** What signs people in: every statement runs as `unfog_auth`, which alone reaches the schema `auth`. */
  authDatabase: Database
  /** How the serving role connects, for the one connection that listens for changes and for the queue. */
  serving: Connection
  close(): Promise<void>
}

type Setting = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'BACKUP_DATABASE_URL'

/** Where PostgreSQL is, as whom to prepare it, and as whom to serve. */
type Place = {
  preparing: Connection
  /** The setting to mend when `preparing` cannot connect. */
  preparedBy: Setting
  serving: Connection
  /** The same, where the roles log in themselves. */
  signingIn: Connection
  login: { login: string } | 'peer'
  stop(): Promise<void>
}

/**
 * PostgreSQL, ready to serve: started when it is ours, roles, migrations and glossary brought to the present.
 *
 * @throws DatabaseSetupError or EmbeddedPostgresError, each a sentence that says what to do
 */
export async function prepareDatabase(
  config: Config,
  terms: TermOfFile[],
  log: Log,
): Promise<PreparedDatabase> {
  const place = config.databaseUrl ? await given(config, config.databaseUrl) : await embedded(config, log)
  try {
    await withClient(place.preparing, place.preparedBy, async (client) => {
      await ensureRoles(client, place.login)
      const applied = await migrate(client, migrationsFolder)
      if (applied.length > 0) log.info('migrated', { count: applied.length })
    })
    await migrateQueue(place.preparing)
    await withClient({ ...place.serving, options: `-c role=${roles.app}` }, 'DATABASE_URL', refuseStrongRoles)
    await withClient(
      { ...place.signingIn, options: `-c role=${roles.auth}` },
      'DATABASE_URL',
      refuseStrongRoles,
    )
    const owner = openDatabase(place.preparing, roles.owner, 1)
    try {
      const changed = await syncGlossary(owner, terms).catch((thrown) => {
        throw explainSyncError(thrown)
      })
      if (changed) log.info('glossary synced', { count: terms.length, version: changed })
    } finally {
      await owner.destroy()
    }
  } catch (thrown) {
    await place.stop()
    throw thrown
  }
  const database = openDatabase(place.serving, roles.app)
  const authDatabase = openDatabase(place.signingIn, roles.auth)
  return {
    database,
    authDatabase,
    serving: place.serving,
    async close() {
      await Promise.all([database.destroy(), authDatabase.destroy()])
      await place.stop()
    },
  }
}

async function embedded(config: Config, log: Log): Promise<Place> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    holder: `unfog, process ${process.pid}`,
    log: (message) => log.debug(message),
    onLost() {
      // Without the lock another process may think this folder free: stop rather than share it.
      log.error('the connection that holds the data folder was lost; stopping')
      process.exitCode = 1
      process.kill(process.pid, 'SIGTERM')
    },
  })
  return {
    preparing: postgres.connection('unfog_superuser'),
    preparedBy: 'DATABASE_URL',
    serving: postgres.connection(roles.app),
    signingIn: postgres.connection(roles.auth),
    login: 'peer',
    stop: () => postgres.stop(),
  }
}

async function given(config: Config, address: string): Promise<Place> {
  const serving = { connectionString: address }
  const login = await withClient(serving, 'DATABASE_URL', async (client) => {
    const { rows } = await client.query<{ login: string }>('select session_user as login')
    return rows[0]?.login ?? ''
  })
  return {
    serving,
    signingIn: serving,
    login: { login },
    preparedBy: config.migrationDatabaseUrl ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL',
    preparing: config.migrationDatabaseUrl ? { connectionString: config.migrationDatabaseUrl } : serving,
    stop: async () => {},
  }
}

async function withClient<T>(
  connection: Connection & { options?: string },
  setting: Setting,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined
  try {
    // Reads the file of `sslrootcert`.
    client = new pg.Client({
      ...connection,
      application_name: 'unfog start',
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', () => {})
    await client.connect()
  } catch (thrown) {
    await client?.end().catch(() => {})
    throw new DatabaseSetupError(explainConnectionError(thrown as NodeJS.ErrnoException, setting))
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What an operator can mend when the glossary could not be written; anything else comes back as it is. */
export function explainSyncError(thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  // query_canceled, by the time that the sync gives itself; lock_not_available; deadlock_detected
  if (code !== '57014' && code !== '55P03' && code !== '40P01') return thrown
  return new DatabaseSetupError(
    'The glossary could not be written to the database in the time it had: the machine is very busy, or another server is writing it. Nothing was changed; start again in a moment.',
  )
}

/** SQLSTATE classes 28 and 3D, and the system's own codes. Never the address: it may hold a password. */
export function explainConnectionError({ code, message }: NodeJS.ErrnoException, setting: Setting): string {
  if (code?.startsWith('28'))
    return `The database refused the login (${message}): check the user and password in ${setting}.`
  if (message === 'The server does not support SSL connections')
    return `The database of ${setting} offers no TLS, and sslmode=verify-full asks for it: turn it on there (ssl = on).`
  if (code === '3D000') return `The database does not exist (${message}): create it, then start again.`
  return `The database of ${setting} cannot be reached (${code ?? 'no answer'}): start it, or correct the address.`
}
