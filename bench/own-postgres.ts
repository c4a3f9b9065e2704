import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/start.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { type Database, openDatabase } from '../src/platform/database/pool.server.ts'
import { ensureRoles, roles } from '../src/platform/database/roles.server.ts'
import { migrationsFolder } from '../src/server/boot/database.ts'

type OwnPostgres = {
  /** The superuser's. */
  client: pg.Client
  owner: Database
  app: Database
}

/** Runs the work with a temporary, migrated PostgreSQL. @param folder for its files */
export async function withOwnPostgres<T>(folder: string, work: (own: OwnPostgres) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({
    dataDir: await mkdtemp(join(folder, 'postgres-')),
    holder: 'unfog bench',
  })
  const client = new pg.Client(postgres.connection('unfog_superuser'))
  try {
    await client.connect()
    await ensureRoles(client, 'peer')
    await migrate(client, migrationsFolder)
    const owner = openDatabase(postgres.connection(roles.owner), roles.owner, 1)
    const app = openDatabase(postgres.connection(roles.app), roles.app)
    try {
      return await work({ client, owner, app })
    } finally {
      await Promise.all([owner.destroy(), app.destroy()])
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}
