import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// A date without a time stays the text it is: JavaScript's Date would move it by the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** How to reach PostgreSQL and as whom: either an address or the private socket of the embedded one. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/**
 * A pool of connections that all act as one database role.
 *
 * @param connection where, and the login
 * @param role the role to act as from the first statement on (`SET ROLE` at connection)
 * @param max how many connections at most
 */
export function openDatabase(connection: Connection, role: string, max = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: `unfog ${role}`,
    options: `-c role=${role} -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000`,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // A connection that dies (PostgreSQL restarted) is replaced by the next request: it must not end the process, whether it was
  // idle or within a transaction, whose own promise says what happened.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
