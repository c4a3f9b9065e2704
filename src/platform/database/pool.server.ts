import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// A JavaScript Date would shift with the time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** Planning costs more than executing. */
const cacheLimits = { statements: 400, length: 8_000 }
const statementNames = new Map<string, string>()
let nextStatement = 0

/** The same in every connection. */
function statementName(text: string): string | undefined {
  const cached = statementNames.get(text)
  if (cached || statementNames.size >= cacheLimits.statements || text.length > cacheLimits.length)
    return cached
  const name = `unfog_${nextStatement++}`
  statementNames.set(text, name)
  return name
}

function prepareStatements(client: pg.ClientBase) {
  const query: (statement: unknown, values?: unknown[]) => Promise<unknown> = client.query.bind(client)
  client.query = (async (text: string, values: unknown[] = []) => {
    const name = values.length > 0 ? statementName(text) : undefined
    if (!name) return query(text, values)
    return query({ name, text }, values).catch((thrown) => {
      // 0A000: another process migrated the table, so the cached plan is outdated.
      if (thrown instanceof pg.DatabaseError && thrown.code === '0A000') statementNames.delete(text)
      throw thrown
    })
  }) as typeof client.query
}

/** Opens a connection pool that acts as one role. */
export function openDatabase(connection: Connection, role: string, max = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: `unfog ${role}`,
    options: `-c role=${role} -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000`,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // The pool replaces dead connections; without listeners their errors would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareStatements(client)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
