import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import {
  createTestUser,
  saveFavorite,
  syncTerms,
  type TestUser,
  testJournal,
  saveTestEntry as writeFor,
} from '../../../test/support/user.ts'
import { readActivity } from './activity.reads.server.ts'

const database = testDatabase()
const { journal, time, lines, advance: later } = testJournal(database)
const hour = 60 * 60 * 1000

let apple = ''
let ana: TestUser
beforeAll(async () => {
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple'), sourceTerm('Zebra')]))
})
beforeEach(async () => {
  ana = await createTestUser(database)
  time.now = new Date('2026-03-04T12:00:00Z')
})

const write = async (content: string, linked_term_id: string | null) =>
  (await writeFor(journal, ana, { content, linked_term_id })).id

test('a new user has no activity', async () => {
  expect(await readActivity(journal, ana.owner)).toEqual({
    saved_terms: 0,
    connections: 0,
    times: [],
    latest: [],
  })
})

test('activity counts all events, and contains the latest three', async () => {
  await write('Long ago.', null)
  later(hour)
  await saveFavorite(journal, ana, 'zebra')
  later(hour)
  const id = await write('About a term.', apple)
  later(hour)
  await saveFavorite(journal, ana, 'apple')
  const activity = await readActivity(journal, ana.owner)
  expect(activity).toMatchObject({ saved_terms: 2, connections: 2 })
  expect(activity.latest).toEqual([
    { kind: 'saved_term', at: '2026-03-04T15:00:00.000Z', term_name: 'Apple', slug: 'apple', retired: false },
    { kind: 'connection', at: '2026-03-04T14:00:00.000Z', id, term_name: 'Apple' },
    { kind: 'saved_term', at: '2026-03-04T13:00:00.000Z', term_name: 'Zebra', slug: 'zebra', retired: false },
  ])
  expect(JSON.stringify(activity)).not.toContain('About')
})

test('activity contains only the first and last time of each UTC day', async () => {
  for (let index = 0; index < 30; index++) {
    await write(`Number ${index}`, null)
    later(hour)
  }
  const { times, connections } = await readActivity(journal, ana.owner)
  expect(connections).toBe(30)
  expect(times.toSorted()).toEqual([
    ...['2026-03-04T12:00:00.000Z', '2026-03-04T23:00:00.000Z'],
    ...['2026-03-05T00:00:00.000Z', '2026-03-05T17:00:00.000Z'],
  ])
})

test('the activity of another user is separate', async () => {
  await write('Of Ana.', apple)
  await saveFavorite(journal, ana, 'apple')
  const ben = await createTestUser(database)
  expect(await readActivity(journal, ben.owner)).toMatchObject({ saved_terms: 0, connections: 0, latest: [] })
})

test('an undecryptable Connection is counted, shown without a term, and logged', async () => {
  const id = await write('First.', apple)
  const superuser = await database.connect()
  await superuser.query('update journal_entries set revision = 9 where id = $1', [id])
  await superuser.end()
  lines.length = 0
  expect(await readActivity(journal, ana.owner)).toMatchObject({
    connections: 1,
    latest: [{ kind: 'connection', id, term_name: null }],
  })
  expect(lines).toMatchObject([{ level: 'error', fields: { row: id } }])
})
