import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../../src/platform/database/pool.server.ts'
import { roles } from '../../src/platform/database/roles.server.ts'

export type TestDatabase = {
  /** As `unfog_app`, for serving. */
  app: Database
  /** As `unfog_auth`, for authentication. */
  auth: Database
  /** As `unfog_owner`, for migrations and sync. */
  owner: Database
  at(role: string): Connection
  /** A connection as any login. The caller closes it. */
  connect(user?: string): Promise<pg.Client>
}

/**
 * A database for one test file, cloned from a template and dropped afterwards.
 *
 * @param template `template1` for an empty database
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
