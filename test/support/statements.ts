import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connection, Database } from '../../src/platform/database/pool.server.ts'
import type { Tables } from '../../src/platform/database/tables.ts'

/**
 * Records the SQL statements of a database, without values.
 *
 * @returns `during` returns the statements of a piece of work, in order
 */
export function recordingDatabase(connection: Connection, role: string) {
  const statements: string[] = []
  const pool = new pg.Pool({ ...connection, max: 4, options: `-c role=${role}` })
  // The database may be dropped before the last connection closes.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  return {
    database,
    async during(work: () => Promise<unknown>): Promise<string[]> {
      statements.length = 0
      await work()
      return [...statements]
    },
  }
}
