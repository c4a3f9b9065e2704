import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, syncTerms, type TestUser, testJournal } from '../../../test/support/user.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import { exportFavorites } from './favorites.personal-data.server.ts'
import { listSavedTermIds, listSavedTerms, readSavedTerm } from './favorites.reads.server.ts'
import { removeSavedTerm, saveBySlug, saveTerm } from './favorites.writes.server.ts'

const database = testDatabase()
const { journal: deps, advance: later } = testJournal(database)
const files = [sourceTerm('Apple', { type: 'clinical' }), sourceTerm('Love Bombing'), sourceTerm('Zebra')]

let ids: Record<string, string> = {}
let ana: TestUser
let ben: TestUser

beforeAll(async () => {
  ids = await syncTerms(database, files)
})
beforeEach(async () => {
  ;[ana, ben] = [await createTestUser(database), await createTestUser(database)]
})

const apple = () => ids.apple ?? ''
const slugsOf = async ({ owner }: TestUser) =>
  (await listSavedTerms(database.app, owner)).saved_terms.map(({ term }) => term.slug)

describe('saving a term', () => {
  test('returns the saved term with everything its card shows', async () => {
    const saved = await saveTerm(deps, ana.owner, apple())
    expect(saved).toEqual({
      outcome: 'saved',
      saved_term: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        user_id: ana.user_id,
        term_id: apple(),
        created_at: '2026-03-04T12:00:00.000Z',
        term: {
          id: apple(),
          slug: 'apple',
          term_name: 'Apple',
          type: 'clinical',
          definition: 'Lorem ipsum dolor sit amet.',
          tags: ['One', 'Two', 'Three'],
          retired: false,
        },
      },
    })
  })

  test('twice returns the first save', async () => {
    const first = await saveTerm(deps, ana.owner, apple())
    later(1000)
    const second = await saveTerm(deps, ana.owner, apple())
    expect(second).toEqual({ ...first, outcome: 'already' })
    expect(await slugsOf(ana)).toEqual(['apple'])
  })

  test('twenty times concurrently saves once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => saveTerm(deps, ana.owner, apple())))
    expect(all.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1)
    expect(all.filter(({ outcome }) => outcome === 'already')).toHaveLength(19)
    expect(new Set(all.map((one) => 'saved_term' in one && one.saved_term.id)).size).toBe(1)
  })

  test('by slug completes a visitor’s save after sign-up', async () => {
    expect(await saveBySlug(deps, ana.owner, 'love-bombing')).toMatchObject({
      outcome: 'saved',
      saved_term: { term: { term_name: 'Love Bombing' } },
    })
    expect(await saveBySlug(deps, ana.owner, 'love-bombing')).toMatchObject({ outcome: 'already' })
    expect(await saveBySlug(deps, ana.owner, 'nothing')).toEqual({ outcome: 'no_such_term' })
  })

  test.each([
    '00000000-0000-7000-8000-000000000000',
    'no-id',
    '',
    "'; drop table saved_terms; --",
    'a\u0000b',
  ])('rejects %j, which is not a known term', async (term_id) => {
    expect(await saveTerm(deps, ana.owner, term_id)).toEqual({ outcome: 'no_such_term' })
    expect(await saveBySlug(deps, ana.owner, term_id)).toEqual({ outcome: 'no_such_term' })
    await removeSavedTerm(deps, ana.owner, term_id)
    expect(await readSavedTerm(database.app, ana.owner, term_id)).toBeUndefined()
    expect(await slugsOf(ana)).toEqual([])
  })

  test('is not allowed for restricted users, who can still read, remove and export', async () => {
    await saveTerm(deps, ana.owner, apple())
    const restricted = { ...ana.owner, status: 'restricted' as const }
    expect(await saveBySlug(deps, restricted, 'zebra')).toEqual({ outcome: 'restricted' })
    expect(await saveTerm(deps, restricted, apple())).toEqual({ outcome: 'restricted' })
    expect((await listSavedTerms(database.app, restricted)).total).toBe(1)
    expect(await exportFavorites(database.app, restricted)).toHaveLength(1)
    await removeSavedTerm(deps, restricted, apple())
    expect(await slugsOf(ana)).toEqual([])
  })
})

test('removing a term is idempotent', async () => {
  await saveTerm(deps, ana.owner, apple())
  await removeSavedTerm(deps, ana.owner, apple())
  await removeSavedTerm(deps, ana.owner, apple())
  expect(await slugsOf(ana)).toEqual([])
})

test('the list shows the newest first, with counts and retired terms', async () => {
  for (const slug of ['zebra', 'apple', 'love-bombing']) {
    await saveBySlug(deps, ana.owner, slug)
    // The clock goes back, so that the order differs from that of the ids.
    later(-1000)
  }
  expect(await slugsOf(ana)).toEqual(['zebra', 'apple', 'love-bombing'])
  expect(await listSavedTerms(database.app, ana.owner)).toMatchObject({
    total: 3,
    clinical: 1,
    community: 2,
  })
  expect((await listSavedTermIds(database.app, ana.owner)).toSorted()).toEqual(Object.values(ids).toSorted())
  await syncTerms(database, files.slice(1))
  try {
    const { saved_terms } = await listSavedTerms(database.app, ana.owner)
    expect(saved_terms.map(({ term }) => term.retired)).toEqual([false, true, false])
    expect(await saveTerm(deps, ana.owner, apple())).toMatchObject({ outcome: 'already' })
    expect(await saveTerm(deps, ben.owner, apple())).toEqual({ outcome: 'no_such_term' })
  } finally {
    await syncTerms(database, files)
  }
})

test('the list can be filtered by slugs', async () => {
  await saveBySlug(deps, ana.owner, 'zebra')
  await saveBySlug(deps, ana.owner, 'apple')
  const { saved_terms, total } = await listSavedTerms(database.app, ana.owner, ['apple', 'love-bombing'])
  expect([saved_terms.map(({ term }) => term.slug), total]).toEqual([['apple'], 1])
  expect((await listSavedTerms(database.app, ben.owner, ['apple'])).total).toBe(0)
})

test('the export contains each term by name, oldest first', async () => {
  await saveBySlug(deps, ana.owner, 'zebra')
  later(1000)
  await saveBySlug(deps, ana.owner, 'apple')
  expect(await exportFavorites(database.app, ana.owner)).toMatchObject([
    { term_name: 'Zebra', slug: 'zebra', created_at: expect.any(Date) },
    { term_name: 'Apple', slug: 'apple' },
  ])
})

describe('another user', () => {
  test('can neither see nor remove favorites', async () => {
    await saveTerm(deps, ana.owner, apple())
    expect(await slugsOf(ben)).toEqual([])
    expect(await readSavedTerm(database.app, ben.owner, apple())).toBeUndefined()
    expect(await exportFavorites(database.app, ben.owner)).toEqual([])
    await removeSavedTerm(deps, ben.owner, apple())
    expect(await slugsOf(ana)).toEqual(['apple'])
  })

  test('is stopped by row-level security, when a query lacks its owner filter', async () => {
    await saveTerm(deps, ana.owner, apple())
    const selectAll = () => database.app.selectFrom('saved_terms').selectAll().execute()
    expect(await selectAll(), 'without an owner').toEqual([])
    await withOwner(database.app, ben.owner, async (own) => {
      expect(await own.selectFrom('saved_terms').selectAll().execute()).toEqual([])
      const { numDeletedRows } = await own.deleteFrom('saved_terms').executeTakeFirstOrThrow()
      expect(numDeletedRows).toBe(0n)
    })
    const forAna = withOwner(database.app, ben.owner, (own) =>
      sql`insert into saved_terms (id, user_id, term_id) values (gen_random_uuid(), ${ana.user_id}, ${apple()})`.execute(
        own,
      ),
    )
    await expect(forAna).rejects.toMatchObject({ code: '42501' })
    expect(await slugsOf(ana)).toEqual(['apple'])
  })
})

test('a saved term cannot be deleted from the glossary, only retired', async () => {
  await saveTerm(deps, ana.owner, apple())
  await expect(
    database.owner.deleteFrom('terms').where('slug', '=', 'apple').execute(),
  ).rejects.toMatchObject({
    code: '23001',
  })
})
