import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, syncTerms, type TestUser, testJournal } from '../../../../test/support/user.ts'
import { createOwner } from '../../../platform/create-owner.ts'
import { planRequired, readOnlyAccount } from '../../../platform/messages.en.yaml'
import { readEntry } from '../entries.reads.server.ts'
import { limits } from '../entries.rules.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'
import { listTrash } from '../trash/trash.reads.server.ts'
import { deleteEntry } from '../trash/trash.writes.server.ts'
import type { ImportResult } from './import.contract.ts'
import { listExistingIds } from './import.reads.server.ts'
import { importEntries } from './import.writes.server.ts'

const database = testDatabase()
const { journal } = testJournal(database)
let terms: Record<string, string>
beforeAll(async () => {
  terms = await syncTerms(database, [sourceTerm('Apple'), sourceTerm('Word Salad')])
})

const entry = (change: object = {}) => ({
  id: uuidv7(),
  created_at: '2024-03-14T21:30:00.123Z',
  content: 'She hid my keys.',
  ...change,
})
async function run({ owner }: TestUser, ...entries: unknown[]): Promise<ImportResult[]> {
  const result = await importEntries(journal, owner, entries)
  if (result.outcome !== 'imported') throw new Error(result.outcome)
  return result.results
}
const outcomes = (results: ImportResult[]) => results.map(({ outcome }) => outcome)
async function read({ owner }: TestUser, id: string) {
  const result = await readEntry(journal, owner, id)
  return result.outcome === 'found' ? result.entry : undefined
}
const newUser = () => createTestUser(database)

describe('An imported Connection', () => {
  test('has all its fields, its id and its times', async () => {
    const ana = await newUser()
    const full = entry({
      updated_at: '2024-03-15T08:00:00.456Z',
      linked_term_ids: [terms['word-salad'], terms.apple],
      happened: { date: '2020-03', time: null, about: true, time_zone: 'Europe/Berlin' },
      tags: ['Phone'],
      record: { place: 'Home', people: 'My sister', proof: '', disclosed_to: '' },
    })
    expect(await run(ana, full)).toEqual([{ id: full.id, outcome: 'saved' }])
    expect(await read(ana, full.id)).toMatchObject({ ...full, revision: 1, entry_type: 'term_linked' })
    const changed = await changeEntry(journal, ana.owner, full.id, { revision: 1, content: 'Changed.' })
    expect(changed.outcome).toBe('saved')
  })

  test('that is here already stays as it is, also when the file has another text', async () => {
    const ana = await newUser()
    const one = entry()
    await run(ana, one)
    const again = {
      ...one,
      id: one.id.toUpperCase(),
      content: 'Another text.',
      created_at: '2001-01-01T00:00:00Z',
    }
    expect(await run(ana, again, one)).toMatchObject([
      { id: one.id, outcome: 'exists' },
      { id: one.id, outcome: 'exists' },
    ])
    expect(await read(ana, one.id)).toMatchObject(one)
    const twin = entry()
    expect(outcomes(await run(ana, twin, { ...twin, content: 'Twice.' }))).toEqual(['saved', 'exists'])
    expect(await read(ana, twin.id)).toMatchObject(twin)
  })

  test('that was deleted stays in the trash', async () => {
    const ana = await newUser()
    const one = entry()
    await run(ana, one)
    await deleteEntry(journal, ana.owner, one.id)
    expect(outcomes(await run(ana, one))).toEqual(['exists'])
    expect(await read(ana, one.id)).toBeUndefined()
    const trash = await listTrash(journal, ana.owner)
    expect(trash).toMatchObject({ entries: [{ id: one.id, content: one.content }] })
    expect(await listExistingIds(journal, ana.owner)).toEqual({
      outcome: 'listed',
      ids: [],
      deleted_ids: [one.id],
    })
  })

  test('can have the id of another person’s, and neither sees the other', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const hers = entry()
    const his = { ...hers, content: 'His own.' }
    expect(outcomes(await run(ana, hers))).toEqual(['saved'])
    expect(outcomes(await run(ben, his))).toEqual(['saved'])
    expect((await read(ana, hers.id))?.content).toBe(hers.content)
    expect((await read(ben, hers.id))?.content).toBe('His own.')
    expect(await listExistingIds(journal, ben.owner)).toMatchObject({ ids: [hers.id], deleted_ids: [] })
  })

  test('takes a change before its beginning, or in the future, as none', async () => {
    const ana = await newUser()
    for (const updated_at of ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
      const one = entry({ updated_at })
      await run(ana, one)
      expect((await read(ana, one.id))?.updated_at).toBe(one.created_at)
    }
  })

  test('links the terms that the glossary has, by id, slug or name, and counts the others', async () => {
    const ana = await newUser()
    const [bySlug, byName, unknown] = [uuidv7(), uuidv7(), uuidv7()]
    const one = entry({
      linked_term_ids: [bySlug, unknown, byName, terms.apple],
      terms: [
        { id: bySlug, slug: 'word-salad', term_name: 'Renamed' },
        { id: byName, slug: 'renamed', term_name: 'Apple' },
        { id: unknown, slug: 'nothing\0', term_name: '\ud83d' },
      ],
    })
    expect(await run(ana, one)).toEqual([{ id: one.id, outcome: 'saved', unknown_terms: 1 }])
    expect((await read(ana, one.id))?.linked_term_ids).toEqual([terms['word-salad'], terms.apple])
  })
})

test('A bad entry stops no other, and says why', async () => {
  const ana = await newUser()
  const good = entry()
  const bad = [
    ...[null, 5, 'x', [], {}, entry({ id: 'x' }), entry({ id: crypto.randomUUID() })],
    ...[entry({ content: ' ' }), entry({ content: 'x'.repeat(100_001) }), entry({ content: null })],
    ...[entry({ created_at: '2026-03-04T12:00:01Z' }), entry({ created_at: '1899-12-31T00:00:00Z' })],
    ...[entry({ created_at: '2024-02-30T00:00:00Z' }), entry({ created_at: undefined })],
    ...[
      entry({ tags: ['x'.repeat(10_000)] }),
      entry({ tags: Array.from({ length: 500 }, (_, n) => `${n}`) }),
    ],
    entry({ happened: { date: '2024-02-30' } }),
    entry({ linked_term_ids: Array.from({ length: 21 }, () => uuidv7()) }),
  ]
  const results = await run(ana, ...bad, good)
  expect(outcomes(results)).toEqual([...bad.map(() => 'rejected'), 'saved'])
  for (const { reason } of results.slice(0, -1)) expect(reason).toMatch(/\w{3}/)
  expect(await listExistingIds(journal, ana.owner)).toMatchObject({ ids: [good.id] })
})

test('Members that mean something in JavaScript change no object', async () => {
  const ana = await newUser()
  const id = uuidv7()
  const raw = JSON.parse(
    `{"id":"${id}","created_at":"2024-03-14T12:00:00Z","content":"Text.","__proto__":{"tags":["bad"]},"record":{"__proto__":{"place":"bad"},"place":"","people":"","proof":"","disclosed_to":""}}`,
  )
  expect(outcomes(await run(ana, raw))).toEqual(['saved'])
  expect(await read(ana, id)).toMatchObject({ tags: [], record: { place: '' } })
  expect(Object.prototype).not.toHaveProperty('tags')
})

describe('The limits', () => {
  /** Fills the journal without encrypting each row. */
  async function fill({ user_id }: TestUser, count: number) {
    const connection = await database.connect()
    await connection.query(
      `insert into journal_entries (user_id, id, revision, entry_type, sealed, created_at, updated_at)
       select $1, gen_random_uuid(), 1, 'freeform', '\\x00', '2020-01-01', '2020-01-01' from generate_series(1, $2)`,
      [user_id, count],
    )
    await connection.end()
  }

  test('of the journal rejects what does not fit, and no day has a limit', async () => {
    const ana = await newUser()
    await run(ana, entry())
    await fill(ana, limits.entries - 3)
    const results = await run(ana, entry(), entry(), entry(), entry())
    expect(outcomes(results)).toEqual(['saved', 'saved', 'rejected', 'rejected'])
    expect(results[2]?.reason).toContain('20,000')
    // More than a day of writing.
    const ben = await newUser()
    for (let request = 0; request < 11; request++) {
      const batch = Array.from({ length: 100 }, () =>
        entry({ created_at: journal.clock.now().toISOString() }),
      )
      expect(new Set(outcomes(await run(ben, ...batch)))).toEqual(new Set(['saved']))
    }
  })

  test('hold for two tabs at once, which save nothing twice', async () => {
    const ana = await newUser()
    await run(ana, entry())
    await fill(ana, limits.entries - 51)
    const batch = Array.from({ length: 40 }, () => entry())
    const more = Array.from({ length: 40 }, () => entry())
    const results = await Promise.all([run(ana, ...batch), run(ana, ...batch), run(ana, ...more)])
    const saved = results.flat().filter(({ outcome }) => outcome === 'saved')
    expect(new Set(saved.map(({ id }) => id)).size).toBe(saved.length)
    expect(saved).toHaveLength(50)
  })

  test('of an account that cannot write', async () => {
    const { owner } = await createTestUser(database, 'restricted')
    expect(await importEntries(journal, owner, [entry()])).toEqual({
      outcome: 'forbidden',
      reason: readOnlyAccount(),
    })
    const starter = createOwner({ ...(await newUser()).owner, journals: false })
    expect(await importEntries(journal, starter, [entry()])).toEqual({
      outcome: 'forbidden',
      reason: planRequired(),
    })
  })
})

test('An import that is cut saves all of a request or nothing, and goes on afterwards', async () => {
  const ana = await newUser()
  const [first, second] = [entry(), entry()]
  await run(ana, first)
  // As when the connection to the database breaks after the rows are written.
  const cut = new Proxy(journal.database, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      return () => ({
        execute: (work: (own: unknown) => Promise<unknown>) =>
          target.transaction().execute(async (own) => {
            await work(own)
            throw new Error('cut')
          }),
      })
    },
  })
  await expect(importEntries({ ...journal, database: cut }, ana.owner, [first, second])).rejects.toThrow(
    'cut',
  )
  expect(await read(ana, second.id)).toBeUndefined()
  expect(outcomes(await run(ana, first, second))).toEqual(['exists', 'saved'])
})

test('Without its data key a journal takes nothing, so that the loss is seen', async () => {
  const ana = await newUser()
  await run(ana, entry())
  const connection = await database.connect()
  await connection.query('delete from data_keys where user_id = $1', [ana.user_id])
  await connection.end()
  expect(await importEntries(journal, ana.owner, [entry()])).toEqual({ outcome: 'undecryptable' })
  expect(await listExistingIds(journal, ana.owner)).toEqual({ outcome: 'undecryptable' })
})

test('The form and an import that save the same id at once save it once', async () => {
  const ana = await newUser()
  const one = entry()
  const [results, saved] = await Promise.all([
    run(ana, one),
    saveEntry(journal, ana.owner, { id: one.id, content: one.content, linked_term_id: null }).catch(
      () => undefined,
    ),
  ])
  expect(['saved', 'exists']).toContain(results[0]?.outcome)
  expect((await read(ana, one.id))?.content).toBe(one.content)
  expect(saved?.outcome ?? 'already').toMatch(/saved|already/)
})
