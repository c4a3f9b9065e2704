import { beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { toUtcDate } from '../../platform/clock.ts'
import { syncGlossary } from './source/glossary-source.writes.server.ts'
import { chooseTermOfTheDay } from './terms.writes.server.ts'

const database = testDatabase()
const terms = ['Apple', 'Birch', 'Cedar', 'Daisy', 'Elder', 'Fern', 'Ginkgo'].map((name) => sourceTerm(name))

beforeEach(async () => {
  await database.owner.deleteFrom('terms_of_the_day').execute()
  await database.owner.deleteFrom('terms').execute()
  await database.owner.deleteFrom('glossary_state').execute()
  await syncGlossary(database.owner, terms)
})

const day = (number: number) => toUtcDate(new Date(Date.UTC(2026, 0, 1 + number)))
const choose = async (number: number) => (await chooseTermOfTheDay(database.app, day(number)))?.term_name

async function chooseDays(from: number, count: number): Promise<(string | undefined)[]> {
  const names = []
  for (let number = from; number < from + count; number++) names.push(await choose(number))
  return names
}

describe('The term of the day:', () => {
  test('it is a full term, and the same all day', async () => {
    const shown = await chooseTermOfTheDay(database.app, day(0))
    expect(Object.keys(shown ?? {}).sort()).toEqual(
      ['aliases', 'created_at', 'definition', 'examples', 'id', 'slug', 'tags', 'term_name', 'type'].sort(),
    )
    for (let time = 0; time < 3; time++) expect(await chooseTermOfTheDay(database.app, day(0))).toEqual(shown)
  })

  test('no term repeats before all were shown, and the order is not alphabetical', async () => {
    const shown = await chooseDays(0, 3 * terms.length)
    for (let round = 0; round < 3; round++) {
      const names = shown.slice(round * terms.length, (round + 1) * terms.length)
      expect(new Set(names).size).toBe(terms.length)
    }
    expect(shown.slice(0, terms.length)).not.toEqual(terms.map((term) => term.term_name))
  })

  test('a day without requests chooses no term', async () => {
    const shown = [...(await chooseDays(0, 3)), ...(await chooseDays(10, 4))]
    expect(new Set(shown).size).toBe(terms.length)
  })

  test('a term added in the middle of a round is shown before any term repeats', async () => {
    const before = await chooseDays(0, 4)
    await syncGlossary(database.owner, [...terms, sourceTerm('Hazel')])
    const after = await chooseDays(4, 4)
    expect(new Set([...before, ...after]).size).toBe(terms.length + 1)
    expect(after).toContain('Hazel')
  })

  test('a term retired in the middle of a round is skipped, and all others are shown', async () => {
    const before = await chooseDays(0, 3)
    const retired = terms.find((term) => !before.includes(term.term_name))
    const living = terms.filter((term) => term !== retired)
    await syncGlossary(database.owner, living)
    const after = await chooseDays(3, 3)
    expect(new Set([...before, ...after])).toEqual(new Set(living.map((term) => term.term_name)))
    expect(await chooseDays(6, 6)).toEqual([...before, ...after])
  })

  test('a term retired on its day is replaced once, and the replacement counts as shown', async () => {
    const first = await choose(0)
    await syncGlossary(
      database.owner,
      terms.filter((term) => term.term_name !== first),
    )
    const replaced = await choose(0)
    expect(terms.map((term) => term.term_name)).toContain(replaced)
    expect(replaced).not.toBe(first)
    expect(await choose(0)).toBe(replaced)
    expect(await chooseDays(1, 5)).not.toContain(replaced)
  })

  test('concurrent requests choose the same term', async () => {
    for (let number = 0; number < 5; number++) {
      const chosen = await Promise.all(Array.from({ length: 8 }, () => choose(number)))
      expect(new Set(chosen).size).toBe(1)
      expect(chosen[0]).toBeDefined()
    }
  })

  test('a request that loses the race to choose returns the term chosen by the winner', async () => {
    const client = await database.connect('unfog_owner')
    try {
      await client.query('begin')
      await client.query(`insert into terms_of_the_day select $1, id from terms where term_name = 'Fern'`, [
        day(0),
      ])
      // This request sees no choice yet, and waits at the primary key for the open transaction.
      const other = choose(0)
      await waitUntilBlocked()
      await client.query('commit')
      expect(await other).toBe('Fern')
    } finally {
      await client.end()
    }
  })

  test('a glossary that is emptied during the day has no term of the day', async () => {
    await choose(0)
    await syncGlossary(database.owner, [])
    expect(await choose(0)).toBeUndefined()
    expect(await choose(1)).toBeUndefined()
  })
})

/** Uses its own connection: within a transaction pg_stat_activity would never change. */
async function waitUntilBlocked(): Promise<void> {
  const client = await database.connect()
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(async () => (await client.query(blocked)).rowCount).toBe(1)
  } finally {
    await client.end()
  }
}
