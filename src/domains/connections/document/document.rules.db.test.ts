import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, syncTerms, type TestUser, testJournal } from '../../../../test/support/user.ts'
import { seal, unseal } from '../../../platform/crypto.server.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import { saveDraftSchema } from '../drafts/drafts.contract.ts'
import { readDraft } from '../drafts/drafts.reads.server.ts'
import { saveDraft } from '../drafts/drafts.writes.server.ts'
import { entryContext, readDataKey } from '../encryption.reads.server.ts'
import { newEntrySchema } from '../entries.contract.ts'
import { readEntry } from '../entries.reads.server.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'

const database = testDatabase()
const { journal } = testJournal(database)
let [apple, bread] = ['', '']
let ana: TestUser

beforeAll(async () => {
  ;({ apple = '', bread = '' } = await syncTerms(database, [sourceTerm('Apple'), sourceTerm('Bread')]))
})
beforeEach(async () => {
  ana = await createTestUser(database)
})

const happened = { date: '2020-03-09', time: '21:30', about: false, time_zone: 'Europe/Berlin' }
const record = { place: 'At home', people: 'My sister', proof: 'A photo', disclosed_to: 'Nobody' }
const details = { happened, tags: ['Mother', 'phone'], record }

const save = (input: object) => saveEntry(journal, ana.owner, newEntrySchema.parse(input))
const read = async (id: string) => {
  const result = await readEntry(journal, ana.owner, id)
  if (result.outcome !== 'found') throw new Error(result.outcome)
  return result.entry
}
/** Replaces what is stored, or reads it. */
const stored = (id: string, document?: object) =>
  withOwner(database.app, ana.owner, async (own) => {
    const key = await readDataKey(own, journal, ana.owner)
    if (typeof key === 'string') throw new Error(key)
    const row = await own
      .selectFrom('journal_entries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (document)
      await own
        .updateTable('journal_entries')
        .set({ sealed: seal(key, JSON.stringify(document), entryContext(row)) })
        .where('id', '=', id)
        .execute()
    return JSON.parse(unseal(key, row.sealed, entryContext(row)))
  })

describe('A Connection', () => {
  test('keeps all that it is saved with, and a repeated request is no conflict', async () => {
    const id = uuidv7()
    const input = { id, content: 'It was late.', ...details, linked_term_ids: [apple, bread] }
    expect(await save(input)).toMatchObject({ outcome: 'saved', entry: { linked_term_id: apple } })
    expect(await save(input)).toMatchObject({ outcome: 'already' })
    expect(await save({ ...input, tags: ['other'] })).toMatchObject({ outcome: 'conflict' })
    const entry = await read(id)
    expect(entry).toMatchObject({ ...details, linked_term_ids: [apple, bread], entry_type: 'term_linked' })
    expect(entry.terms.map(({ term_name }) => term_name)).toEqual(['Apple', 'Bread'])
  })

  test('changes only what a request names', async () => {
    const id = uuidv7()
    await save({ id, content: 'Before.', ...details, linked_term_ids: [apple, bread] })
    await changeEntry(journal, ana.owner, id, { revision: 1, content: 'After.' })
    expect(await read(id)).toMatchObject({
      content: 'After.',
      ...{ ...details, linked_term_ids: [apple, bread] },
    })
    await changeEntry(journal, ana.owner, id, { revision: 2, happened: null, tags: [] })
    expect(await read(id)).toMatchObject({ content: 'After.', happened: null, tags: [], record })
  })

  test('of the first version is readable, and is written in the present one when it is saved next', async () => {
    const id = uuidv7()
    await save({ id, content: 'x' })
    await stored(id, { content: 'Written long ago.', linked_term_id: apple })
    expect(await read(id)).toMatchObject({ content: 'Written long ago.', linked_term_ids: [apple], tags: [] })
    await changeEntry(journal, ana.owner, id, { revision: 1, tags: ['found'] })
    expect(await stored(id)).toMatchObject({ v: 2, content: 'Written long ago.', tags: ['found'] })
  })

  test('keeps what a newer version of the product wrote', async () => {
    const id = uuidv7()
    await save({ id, content: 'x' })
    await stored(id, { v: 7, content: 'Newer.', linked_term_ids: [], mood: ['calm'] })
    await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Changed.' })
    expect(await stored(id)).toMatchObject({ v: 7, content: 'Changed.', mood: ['calm'] })
  })

  test('is not saved with a term that the glossary does not have', async () => {
    expect(await save({ content: 'x', linked_term_ids: [apple, uuidv7()] })).toEqual({
      outcome: 'no_such_term',
    })
  })
})

describe('A draft', () => {
  const draft = (id: string, input: object) =>
    saveDraft(
      journal,
      ana.owner,
      id,
      saveDraftSchema.parse({ content: '', entry_revision: null, revision: null, ...input }),
    )

  test('without text is saved where something else is written', async () => {
    const id = uuidv7()
    expect(await draft(id, { content: ' ' })).toEqual({ outcome: 'nothing' })
    expect(await draft(id, { happened })).toMatchObject({ outcome: 'saved', draft: { happened } })
  })

  test('of a page that sends only the text keeps the rest', async () => {
    const id = uuidv7()
    await save({ id, content: 'Before.', ...details, linked_term_ids: [apple, bread] })
    await draft(id, { content: 'Typed early', linked_term_id: apple, entry_revision: 1 })
    const result = await readDraft(journal, ana.owner, id)
    expect(result).toMatchObject({
      draft: { content: 'Typed early', ...details, linked_term_ids: [apple, bread] },
    })
  })
})

describe('A request is rejected with a sentence', () => {
  const problemOf = (input: object) =>
    newEntrySchema.safeParse({ content: 'x', ...input }).error?.issues[0]?.message
  test.each([
    [{ happened: { date: '2021-02-30' } }, /isn’t in the calendar/],
    [{ happened: { date: '1899' } }, /from 1900 on/],
    [{ happened: { date: '2999' } }, /in the future/],
    [{ happened: { date: '2020', time: '21:30' } }, /isn’t a time of day/],
    [{ tags: ['x'.repeat(10_000)] }, /at most 50 characters/],
    [{ tags: Array.from({ length: 500 }, (_, index) => `tag ${index}`) }, /at most 50 tags/],
    [{ record: { place: 'x'.repeat(2_001) } }, /at most 2,000 characters/],
    [{ linked_term_ids: Array.from({ length: 21 }, () => uuidv7()) }, /at most 20 terms/],
  ])('%#', (input, problem) => expect(problemOf(input)).toMatch(problem))

  test('but tags that differ only by case or accents are one', () => {
    expect(newEntrySchema.parse({ content: 'x', tags: ['Café', 'CAFE', 'cafe'] }).tags).toEqual(['Café'])
  })
})
