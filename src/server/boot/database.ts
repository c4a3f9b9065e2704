import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import type { TermOfFile } from '../../domains/glossary/source/glossary-source.contract.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { type Connection, type Database, openDatabase } from '../../platform/database/pool.server.ts'
import { ensureRoles, rejectPrivilegedRoles, roles } from '../../platform/database/roles.server.ts'
import { DatabaseSetupError } from '../../platform/database/setup-error.ts'
import type { Log } from '../../platform/log.server.ts'
import { migrateQueue } from '../../platform/queue.server.ts'

const project = dirname(findPackageJSON(import.meta.url) ?? '')

export const migrationsFolder = join(project, 'database', 'migrations')

type PreparedDatabase = {
  /** Runs as `unfog_app`. */
  database: Database
  /** Runs as `unfog_auth`, the only role with access to the schema `auth`. */
  authDatabase: Database
  /** For notifications and the queue. */
  appConnection: Connection
  close(): Promise<void>
}

type Setting = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'BACKUP_DATABASE_URL'

type Server = {
  /** For migrations. */
  owner: Connection
  ownerSetting: Setting
  app: Connection
  /** Differs from `app` only in the embedded PostgreSQL. */
  auth: Connection
  login: { login: string } | 'peer'
  stop(): Promise<void>
}

/** Updates roles, schema and glossary. @throws DatabaseSetupError, EmbeddedPostgresError */
export async function prepareDatabase(
  config: Config,
  terms: TermOfFile[],
  log: Log,
): Promise<PreparedDatabase> {
  const server = config.databaseUrl
    ? await externalServer(config, config.databaseUrl)
    : await embeddedServer(config, log)
  try {
    await withClient(server.owner, server.ownerSetting, async (client) => {
      await ensureRoles(client, server.login)
      const applied = await migrate(client, migrationsFolder)
      if (applied.length > 0) log.info('migrated', { count: applied.length })
    })
    await migrateQueue(server.owner)
    for (const name of ['app', 'auth'] as const) {
      const connection = { ...server[name], options: `-c role=${roles[name]}` }
      await withClient(connection, 'DATABASE_URL', rejectPrivilegedRoles)
    }
    const owner = openDatabase(server.owner, roles.owner, 1)
    try {
      const changed = await syncGlossary(owner, terms).catch((thrown) => {
        throw explainSyncError(thrown)
      })
      if (changed) log.info('glossary synced', { count: terms.length, version: changed })
    } finally {
      await owner.destroy()
    }
  } catch (thrown) {
    await server.stop()
    throw thrown
  }
  const database = openDatabase(server.app, roles.app)
  const authDatabase = openDatabase(server.auth, roles.auth)
  return {
    database,
    authDatabase,
    appConnection: server.app,
    async close() {
      await Promise.all([database.destroy(), authDatabase.destroy()])
      await server.stop()
    },
  }
}

async function embeddedServer(config: Config, log: Log): Promise<Server> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    holder: `unfog, process ${process.pid}`,
    log: (message) => log.debug(message),
    onLost() {
      // Another process may take the folder now.
      log.error('the connection that holds the data folder was lost; stopping')
      process.exitCode = 1
      process.kill(process.pid, 'SIGTERM')
    },
  })
  return {
    owner: postgres.connection('unfog_superuser'),
    ownerSetting: 'DATABASE_URL',
    app: postgres.connection(roles.app),
    auth: postgres.connection(roles.auth),
    login: 'peer',
    stop: () => postgres.stop(),
  }
}

async function externalServer(config: Config, url: string): Promise<Server> {
  const app = { connectionString: url }
  const login = await withClient(app, 'DATABASE_URL', async (client) => {
    const { rows } = await client.query<{ login: string }>('select session_user as login')
    return rows[0]?.login ?? ''
  })
  return {
    app,
    auth: app,
    login: { login },
    ownerSetting: config.migrationDatabaseUrl ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL',
    owner: config.migrationDatabaseUrl ? { connectionString: config.migrationDatabaseUrl } : app,
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
    // May throw: it reads the file of `sslrootcert`.
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

/** Returns unexpected errors unchanged. */
export function explainSyncError(thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  // query_canceled (the sync sets a timeout), lock_not_available, deadlock_detected
  if (code !== '57014' && code !== '55P03' && code !== '40P01') return thrown
  return new DatabaseSetupError(
    'The glossary could not be written to the database in the time it had: the machine is very busy, or another server is writing it. Nothing was changed; start again in a moment.',
  )
}

/** Never includes the URL, which may contain a password. */
export function explainConnectionError({ code, message }: NodeJS.ErrnoException, setting: Setting): string {
  if (code?.startsWith('28'))
    return `The database refused the login (${message}): check the user and password in ${setting}.`
  if (message === 'The server does not support SSL connections')
    return `The database of ${setting} offers no TLS, and sslmode=verify-full asks for it: turn it on there (ssl = on).`
  if (code === '3D000') return `The database does not exist (${message}): create it, then start again.`
  return `The database of ${setting} cannot be reached (${code ?? 'no answer'}): start it, or correct the address.`
}
