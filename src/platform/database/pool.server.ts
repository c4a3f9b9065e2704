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

/** What is asked again and again is planned once a connection: to plan costs more than to ask. Beyond these nothing is kept. */
const prepared = { most: 400, longest: 8_000 }
const names = new Map<string, string>()
let named = 0

/** @returns the name of a statement's plan, the same in every connection; undefined for what is too long, or one too many */
function nameOf(text: string): string | undefined {
  const held = names.get(text)
  if (held || names.size >= prepared.most || text.length > prepared.longest) return held
  const name = `unfog_${named++}`
  names.set(text, name)
  return name
}

/** Another process has changed a table while we run: what it gives now has other columns than what was planned (PostgreSQL, 0A000). */
const isOutdated = (thrown: unknown) => thrown instanceof pg.DatabaseError && thrown.code === '0A000'

/** Kysely asks with a text and its values, and knows no names. */
function prepareStatements(client: pg.ClientBase) {
  const ask: (statement: unknown, values?: unknown[]) => Promise<unknown> = client.query.bind(client)
  client.query = (async (text: string, values: unknown[] = []) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    if (!name) return ask(text, values)
    return ask({ name, text }, values).catch((thrown) => {
      if (isOutdated(thrown)) names.delete(text)
      throw thrown
    })
  }) as typeof client.query
}

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
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareStatements(client)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
