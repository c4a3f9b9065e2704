import { createSecretKey, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  newPerson,
  type Person,
  recall,
  syncTerms,
  testJournal,
  write,
} from '../../../../test/support/person.ts'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import type { EntryList } from '../contract.ts'
import { listEntries } from '../reads.server.ts'
import { changeEntry, eraseEntry } from '../writes.server.ts'
import { keepPages, listAsJson, listAtOnce } from './reads.server.ts'

const database = testDatabase()
const { journal, later } = testJournal(database)

let superuser: pg.Client
let apple = ''
let ana: Person

beforeAll(async () => {
  superuser = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => superuser.end())
beforeEach(async () => {
  ana = await newPerson(database)
})

const save = (content: string, linked_term_id: string | null = null) =>
  write(journal, ana, { content, linked_term_id })
async function list() {
  const listed = await listEntries(journal, ana.owner, { offset: 0, limit: 20 })
  if (listed.outcome !== 'listed') throw new Error(listed.outcome)
  return listed
}

describe('the list as JSON, from memory where nothing has changed', () => {
  const pages = keepPages()
  const ask = async (page = {}, person = ana) => {
    const place = { offset: 0, limit: 20, ...page }
    const recalled = await recall(database, person, journal.clock.now())
    const json =
      (await listAtOnce(journal, recalled, place, pages)) ??
      (await listAsJson(journal, person.owner, place, pages))
    return json === 'locked' ? json : (JSON.parse(json.toString()) as EntryList)
  }
  const asked = async (page = {}) => {
    const list = await ask(page)
    return list === 'locked' ? list : list.entries.map(({ content }) => content)
  }
  /** Damages what is stored, so that only what was kept can still be read. */
  const damage = () =>
    superuser.query("update journal_entries set sealed = '\\x00' where user_id = $1", [ana.user_id])

  test('is the list, for a minute, and then what is stored', async () => {
    await save('One.', apple)
    await save('Two.')
    const { outcome, ...listed } = await list()
    expect(await ask()).toEqual(listed)
    await damage()
    expect(await ask()).toEqual(listed)
    expect(await asked({ limit: 1 })).toEqual([null])
    later(60_000)
    expect(await asked()).toEqual([null, null])
  })

  test('is made anew for what is new, changed or gone, and for what came back as another', async () => {
    const { id } = await save('One.')
    expect(await asked()).toEqual(['One.'])
    await save('Two.')
    expect(await asked()).toEqual(['Two.', 'One.'])
    await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Changed.' })
    expect(await asked()).toEqual(['Two.', 'Changed.'])
    await eraseEntry(journal, ana.owner, id)
    expect(await asked()).toEqual(['Two.'])
    later(1)
    const back = await write(journal, ana, { id, content: 'Back.' })
    expect(await asked()).toEqual(['Back.', 'Two.'])
    await eraseEntry(journal, ana.owner, back.id)
    later(1)
    await write(journal, ana, { id, content: 'As another.' })
    expect(await asked()).toEqual(['As another.', 'Two.'])
  })

  test('is nobody else’s, and of nobody who asks next', async () => {
    const ben = await newPerson(database)
    await save('Mine.')
    for (let turn = 0; turn < 8; turn++) {
      expect(await asked()).toEqual(['Mine.'])
      expect(await database.app.selectFrom('journal_entries').selectAll().execute()).toEqual([])
    }
    expect(await ask({}, ben)).toMatchObject({ entries: [], total: 0 })
  })

  test('opens with the key of whom it belongs to alone, while that is there', async () => {
    await save('Mine.')
    await asked()
    await superuser.query('delete from data_keys where user_id = $1', [ana.user_id])
    expect(await ask()).toBe('locked')
  })

  test('that was made while something changed is not taken for what was there before', async () => {
    const { id } = await save('One.')
    // Between the look and the list.
    const slow = Promise.all([
      ask(),
      ask(),
      save('Two.').then((two) => eraseEntry(journal, ana.owner, two.id)),
    ])
    await slow
    expect(await asked()).toEqual(['One.'])
    expect((await list()).entries.map((entry) => entry.id)).toEqual([id])
  })
})

describe('pages that are kept', () => {
  const [key, other] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))]
  const place = { user_id: 'ana', offset: 0, limit: 20 }
  const now = new Date('2026-03-04T12:00:00Z')

  test('open for the same person, page and versions, within a minute', () => {
    const pages = keepPages()
    pages.keep(key, place, '1 a 1', Buffer.from('[]'), now)
    const open = (of = place, shown = '1 a 1', by = key, at = now) =>
      pages.open(by, of, shown, at)?.toString()
    expect(open()).toBe('[]')
    expect(open({ ...place, user_id: 'ben' })).toBeUndefined()
    expect(open({ ...place, offset: 20 })).toBeUndefined()
    expect(open(place, '1 a 2')).toBeUndefined()
    expect(open(place, '1 a 1', other)).toBeUndefined()
    expect(open(place, '1 a 1', key, new Date(now.getTime() + 60_000))).toBeUndefined()
  })

  test('are gone after a minute, though nobody asks for anything', () => {
    vi.useFakeTimers()
    try {
      const pages = keepPages()
      pages.keep(key, place, '', Buffer.from('[]'), now)
      const isKept = () => pages.open(key, place, '', now) !== undefined
      vi.advanceTimersByTime(59_000)
      expect(isKept()).toBe(true)
      vi.advanceTimersByTime(1_000)
      expect(isKept()).toBe(false)
      pages.keep(key, place, '', Buffer.from('[]'), now)
      vi.advanceTimersByTime(60_000)
      expect(isKept()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('give way to newer ones, and one that is very long is not kept', () => {
    const pages = keepPages()
    const long = Buffer.alloc(1_900_000)
    for (const user_id of ['a', 'b', 'c', 'd', 'e']) pages.keep(key, { ...place, user_id }, '', long, now)
    const isKept = (user_id: string) => pages.open(key, { ...place, user_id }, '', now) !== undefined
    expect(['a', 'b', 'c', 'd', 'e'].map(isKept)).toEqual([false, true, true, true, true])
    pages.keep(key, { ...place, user_id: 'e' }, '', Buffer.alloc(2_100_000), now)
    expect(isKept('e')).toBe(false)
  })
})
