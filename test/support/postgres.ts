import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts'
import { migrate } from '../../src/platform/database/migrate.server.ts'
import { ensureRoles } from '../../src/platform/database/roles.server.ts'
import { migrateQueue } from '../../src/platform/queue.server.ts'
import { migrationsFolder } from '../../src/server/boot/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket folder and port of the test PostgreSQL. */
    postgres: { host: string; port: number }
  }
}

/** Starts PostgreSQL for all database tests, with a migrated template that each file clones (test-database.ts). */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    holder: `unfog tests, process ${process.pid}`,
    // Nothing in it outlives the tests.
    settings: ['fsync=off', 'full_page_writes=off'],
  })
  const superuser = postgres.connection('unfog_superuser')
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('create database template_migrated')
  await client.end()
  const template = new pg.Client({ ...superuser, database: 'template_migrated' })
  await template.connect()
  await ensureRoles(template, 'peer')
  await migrate(template, migrationsFolder)
  await template.end()
  await migrateQueue({ ...superuser, database: 'template_migrated' })
  project.provide('postgres', { host: superuser.host, port: superuser.port })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
