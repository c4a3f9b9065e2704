import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EntryDocument, emptyDocument } from '../../document/document.rules.ts'
import { fromBase64 } from '../../keyring/bytes.rules.ts'
import { type LockKeys, lockKeys, openEnvelope } from '../../keyring/envelope.rules.ts'
import type { JournalLock, Locked } from '../../lock/lock.contract.ts'
import { JournalLocksContext } from '../../lock/ui/journal-locks.ts'
import { agreeToEnd, setJournalLocks } from '../../open-lock/current-lock.client.ts'
import { addOpenLock, closeLocks } from '../../open-lock/open-locks.client.ts'
import { useDraft } from './use-draft.ts'

const user_id = '0b5c1f0e-7a51-4c3e-9d55-0f3c8e3a1b11'
const lock_id = '4e6a8f0e-94b8-4c6f-8a44-6d1f6d7b9c22'
const id = '01960000-0000-7000-8000-000000000001'
const canary = 'She hid my keys again.'
const lock = { id: lock_id, state: 'locked', generation: 1, keyring: {}, rows: 1 } as unknown as JournalLock

let root: Root
let draft: ReturnType<typeof useDraft>
let keys: LockKeys
let bodies: string[]
let answer: (path: string, init: RequestInit) => Response

const Writer = ({ saved }: { saved?: EntryDocument }) => {
  draft = useDraft({ id, entry_revision: saved ? 2 : null, draft: null, saved })
  return <p>{draft.state}</p>
}

async function show(saved?: EntryDocument, locks = [lock]) {
  root.render(
    <JournalLocksContext value={{ user_id, locks }}>
      <Writer {...(saved && { saved })} />
    </JournalLocksContext>,
  )
  await expect.poll(() => document.querySelector('p')).not.toBeNull()
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  bodies = []
  answer = () => Response.json({ revision: bodies.length })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    bodies.push(String(init.body ?? ''))
    return answer(path, init)
  })
  keys = await lockKeys(new Uint8Array(32).fill(7), lock_id)
  addOpenLock({ lock_id, user_id, generation: 1, ...keys })
  setJournalLocks([lock])
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div') as Element)
})
afterEach(async () => {
  root.unmount()
  closeLocks()
  setJournalLocks([])
  vi.unstubAllGlobals()
})

const write = (content: string) => draft.save({ ...emptyDocument, content })
/** Encryption has no event to wait for. */
const sealed = () => draft.flush()

type ExitBody = { id: string; writer: string; sequence: number; locked: Locked; fork?: ExitBody }

function exit(): ExitBody | undefined {
  const detail: RequestInit = {}
  document.dispatchEvent(new CustomEvent('quickhide:exit', { detail }))
  if (detail.body !== undefined) bodies.push(String(detail.body))
  return detail.body === undefined ? undefined : JSON.parse(String(detail.body))
}

async function open({ id, locked, writer, sequence }: ExitBody): Promise<EntryDocument> {
  const place = { lock_id, user_id, kind: 'draft', id, writer, sequence } as const
  return JSON.parse((await openEnvelope(keys.contentKey, fromBase64(locked.data), place)).json)
}

/** No request has the text. */
const expectNoText = () => {
  for (const body of bodies) expect(body).not.toContain('keys')
}

test('Quick Hide sends an envelope of the newest text at once', async () => {
  answer = () => new Response('', { status: 503 })
  await show()
  write(`${canary} And my phone.`)
  await sealed()
  const body = exit()
  if (!body) throw new Error('nothing was sent')
  expect(await open(body)).toMatchObject({ content: `${canary} And my phone.` })
  const { fork } = body
  if (!fork) throw new Error('there is no other id')
  const { writer, sequence } = body
  expect(fork.id).not.toBe(id)
  expect(await open({ ...fork, writer, sequence })).toMatchObject({
    content: `${canary} And my phone.`,
    entry_revision: null,
  })
  expectNoText()
})

test('a change that is not encrypted yet leaves the last envelope, and never plain text', async () => {
  answer = () => new Response('', { status: 503 })
  await show()
  write(canary)
  await sealed()
  write(`${canary} And then`)
  const body = exit()
  if (!body) throw new Error('nothing was sent')
  expect(await open(body)).toMatchObject({ content: canary })
  expectNoText()
})

test('before the first envelope nothing goes', async () => {
  await show()
  write(canary)
  expect(exit()).toBeUndefined()
  expectNoText()
})

test('a text that was removed does not come back', async () => {
  answer = () => new Response('', { status: 503 })
  await show()
  write(canary)
  await sealed()
  write('')
  await sealed()
  expect(exit()).toBeUndefined()
})

test('an envelope that is too long for the exit stays here', async () => {
  answer = () => new Response('', { status: 503 })
  await show()
  // 49,152 bytes with padding, and 65,600 as base64.
  write('keys'.repeat(11_500))
  await sealed()
  expect(exit()).toBeUndefined()
})

test('each change follows the last, numbered as its envelope', async () => {
  await show()
  for (const content of [canary, `${canary} Twice.`]) {
    write(content)
    await draft.flush()
  }
  const [first, second] = bodies.map((body) => JSON.parse(body))
  expect(second).toMatchObject({ revision: 1, writer: first.writer })
  expect(second.sequence).toBeGreaterThan(first.sequence)
  expect(await open({ ...second, id })).toMatchObject({ content: `${canary} Twice.` })
  expectNoText()
})

test('a text that is the saved one again deletes the draft of this page, and no other', async () => {
  const saved = { ...emptyDocument, content: canary }
  await show(saved)
  write(`${canary} Twice.`)
  await draft.flush()
  const requests: string[] = []
  answer = (path, { method }) => {
    requests.push(`${method} ${path}`)
    return method === 'GET' ? Response.json({ revision: 9 }) : new Response(null, { status: 204 })
  }
  write(canary)
  await draft.flush()
  expect(requests).toEqual([`GET /api/journal-drafts/${id}`])
})

test('a closed journal is said, and what was typed goes once it is open', async () => {
  closeLocks()
  await show()
  write(canary)
  await draft.flush()
  expect(bodies).toEqual([])
  await expect.poll(() => draft.state).toBe('forbidden')
  expect(draft.forbiddenReason).toMatch(/locked/)
  addOpenLock({ lock_id, user_id, generation: 1, ...keys })
  await expect.poll(() => bodies.length).toBe(1)
  expect(await open({ ...JSON.parse(bodies[0] ?? ''), id })).toMatchObject({ content: canary })
})

test('a page that is older than the lock learns it, and then sends an envelope', async () => {
  setJournalLocks([])
  closeLocks()
  agreeToEnd([lock_id])
  await show(undefined, [])
  answer = () => Response.json({ detail: 'It is locked.', journal_lock: lock_id }, { status: 403 })
  let learned = 0
  document.addEventListener('journal-locks-changed', () => learned++, { once: true })
  write(canary)
  await draft.flush()
  await expect.poll(() => draft.state).toBe('forbidden')
  expect(learned).toBe(1)
  answer = () => Response.json({ revision: 1 })
  setJournalLocks([lock])
  await show()
  addOpenLock({ lock_id, user_id, generation: 1, ...keys })
  await expect.poll(() => bodies.length).toBe(2)
  expect(await open({ ...JSON.parse(bodies[1] ?? ''), id })).toMatchObject({ content: canary })
})

test('a lock that the server ends by itself sends no plain text, nor at Quick Hide, until the user agrees', async () => {
  await show()
  answer = () => Response.json({ detail: 'It is not locked.', journal_lock: null }, { status: 403 })
  write(canary)
  await draft.flush()
  setJournalLocks([])
  await show(undefined, [])
  await expect.poll(() => draft.forbiddenReason).toMatch(/was locked/)
  write(`${canary} And my phone.`)
  await draft.flush()
  expect(exit()).toBeUndefined()
  expect(bodies).toHaveLength(1)
  expectNoText()
  answer = () => Response.json({ revision: 1 })
  // The exit ended the draft; typing goes on.
  write(`${canary} And my phone.`)
  agreeToEnd([lock_id])
  await expect.poll(() => bodies.length).toBe(2)
  expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ content: `${canary} And my phone.` })
})
