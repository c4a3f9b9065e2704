import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDraft } from '../../src/domains/connections/drafts/writes.server.ts'
import { keeps as keptByConnections } from '../../src/domains/connections/personal-data.server.ts'
import { readEntry } from '../../src/domains/connections/reads.server.ts'
import { keeps as keptByFavorites } from '../../src/domains/favorites/personal-data.server.ts'
import { eraseIdentity } from '../../src/domains/identity/personal-data.server.ts'
import { ensureProfile } from '../../src/domains/identity/profile/writes.server.ts'
import { favor, newPerson, syncTerms, testJournal, write } from '../support/person.ts'
import { sourceTerm } from '../support/source-terms.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { journal } = testJournal(database)

let all: pg.Client
let apple = ''
beforeAll(async () => {
  // Row level security hides nothing from the superuser.
  all = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => all.end())

/** Somebody with a favorite, Connections and drafts; and every id by which a row could name them. */
async function writer() {
  const person = await newPerson(database)
  await ensureProfile({ app: database.app, log: journal.log }, person.owner)
  const saved = await favor(journal, person, 'apple')
  const entries = [
    await write(journal, person, { content: 'About a term.', linked_term_id: apple }),
    await write(journal, person, { content: 'About none.' }),
  ]
  const begun = { content: 'Begun.', linked_term_id: null, revision: null, writer: null, sequence: 0 }
  const drafts = [
    { id: uuidv7(), entry_revision: null },
    { id: entries[0]?.id ?? '', entry_revision: 1 },
  ]
  for (const { id, entry_revision } of drafts) {
    await saveDraft(journal, person.owner, id, { ...begun, entry_revision })
  }
  const ids = [
    person.user_id,
    person.owner.session_id,
    saved.id,
    ...entries.map(({ id }) => id),
    drafts[0]?.id,
  ]
  return { ...person, entry: entries[0]?.id ?? '', ids: ids as string[] }
}

/** How many rows of which tables name one of these ids, in whatever column: the catalogue says which tables there are. */
async function rowsNaming(ids: string[]): Promise<Record<string, number>> {
  const { rows } = await all.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of rows) {
    const { rowCount } = await all.query(`select from ${name} each where each::text like any ($1)`, [
      ids.map((id) => `%${id}%`),
    ])
    if (rowCount) found[name.replace('public.', '')] = rowCount
  }
  return found
}

test('with an account goes every row of it, the key first of all, and none of anybody else', async () => {
  const [person, other] = [await writer(), await writer()]
  const everything = {
    'auth.sessions': 1,
    'auth.users': 1,
    data_keys: 1,
    journal_drafts: 2,
    journal_entries: 2,
    profiles: 1,
    saved_terms: 1,
  }
  expect(await rowsNaming(person.ids)).toEqual(everything)
  expect(Object.keys(everything)).toEqual(expect.arrayContaining([...keptByConnections, ...keptByFavorites]))
  await eraseIdentity(database.auth, person.user_id)
  expect(await rowsNaming(person.ids)).toEqual({})
  expect(await rowsNaming(other.ids)).toEqual(everything)
  expect(await readEntry(journal, person.owner, person.entry)).toEqual({ outcome: 'not_found' })
  expect(await readEntry(journal, other.owner, other.entry)).toMatchObject({ outcome: 'found' })
})
