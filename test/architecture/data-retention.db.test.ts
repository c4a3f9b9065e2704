import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { personalTables } from '../support/personal-tables.ts'
import { testDatabase } from '../support/test-database.ts'
import { listFiles } from './files.ts'

/*
 * Every personal table must be listed in `keeps` of one domain's personal-data.server.ts, which exports and deletes it. The catalog
 * says which tables are personal, so none is forgotten.
 */

const database = testDatabase()
let client: pg.Client
let covered: string[]

beforeAll(async () => {
  client = await database.connect()
  const files = listFiles().filter((path) =>
    /^src\/domains\/.+\/[^/]+[.]personal-data[.]server[.]ts$/.test(path),
  )
  const modules = await Promise.all(
    files.map((path): Promise<{ keeps?: readonly string[] }> => import(/* @vite-ignore */ `../../${path}`)),
  )
  covered = modules.flatMap(({ keeps }, index) => {
    if (keeps) return keeps
    throw new Error(`${files[index]} exports no list \`keeps\``)
  })
})
afterAll(() => client.end())
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

const uncovered = async () => (await personalTables(client)).filter((table) => !covered.includes(table))

test('Every personal table is in exactly one `keeps` list', async () => {
  expect(covered.toSorted()).toEqual(await personalTables(client))
})

test.each([
  ['refers to a person', 'create table letters (author uuid references auth.users (id))', 'letters'],
  [
    'refers to a person through other tables',
    `create table auth.visits (id uuid primary key, session_id uuid references auth.sessions (id));
     create table visited_pages (visit_id uuid references auth.visits (id))`,
    'auth.visits, visited_pages',
  ],
  ['has a user_id without a foreign key', 'create table moods (user_id uuid, mood text)', 'moods'],
  [
    'is partitioned and has a user_id',
    'create table moods (user_id uuid, day date) partition by range (day)',
    'moods',
  ],
])('A new table that %s is reported until a `keeps` list has it', async (_title, sql, tables) => {
  await client.query(sql)
  expect((await uncovered()).join(', ')).toBe(tables)
})

test('A table that refers to no person needs no `keeps` list', async () => {
  await client.query('create table pictures (id uuid primary key, term_id uuid references terms (id))')
  expect(await uncovered()).toEqual([])
})
