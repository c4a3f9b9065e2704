import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { watchGlossaryVersion } from './glossary-version.ts'

const database = testDatabase()
// Well below the poll interval of 30 s, so that the connection is tested.
const soon = { timeout: 20_000 }

let watch: Awaited<ReturnType<typeof watchGlossaryVersion>>

beforeEach(async () => {
  await syncGlossary(database.owner, [sourceTerm('Apple')])
  const client = await database.connect()
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.end()
  const connection = { ...inject('postgres'), user: 'unfog_app', database: rows[0]?.name ?? '' }
  watch = await watchGlossaryVersion(database.app, connection, createLog('silent'))
})
afterEach(() => watch.stop())

/** Ends listening connections as a restart of PostgreSQL would. @returns their number */
async function cut(): Promise<number> {
  const client = await database.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'unfog listen'`,
  )
  await client.end()
  return rowCount ?? 0
}

async function listeners(): Promise<number> {
  const client = await database.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'unfog listen' and query = 'listen glossary_changed'`,
  )
  await client.end()
  return rowCount ?? 0
}

test('pages and API show changes that another process syncs', async () => {
  const { app } = await testApp(database, { glossaryVersion: watch.current })
  const shown = async () => [
    await (await app.request('/glossary')).text(),
    await (await app.request('/api/terms')).text(),
    await (await app.request('/sitemap.xml')).text(),
  ]
  for (const text of await shown()) expect(text).not.toContain('birch')
  const version = await syncGlossary(database.owner, [sourceTerm('Apple'), sourceTerm('Birch')])
  await vi.waitUntil(() => watch.current() === version, soon)
  for (const text of await shown()) expect(text).toContain('birch')
  expect((await app.request('/glossary/birch')).status).toBe(200)
})

test('a lost connection is restored, and changes meanwhile are noticed', async () => {
  expect(await cut()).toBe(1)
  const version = await syncGlossary(database.owner, [sourceTerm('Cedar')])
  await vi.waitUntil(() => watch.current() === version, soon)
  await vi.waitUntil(async () => (await listeners()) === 1, soon)
  const later = await syncGlossary(database.owner, [sourceTerm('Daisy')])
  await vi.waitUntil(() => watch.current() === later, soon)
})

test('there is one connection after any number of losses, and none after a stop', async () => {
  for (let time = 0; time < 2; time++) {
    await vi.waitUntil(async () => (await listeners()) === 1, soon)
    expect(await cut()).toBe(1)
  }
  await vi.waitUntil(async () => (await listeners()) === 1, soon)
  await watch.stop()
  await vi.waitUntil(async () => (await listeners()) === 0, soon)
})
