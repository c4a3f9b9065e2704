import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../../src/platform/database/pool.server.ts'
import { roles } from '../../src/platform/database/roles.server.ts'

export type TestDatabase = {
  /** As the server serves: `unfog_app`. */
  app: Database
  /** As sign-in reads and writes what opens an account: `unfog_auth`. */
  auth: Database
  /** As the server migrates and syncs: `unfog_owner`. */
  owner: Database
  /** How a role connects. */
  at(role: string): Connection
  /** A connection of one's own, as any login. The caller ends it. */
  connect(user?: string): Promise<pg.Client>
}

/**
 * A database for the tests of one file, cloned from the migrated template before the first and dropped after the last.
 *
 * @param template the database to clone; `template1` is an empty one
 */
export function testDatabase(template = 'template_migrated'): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { host, port } = inject('postgres')
  const at = (user: string, database = name) => ({ host, port, user, database })
  const databases: Partial<Record<'app' | 'auth' | 'owner', Database>> = {}
  const asSuperuser = async (sql: string) => {
    const client = new pg.Client(at('unfog_superuser', 'postgres'))
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  beforeAll(() => asSuperuser(`create database ${name} template ${template}`))
  afterAll(async () => {
    await Promise.all(Object.values(databases).map((database) => database.destroy()))
    await asSuperuser(`drop database ${name} with (force)`)
  })
  const open = (kind: 'app' | 'auth' | 'owner') => {
    databases[kind] ??= openDatabase(at(roles[kind]), roles[kind], 4)
    return databases[kind]
  }
  return {
    get app() {
      return open('app')
    },
    get auth() {
      return open('auth')
    },
    get owner() {
      return open('owner')
    },
    at: (role) => at(role),
    async connect(user = 'unfog_superuser') {
      const client = new pg.Client(at(user))
      await client.connect()
      return client
    },
  }
}
