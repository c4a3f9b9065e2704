import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDocument } from '../document/document.rules.ts'
import { lockKeys } from '../keyring/envelope.rules.ts'
import type { JournalLock } from '../lock/lock.contract.ts'
import { setJournalLocks } from '../open-lock/current-lock.client.ts'
import { addOpenLock, closeLocks } from '../open-lock/open-locks.client.ts'
import { openDocuments, sealEntry } from './open-documents.client.ts'

const user_id = '0b5c1f0e-7a51-4c3e-9d55-0f3c8e3a1b11'
const lock_id = '4e6a8f0e-94b8-4c6f-8a44-6d1f6d7b9c22'
const count = 10_000

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ terms: [] }))
  const keys = await lockKeys(new Uint8Array(32).fill(7), lock_id)
  addOpenLock({ lock_id, user_id, generation: 1, ...keys })
  setJournalLocks([{ id: lock_id, state: 'locked' } as JournalLock])
})
afterEach(() => {
  closeLocks()
  setJournalLocks([])
  vi.unstubAllGlobals()
})

const idOf = (number: number) => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`

test('10,000 Connections open in slices that leave the page its turn', async () => {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const created_at = '2026-11-27T17:42:54.123Z'
  const rows = await Promise.all(
    numbers.map(async (number) => {
      const content = `Number ${number}. ${'It went on and on. '.repeat(40)}`
      const place = { id: idOf(number), revision: 1, created_at }
      const members = await sealEntry({ ...emptyDocument, content }, place)
      return { id: place.id, revision: 1, content: null, ...('locked' in members && members) }
    }),
  )
  // Another program may stop the page meanwhile, but not each time.
  const pauses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++)
    pauses.push(await longestPause(() => openDocuments({ entries: rows })))
  expect(Math.min(...pauses)).toBeLessThanOrEqual(0.2)
  const { entries } = await openDocuments({ entries: rows })
  expect(entries.filter(({ content }) => content !== null)).toHaveLength(count)
})

/** How long a message waited at most while something ran, as a part of that time: milliseconds depend on what else runs. */
async function longestPause(run: () => Promise<unknown>): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  let longest = 0
  const start = performance.now()
  let last = start
  port1.onmessage = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    port2.postMessage('')
  }
  port2.postMessage('')
  await run()
  port1.close()
  const end = performance.now()
  return Math.max(longest, end - last) / (end - start)
}
