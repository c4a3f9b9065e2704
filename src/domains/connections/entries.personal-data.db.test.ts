import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, saveTestEntry, syncTerms, testJournal } from '../../../test/support/user.ts'
import { saveDraft } from './drafts/drafts.writes.server.ts'
import type { Entry } from './entries.contract.ts'
import { exportDrafts, exportEntries } from './entries.personal-data.server.ts'

const database = testDatabase()
const { journal, advance: later } = testJournal(database)

let all: pg.Client
let apple = ''
beforeAll(async () => {
  // The superuser bypasses row-level security.
  all = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => all.end())

/** Creates a user with Connections and a draft. */
async function writer(entries: number) {
  const person = await createTestUser(database)
  const ids = Array.from({ length: entries }, () => uuidv7())
  for (const [index, id] of ids.entries()) {
    const linked_term_id = index % 2 === 0 ? apple : null
    await saveTestEntry(journal, person, { id, content: `Number ${index}`, linked_term_id })
    if (index % 3 === 0) later(1000)
  }
  const draft = { content: 'Begun.', linked_term_id: apple, entry_revision: null, revision: null }
  await saveDraft(journal, person.owner, uuidv7(), { ...draft, writer: null, sequence: 0 })
  return { ...person, ids }
}

async function exported(owner: Awaited<ReturnType<typeof writer>>['owner']): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const batch of exportEntries(journal, owner)) {
    expect(batch.length).toBeLessThanOrEqual(20)
    entries.push(...batch)
  }
  return entries
}

test('The export has all Connections and drafts of the user, oldest first, and no others', async () => {
  const [person, other] = [await writer(45), await writer(2)]
  const entries = await exported(person.owner)
  expect(entries.map(({ id }) => id)).toEqual(person.ids)
  expect(entries.map(({ content }) => content)).toEqual(person.ids.map((_, index) => `Number ${index}`))
  expect(entries[0]).toMatchObject({ linked_term_id: apple, term: { term_name: 'Apple' }, revision: 1 })
  expect(await exportDrafts(journal, person.owner)).toMatchObject([
    { content: 'Begun.', term: { slug: 'apple' } },
  ])
  expect((await exported(other.owner)).map(({ id }) => id)).toEqual(other.ids)
})

test.each([0, 20, 40])('The export has each of %i Connections exactly once', async (count) => {
  const person = await writer(count)
  expect((await exported(person.owner)).map(({ id }) => id)).toEqual(person.ids)
})

test('The export has an undecryptable Connection without its text, and fails without the key', async () => {
  const person = await writer(3)
  await all.query('update journal_entries set revision = 7 where id = $1', [person.ids[1]])
  expect((await exported(person.owner)).map(({ content }) => content)).toEqual(['Number 0', null, 'Number 2'])
  await all.query('delete from data_keys where user_id = $1', [person.user_id])
  await expect(exported(person.owner)).rejects.toThrow('the data key does not open')
  await expect(exportDrafts(journal, person.owner)).rejects.toThrow('the data key does not open')
})
