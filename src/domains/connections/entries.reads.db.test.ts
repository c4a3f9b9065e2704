import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../test/support/user.ts'
import { entryListSchema } from './entries.contract.ts'
import { listEntries, readEntry } from './entries.reads.server.ts'
import { changeEntry } from './entries.writes.server.ts'
import { deleteEntry } from './trash/trash.writes.server.ts'

const database = testDatabase()
const { journal, time, advance: later } = testJournal(database)
const day = 24 * 60 * 60 * 1000

let apple = ''
let ana: TestUser

beforeAll(async () => {
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
beforeEach(async () => {
  ana = await createTestUser(database)
})

const save = (content: string, linked_term_id: string | null = null, person = ana) =>
  saveTestEntry(journal, person, { content, linked_term_id })
async function list(page: { after?: string; offset?: number; limit?: number } = {}) {
  const listed = await listEntries(journal, ana.owner, { limit: 20, ...page })
  if (listed.outcome !== 'listed') throw new Error(listed.outcome)
  return listed
}
const contents = async (page = {}) => (await list(page)).entries.map(({ content }) => content)

describe('The list of Connections', () => {
  test('returns every Connection once, newest first, with twenty per page', async () => {
    for (let index = 0; index < 45; index++) {
      await save(`Number ${index}`)
      // Some Connections share a timestamp; the order is still stable.
      if (index % 3 === 0) later(1000)
    }
    const pages = [await contents(), await contents({ offset: 20 }), await contents({ offset: 40 })]
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `Number ${44 - index}`))
    expect(await contents({ offset: 45 })).toEqual([])
    expect(await contents({ offset: 3, limit: 1 })).toEqual(['Number 41'])
    expect((await list({ offset: 1000 })).total).toBe(45)
  })

  test('continues after the last Connection of a page, even if others were saved or deleted', async () => {
    const ids: string[] = []
    for (let index = 0; index < 45; index++) {
      ids.unshift((await save(`Number ${index}`)).id)
      if (index % 3 === 0) later(1000)
    }
    const first = await list()
    await deleteEntry(journal, ana.owner, ids[0] ?? '')
    // Delete the last Connection of the page, too.
    await deleteEntry(journal, ana.owner, ids[19] ?? '')
    const second = await list({ after: first.next ?? '' })
    expect(second.total).toBe(43)
    later(1000)
    await save('Later')
    const third = await list({ after: second.next ?? '' })
    expect([second, third].flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(ids.slice(20))
    expect(third).toMatchObject({ next: null, total: 44 })
    expect((await list({ limit: 44 })).next).toBeNull()
    expect((await list({ limit: 43 })).next).not.toBeNull()
    expect(await list({ after: first.next ?? '', offset: 1, limit: 1 })).toMatchObject({
      entries: [{ id: ids[21] }],
    })
    expect((await list({ offset: 1000 })).next).toBeNull()
  })

  test('does not return another user’s Connections for that user’s cursor', async () => {
    for (let index = 0; index < 3; index++) await save(`Number ${index}`)
    const { next } = await list({ limit: 1 })
    const ben = await createTestUser(database)
    await saveTestEntry(journal, ben, { content: 'Of Ben.' })
    const listed = await listEntries(journal, ben.owner, { after: next ?? '', limit: 20 })
    expect(JSON.stringify(listed)).not.toContain('Number')
  })

  test('returns exactly the fields of the schema, and so does reading one Connection', async () => {
    const { id } = await save('One.')
    const { outcome, ...page } = await list()
    expect({ outcome, ...entryListSchema.parse(page) }).toEqual({ outcome, ...page })
    expect(await readEntry(journal, ana.owner, id)).toEqual({ outcome: 'found', entry: page.entries[0] })
  })

  test('counts all Connections, those of the last thirty days, and those linked to a term', async () => {
    const now = time.now
    time.now = new Date(now.getTime() - 30 * day - 1)
    await save('A long time ago.', apple)
    time.now = new Date(now.getTime() - 30 * day)
    await save('Thirty days ago.')
    time.now = now
    const last = await save('Today.', apple)
    const stats = async () => {
      const { total, this_month, linked, freeform } = await list()
      return { total, this_month, linked, freeform }
    }
    expect(await stats()).toEqual({ total: 3, this_month: 2, linked: 2, freeform: 1 })
    await changeEntry(journal, ana.owner, last.id, { revision: 1, linked_term_id: null })
    expect(await stats()).toEqual({ total: 3, this_month: 2, linked: 1, freeform: 2 })
    await deleteEntry(journal, ana.owner, last.id)
    expect(await stats()).toEqual({ total: 2, this_month: 1, linked: 1, freeform: 1 })
  })

  test('has shorter pages for long texts, and omits no Connection', async () => {
    const long = 'x'.repeat(100_000)
    for (let index = 0; index < 30; index++) {
      await save(`${index} ${long.slice(4)}`)
      later(1)
    }
    const first = await list({ limit: 100 })
    expect(first.entries.length).toBeGreaterThan(10)
    expect(first.entries.length).toBeLessThan(30)
    const rest = await list({ limit: 100, after: first.next ?? '' })
    expect(rest.next).toBeNull()
    expect(
      [...first.entries, ...rest.entries].map(({ content }) => Number.parseInt(content ?? '', 10)),
    ).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index))
  })

  test('returns all texts of the maximum length, in smaller pages', async () => {
    for (let index = 0; index < 6; index++) await save(`${index}${'\u0000'.repeat(99_999)}`)
    const sizes: number[] = []
    for (let after: { after?: string } | undefined = {}; after; ) {
      const { entries, next } = await list({ ...after, limit: 100 })
      sizes.push(entries.length)
      after = next === null ? undefined : { after: next }
    }
    expect(sizes).toEqual([3, 3])
  })
})
