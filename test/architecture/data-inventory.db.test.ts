import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalTables } from '../support/personal-tables.ts'
import { testDatabase } from '../support/test-database.ts'

/* docs/data-inventory.md must list all personal data; the catalog says which columns those are. */

const database = testDatabase()
let all: pg.Client
let inventory: string
beforeAll(async () => {
  all = await database.connect()
  inventory = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'data-inventory.md'), 'utf8')
})
afterAll(() => all.end())

/** Names in backticks after each "Where:" below a heading. */
function documentedNames(heading: string): string[] {
  const [, section = ''] = inventory.split(`\n## ${heading}\n`)
  const locations = (section.split('\n## ')[0] ?? '').matchAll(/^ {2}- Where:(.*?)(?=\n *- |\n\n)/gms)
  return [...locations].flatMap(([location]) =>
    [...location.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  )
}

async function columns(): Promise<{ table: string; column: string }[]> {
  const { rows } = await all.query<{ table: string; column: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as table, column_name as column
       from information_schema.columns where table_schema in ('public', 'auth')`,
  )
  return rows
}

test('docs/data-inventory.md lists every column of every personal table once, and no other column', async () => {
  const personalTableNames = new Set(await personalTables(all))
  const personal = (await columns()).filter(({ table }) => personalTableNames.has(table))
  expect(documentedNames("A person's own").toSorted()).toEqual(
    personal.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})

test('docs/data-inventory.md lists every table without personal data too', async () => {
  const personalTableNames = new Set(await personalTables(all))
  const others = new Set(
    (await columns()).map(({ table }) => table).filter((table) => !personalTableNames.has(table)),
  )
  expect(documentedNames('Beside it').toSorted()).toEqual([...others].toSorted())
})
