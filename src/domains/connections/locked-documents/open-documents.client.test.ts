import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../platform/api-client.ts'
import { emptyDocument } from '../document/document.rules.ts'
import { fromBase64, toBase64 } from '../keyring/bytes.rules.ts'
import { type EnvelopePlace, lockKeys, openEnvelope, sealEnvelope } from '../keyring/envelope.rules.ts'
import type { JournalLock, LockState } from '../lock/lock.contract.ts'
import { agreeToEnd, doubtedLocks, setJournalLocks } from '../open-lock/current-lock.client.ts'
import { addOpenLock, closeLocks, type OpenLock } from '../open-lock/open-locks.client.ts'
import { openDocuments, prepareToOpen, sealDraft, sealEntry } from './open-documents.client.ts'
import { forgetTermNames } from './term-names.client.ts'

const user_id = '0b5c1f0e-7a51-4c3e-9d55-0f3c8e3a1b11'
const lock_id = '4e6a8f0e-94b8-4c6f-8a44-6d1f6d7b9c22'
const id = '01960000-0000-7000-8000-000000000001'
const writer = '6f1f2a34-0000-4000-8000-000000000002'
const term = {
  id: '7a000000-0000-4000-8000-000000000003',
  slug: 'gaslighting',
  term_name: 'Gaslighting',
  tags: ['doubt'],
  retired: false,
}
const created_at = '2026-11-27T17:42:54.123Z'
const text = {
  ...emptyDocument,
  content: 'He said it never happened.',
  linked_term_ids: [term.id],
  happened: { date: '2026-11', time: null, about: true, time_zone: 'Europe/Berlin' },
  tags: ['proof'],
  record: { ...emptyDocument.record, place: 'the kitchen' },
}

let lock: OpenLock
const fetched = vi.fn(async (_path: string) => Response.json({ terms: [term] }))

const lockIn = (state: LockState, lock_id: string) =>
  ({ id: lock_id, state, generation: 1, keyring: {}, rows: 1 }) as unknown as JournalLock

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched)
  // Of another file's test.
  forgetTermNames()
  const keys = await lockKeys(new Uint8Array(32).fill(7), lock_id)
  lock = { lock_id, user_id, generation: 1, ...keys }
  addOpenLock(lock)
  setJournalLocks([lockIn('locked', lock_id)])
})
afterEach(() => {
  closeLocks()
  setJournalLocks([])
  vi.unstubAllGlobals()
})

/** As the server answers. */
const rowOf = (data: string, members: object = {}) => ({
  ...{
    id,
    user_id,
    revision: 3,
    content: null,
    linked_term_id: null,
    linked_term_ids: [],
    terms: [],
    term: null,
  },
  ...{ happened: null, tags: [], record: emptyDocument.record, entry_type: 'freeform' },
  ...{ created_at: '2026-11-27T17:00:00.000Z', updated_at: '2026-11-27T17:00:00.000Z' },
  locked: { lock_id, data },
  ...members,
})
const draftOf = (data: string) => {
  const { entry_type: _, ...row } = rowOf(data, { writer, sequence: 5, entry_revision: null })
  return row
}

async function dataOf(members: Awaited<ReturnType<typeof sealEntry>>): Promise<string> {
  if (!('locked' in members)) throw new Error('it is not locked')
  return members.locked.data
}

const entryPlace: EnvelopePlace = { lock_id, user_id, kind: 'entry', id, revision: 3 }
const sealJson = async (json: string, place = entryPlace) =>
  toBase64(await sealEnvelope(lock.contentKey, json, place, 1))
const readBack = async (data: string, place: EnvelopePlace) =>
  JSON.parse((await openEnvelope(lock.contentKey, fromBase64(data), place)).json)

test('a Connection opens as it was sealed, with its exact time and the names of its terms', async () => {
  const data = await dataOf(await sealEntry(text, { id, revision: 3, created_at }))
  const answer = { entries: [rowOf(data)], next: null, total: 1 }
  const { entries } = await openDocuments(answer)
  expect(entries[0]).toMatchObject({ ...text, entry_type: 'term_linked', term, terms: [term], created_at })
  expect(entries[0]).not.toHaveProperty('locked')
  expect(entries[0]?.updated_at).toMatch(/^20.+Z$/)
})

test('a draft opens with the version that it was begun from', async () => {
  const members = await sealDraft(text, { id, writer, sequence: 5, entry_revision: 2 })
  const { drafts } = await openDocuments({ drafts: [draftOf(await dataOf(members))] })
  expect(drafts[0]).toMatchObject({ ...text, entry_revision: 2, writer, sequence: 5, revision: 3 })
})

test('names of terms are fetched as a whole, even if nothing is linked', async () => {
  fetched.mockClear()
  const data = await dataOf(await sealEntry(emptyDocument, { id, revision: 3, created_at }))
  await openDocuments([rowOf(data)])
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/terms/names'])
})

test('without the names nothing is shown: saving would lose the links', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  const data = await dataOf(await sealEntry(text, { id, revision: 3, created_at }))
  await expect(openDocuments(rowOf(data))).rejects.toThrow('no response')
})

test('fields of a newer version survive a change, also through a draft', async () => {
  const newer = { v: 7, ...text, mood: 'low', record: { ...text.record, witness: 'Ana' }, created_at }
  const entry = await openDocuments(rowOf(await sealJson(JSON.stringify(newer))))
  const changed = { ...text, record: entry.record, content: 'He said it again.' }
  const saved = await dataOf(await sealEntry(changed, { id, revision: 4, created_at }))
  const expected = { v: 7, mood: 'low', content: 'He said it again.', record: { witness: 'Ana' } }
  expect(await readBack(saved, { ...entryPlace, revision: 4 })).toMatchObject(expected)
  const draft = await dataOf(await sealDraft(changed, { id, writer, sequence: 6, entry_revision: 3 }))
  const draftPlace = { lock_id, user_id, kind: 'draft', id, writer, sequence: 6 } as const
  expect(await readBack(draft, draftPlace)).toMatchObject(expected)
})

test('an older version gives its fields to nothing that follows another', async () => {
  const { created_at: _, ...version } = rowOf(await sealJson(JSON.stringify({ v: 7, ...text, mood: 'low' })))
  await openDocuments({ versions: [version] })
  await openDocuments(
    rowOf(await sealJson(JSON.stringify({ ...text, v: 2 }), { ...entryPlace, revision: 8 }), { revision: 8 }),
  )
  const saved = await dataOf(await sealEntry(text, { id, revision: 9, created_at }))
  expect(await readBack(saved, { ...entryPlace, revision: 9 })).not.toHaveProperty('mood')
})

test.each<[string, () => Promise<object>]>([
  ['of another revision', async () => rowOf(await sealJson(JSON.stringify(text)), { revision: 4 })],
  ['of another Connection', async () => rowOf(await sealJson(JSON.stringify(text)), { id: writer })],
  ['of a draft, as a Connection', async () => rowOf(await sealDraftData(), {})],
  ['of a Connection, as a draft', async () => draftOf(await sealJson(JSON.stringify(text)))],
  ['of an earlier draft', async () => ({ ...draftOf(await sealDraftData()), sequence: 6 })],
  [
    'of another person',
    async () => rowOf(await sealJson(JSON.stringify(text), { ...entryPlace, user_id: writer })),
  ],
  [
    'of a lock that is closed',
    async () => rowOf(await sealJson(JSON.stringify(text)), { locked: { lock_id: writer, data: 'AAAA' } }),
  ],
])('an envelope %s stays closed', async (_, row) => {
  const closed = await row()
  const opened = await openDocuments(closed)
  expect(opened).toBe(closed)
  expect(opened).toMatchObject({ content: null })
})

const sealDraftData = async () =>
  dataOf(await sealDraft(text, { id, writer, sequence: 5, entry_revision: 3 }))

test.each([
  'null',
  '"text"',
  '[]',
  '{}',
  '{"content":7}',
  '{"content":null}',
  '{"__proto__":{"content":"x"}}',
  '{"content":"x","tags":"y"}',
  '{"content":"x","tags":[1]}',
  '{"content":"x","linked_term_ids":{}}',
  '{"content":"x","happened":"2026"}',
  '{"content":"x","record":{"place":1}}',
  '{"content":"x"',
  '',
])('a document %s is shown as one that does not open', async (json) => {
  const row = rowOf(await sealJson(json))
  expect(await openDocuments(row)).toBe(row)
})

test.each(['', 'AAAA', '****', 'A'.repeat(1_412)])('data %o is shown as what does not open', async (data) => {
  const row = rowOf(data)
  expect(await openDocuments([row])).toEqual([row])
})

test('one that does not open leaves the others', async () => {
  const data = await dataOf(await sealEntry(text, { id, revision: 3, created_at }))
  const opened = await openDocuments([rowOf('AAAA'), rowOf(data)])
  expect(opened.map(({ content }) => content)).toEqual([null, text.content])
})

test('what is not locked stays the same object', async () => {
  const answer = { a: [{ id, locked: 'x' }], b: new Date(0), c: null, d: { locked: null, id: 1 } }
  expect(await openDocuments(answer)).toBe(answer)
})

test('without the key nothing is sealed, and nothing goes as plain text', async () => {
  closeLocks()
  const sealing = sealEntry(text, { id, revision: 1, created_at })
  await expect(sealing).rejects.toThrow(ApiProblem)
  await expect(sealing).rejects.toMatchObject({ status: 403 })
})

describe('Once the server ends a lock', () => {
  const entry = () => sealEntry(text, { id, revision: 1, created_at })
  const draft = () => sealDraft(text, { id, writer, sequence: 1, entry_revision: null })
  const ended: [string, JournalLock[]][] = [
    ['says that there is none', []],
    ['says that it is being unlocked', [lockIn('unlocking', lock_id)]],
    ['says that it is set aside', [lockIn('set_aside', lock_id)]],
  ]

  test.each(ended)('that was open here, and %s, no text goes until the user agrees', async (_, locks) => {
    setJournalLocks(locks)
    for (const isOpen of [true, false]) {
      if (!isOpen) closeLocks()
      for (const seal of [entry, draft]) await expect(seal()).rejects.toMatchObject({ status: 403 })
      expect(doubtedLocks()).toEqual([lock_id])
    }
    agreeToEnd([lock_id])
    expect(doubtedLocks()).toEqual([])
    expect(await entry()).toBe(text)
    expect(await draft()).toBe(text)
    // Its next end is another one.
    setJournalLocks([lockIn('locking', lock_id)])
    setJournalLocks(locks)
    await expect(entry()).rejects.toMatchObject({ status: 403 })
  })

  test('that another tab never opened, but is being unlocked, no text goes either', async () => {
    agreeToEnd([lock_id])
    setJournalLocks([lockIn('unlocking', writer)])
    await expect(entry()).rejects.toMatchObject({ status: 403 })
    agreeToEnd([writer])
    expect(await entry()).toBe(text)
    setJournalLocks([])
    expect(await entry()).toBe(text)
  })

  test('text of another lock is encrypted with that one, or not sent', async () => {
    setJournalLocks([lockIn('unlocking', lock_id), lockIn('locked', writer)])
    expect(doubtedLocks()).toEqual([])
    await expect(entry()).rejects.toMatchObject({ status: 403 })
  })
})

test('what opening needs beside the key loads before, and once', async () => {
  fetched.mockClear()
  prepareToOpen()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  expect(fetched.mock.calls[0]?.[0]).toContain('/terms/names')
  const members = await sealEntry(text, { id, revision: 3, created_at })
  const row = rowOf('locked' in members ? members.locked.data : '')
  expect((await openDocuments(row)).content).toBe(text.content)
  expect(fetched).toHaveBeenCalledOnce()
})
