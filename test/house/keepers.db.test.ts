import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'
import { listFiles } from './files.ts'

/*
 * Every table with rows of a person has a keeper: a domain whose personal-data.server.ts names it in `keeps`, and so exports and
 * erases it. Which tables those are the database itself says, so that a forgotten one cannot hide.
 */

/** Tables that refer to auth.users, directly or through others, or have a column `user_id`; and auth.users itself. */
const ofPeople = `
with recursive person as (
  select 'auth.users'::regclass::oid as id
  union
  select k.conrelid from pg_constraint k join person p on k.confrelid = p.id where k.contype = 'f'
)
select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
   and (c.oid in (select id from person)
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped))
 order by 1`

const database = testDatabase()
let client: pg.Client
let kept: string[]

beforeAll(async () => {
  client = await database.connect()
  const files = listFiles().filter((path) => /^src\/domains\/.+\/personal-data[.]server[.]ts$/.test(path))
  const keepers = await Promise.all(
    files.map((path): Promise<{ keeps?: readonly string[] }> => import(/* @vite-ignore */ `../../${path}`)),
  )
  kept = keepers.flatMap(({ keeps }, index) => {
    if (keeps) return keeps
    throw new Error(`${files[index]} exports no list \`keeps\``)
  })
})
afterAll(() => client.end())
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

async function tablesOfPeople(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(ofPeople)
  return rows.map(({ name }) => name)
}
const unkept = async () => (await tablesOfPeople()).filter((table) => !kept.includes(table))

test('every table with rows of a person has one keeper', async () => {
  expect(kept.toSorted()).toEqual(await tablesOfPeople())
})

test.each([
  ['refers to a person', 'create table letters (author uuid references auth.users (id))', 'letters'],
  [
    'refers to one through other tables',
    `create table auth.visits (id uuid primary key, session_id uuid references auth.sessions (id));
     create table visited_pages (visit_id uuid references auth.visits (id))`,
    'auth.visits, visited_pages',
  ],
  ['names one without a foreign key', 'create table moods (user_id uuid, mood text)', 'moods'],
  ['is in parts', 'create table moods (user_id uuid, day date) partition by range (day)', 'moods'],
])('a new table that %s and has none is noticed', async (_title, sql, tables) => {
  await client.query(sql)
  expect((await unkept()).join(', ')).toBe(tables)
})

test('a table that refers to no person needs none', async () => {
  await client.query('create table pictures (id uuid primary key, term_id uuid references terms (id))')
  expect(await unkept()).toEqual([])
})
