import { createHmac, hkdfSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDocument } from '../document/document.rules.ts'
import { fromBase64 } from '../keyring/bytes.rules.ts'
import { lockKeys, openEnvelope } from '../keyring/envelope.rules.ts'
import type { JournalLock } from '../lock/lock.contract.ts'
import { setJournalLocks } from '../open-lock/current-lock.client.ts'
import { addOpenLock, closeLocks, type OpenLock } from '../open-lock/open-locks.client.ts'
import { deriveId } from './derived-id.rules.ts'
import { lockedIds, lockedSizeOf, sealImports } from './locked-import.client.ts'

const lock_id = '0199d2a4-0000-7000-8000-000000000001'
const user_id = '0199d2a4-0000-7000-8000-000000000002'
const [known, retired, foreign] = [3, 4, 5].map((end) => `0199d2a4-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
]
const term = (id: string, slug: string, term_name: string, isRetired = false) => ({
  ...{ id, slug, term_name, tags: [], retired: isRetired },
})
const terms = [term(known, 'apple', 'Apple'), term(retired, 'old-apple', 'Apple', true)]
const glossary = Promise.resolve(new Map(terms.map((one) => [one.id, one])))
const now = new Date('2026-03-04T12:00:00Z')

const openLock = async (fill: number): Promise<OpenLock> => ({
  ...{ lock_id, user_id, generation: 1 },
  ...(await lockKeys(new Uint8Array(32).fill(fill), lock_id)),
})
let lock: OpenLock
beforeEach(async () => {
  lock = await openLock(7)
  setJournalLocks([{ id: lock_id, state: 'locked' } as JournalLock])
  addOpenLock(lock)
})
afterEach(() => {
  closeLocks()
  setJournalLocks([])
})

describe('Ids in a locked journal', () => {
  const time = Date.parse('2024-03-14T21:34:56.789Z')

  test('are the same each time, and another lock has others', async () => {
    const toId = lockedIds(lock, new Set())
    const id = await toId(time, 'text')
    expect(await lockedIds(await openLock(7), new Set())(time, 'text')).toBe(id)
    expect(await lockedIds(await openLock(8), new Set())(time, 'text')).not.toBe(id)
    expect(await toId(time, 'other text')).not.toBe(id)
    expect(await toId(time + 1, 'text')).not.toBe(id)
  })

  test('are those that docs/decisions/042 specifies', async () => {
    const salt = Buffer.from(lock_id.replaceAll('-', ''), 'hex')
    const key = hkdfSync('sha256', Buffer.alloc(32, 7), salt, 'unfog journal ids v1', 32)
    const mac = createHmac('sha256', Buffer.from(key)).update(`${time}\0text`).digest('hex')
    const id = await lockedIds(lock, new Set())(time, 'text')
    // All bits of the hash that version and variant leave.
    expect(id.slice(-12)).toBe(mac.slice(8, 20))
    expect(id.slice(15, 18)).toBe(mac.slice(1, 4))
  })

  test('have only the hour, and no hash that someone else could compute', async () => {
    const id = await lockedIds(lock, new Set())(time, 'text')
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2024-03-14T21:00:00Z'))
    for (const guess of [time, Date.parse('2024-03-14T21:00:00Z')])
      expect((await deriveId(guess, 'text')).slice(-12)).not.toBe(id.slice(-12))
  })

  test('are the former ones for what was imported before the journal was locked', async () => {
    const former = await deriveId(time, 'text')
    const toId = lockedIds(lock, new Set([former]))
    expect(await toId(time, 'text')).toBe(former)
    expect(await toId(time, 'other text')).not.toBe(await deriveId(time, 'other text'))
  })
})

describe('A sealed entry', () => {
  const id = '018e3f2a-0000-7000-8000-000000000009'
  const entry = {
    ...emptyDocument,
    id,
    content: 'He hid my keys.',
    created_at: '2024-03-14T21:34:56.789Z',
    updated_at: '2024-03-15T08:15:00.000Z',
    linked_term_ids: [known, foreign, retired, user_id],
    terms: [{ id: foreign, slug: 'unknown', term_name: 'Apple' }],
  }

  test('has its text and exact times inside, and outside only the hours', async () => {
    const { entries, unknownTerms } = await sealImports([{ entry, file: 'data.json' }], now, glossary)
    const [sent] = entries as unknown as [{ locked: { data: string } } & Record<string, unknown>]
    expect(Object.keys(sent).toSorted()).toEqual(['created_at', 'id', 'locked', 'updated_at'])
    expect(sent).toMatchObject({
      id,
      created_at: '2024-03-14T21:00:00.000Z',
      updated_at: '2024-03-15T08:00:00.000Z',
    })
    const place = { lock_id, user_id, kind: 'entry' as const, id, revision: 1 }
    const { json } = await openEnvelope(lock.contentKey, fromBase64(sent.locked.data), place)
    const { content, created_at, updated_at } = entry
    expect(JSON.parse(json)).toMatchObject({ v: 2, content, created_at, updated_at })
    expect(JSON.parse(json)).not.toHaveProperty('terms')
    // Known by its id, found by its name as the active term, and known though retired.
    expect(JSON.parse(json).linked_term_ids).toEqual([known, retired])
    expect(unknownTerms).toEqual([1])
  })

  test('is no larger in a request than it was measured', async () => {
    for (const content of ['x', 'x'.repeat(900), '💔'.repeat(3_000), '\u0001'.repeat(100_000)]) {
      const long = { ...entry, content, terms: [] }
      const { entries } = await sealImports([{ entry: long, file: '' }], now, glossary)
      expect(JSON.stringify(entries[0]).length).toBeLessThanOrEqual(lockedSizeOf(long))
    }
  })

  test('is not made while the journal is closed', async () => {
    closeLocks()
    await expect(sealImports([{ entry, file: '' }], now, glossary)).rejects.toThrow(/locked/)
  })
})
