import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEnvelope, sealEnvelope } from '../keyring/envelope.rules.ts'
import { createKeyring, newJournalKey, replaceSlot } from '../keyring/keyring.rules.ts'
import { newKit } from '../keyring/kit.rules.ts'
import type { JournalLock, Keyring } from '../lock/lock.contract.ts'
import type * as openClient from './open.client.ts'
import type * as openLocksClient from './open-locks.client.ts'
import type { OpenLock } from './open-locks.client.ts'
import type * as rollbackClient from './rollback.client.ts'

const kdf = { memory_kib: 8_192, passes: 1, lanes: 1 }
const phrase = 'seven paper boats at noon'
const storageKey = 'journalReload'
const folder = '/src/domains/connections/open-lock/'

/** The modules of one tab. */
type Tab = Window & {
  open: typeof openClient
  locks: typeof openLocksClient
  rollback: typeof rollbackClient
  sessionStorage: Storage
}

const frames: HTMLIFrameElement[] = []
/** What the server stores with the session. */
let reloadKey: string | null = null
let requests: string[] = []
let locksOfServer: Keyring[] = []

/** A frame has its own modules and memory, as a tab does; only the storage is shared. */
async function newTab(): Promise<Tab> {
  const frame = document.createElement('iframe')
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  // Any document with an address: a worker is found from it.
  frame.src = `${folder}open-locks.client.ts`
  document.body.append(frame)
  await loaded
  frames.push(frame)
  const tab = frame.contentWindow as unknown as Tab & { loaded: Promise<void> }
  tab.fetch = answer
  const script = tab.document.createElement('script')
  const url = (file: string) => JSON.stringify(folder + file)
  script.textContent = `window.loaded = (async () => {
    window.locks = await import(${url('open-locks.client.ts')})
    window.open = await import(${url('open.client.ts')})
    window.rollback = await import(${url('rollback.client.ts')})
  })()`
  tab.document.head.append(script)
  await tab.loaded
  return tab
}

async function answer(address: string | URL | Request, { method = 'GET' }: RequestInit = {}) {
  requests.push(`${method} ${address}`)
  if (String(address).endsWith('/journal-lock'))
    return Response.json({ locks: locksOfServer.map(lockOf), plain: 0 })
  if (method === 'PUT') reloadKey = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  if (method === 'DELETE') reloadKey = null
  return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ key: reloadKey })
}

/** Up to the quota, to the last character. */
function fillSessionStorage() {
  for (let length = 2 ** 23, part = 0; length >= 1; ) {
    try {
      sessionStorage.setItem(`full ${part}`, 'x'.repeat(length))
      part++
    } catch {
      length = Math.floor(length / 2)
    }
  }
}

const closeTab = (tab: Tab) => frames.find((frame) => frame.contentWindow === (tab as Window))?.remove()

const lockOf = (keyring: Keyring): JournalLock => ({
  id: keyring.lock_id,
  state: 'locked',
  generation: keyring.generation,
  keyring,
  rows: 1,
})

async function newLock(user_id = crypto.randomUUID() as string) {
  const journalKey = newJournalKey()
  const { entropy } = newKit()
  const owner = { user_id, lock_id: crypto.randomUUID() }
  const keyring = await createKeyring(owner, journalKey, [
    { kind: 'phrase', phrase, kdf },
    { kind: 'kit', entropy },
  ])
  return { keyring, journalKey, entropy }
}

async function openIn(
  tab: Tab,
  { keyring, entropy }: Awaited<ReturnType<typeof newLock>>,
  throughReloads = false,
) {
  const { journalKey } = await tab.open.openWithKit(keyring, entropy)
  return tab.open.admit(keyring, journalKey, { throughReloads })
}

const idsIn = (tab: Tab) => [...tab.locks.openLocks().keys()]
const restore = (tab: Tab, ...keyrings: Keyring[]) =>
  tab.open.restoreOpenLocks(keyrings.map(lockOf), keyrings[0]?.user_id ?? '')

beforeEach(() => {
  reloadKey = null
  requests = []
  locksOfServer = []
  sessionStorage.clear()
})
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

describe('Opening', () => {
  test('by phrase and by kit gives keys that cannot be exported, and leaves no raw bytes', async () => {
    const tab = await newTab()
    const lock = await newLock()
    for (const opened of [
      await tab.open.openWithPhrase(lock.keyring, '  seven paper boats   at noon'),
      await tab.open.openWithKit(lock.keyring, lock.entropy),
    ]) {
      expect([...opened.journalKey]).toEqual([...lock.journalKey])
      const { contentKey, idKey } = await tab.open.admit(lock.keyring, opened.journalKey, {
        throughReloads: false,
      })
      expect(new Set(opened.journalKey)).toEqual(new Set([0]))
      for (const key of [contentKey, idKey]) {
        expect(key.extractable).toBe(false)
        await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
      }
    }
    expect(idsIn(tab)).toEqual([lock.keyring.lock_id])
    expect(requests).toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  test('with what opens nothing says so, and a keyring that was mixed opens by nothing', async () => {
    const tab = await newTab()
    const [lock, other] = [await newLock(), await newLock()]
    await expect(tab.open.openWithPhrase(lock.keyring, 'seven paper boats')).rejects.toMatchObject({
      reason: 'wrong_phrase',
    })
    await expect(tab.open.openWithKit(lock.keyring, other.entropy)).rejects.toMatchObject({
      reason: 'wrong_kit',
    })
    await expect(tab.open.openWithPasskey(lock.keyring)).rejects.toMatchObject({ reason: 'no_such_way' })
    const mixed = { ...lock.keyring, slots: lock.keyring.slots.slice(1) }
    await expect(tab.open.openWithKit(mixed, lock.entropy)).rejects.toMatchObject({ reason: 'mixed' })
    await expect(tab.open.openWithPhrase(mixed, phrase)).rejects.toMatchObject({ reason: 'no_such_way' })
    const key = lock.journalKey.slice()
    await expect(tab.open.admit(mixed, key, { throughReloads: true })).rejects.toMatchObject({
      reason: 'mixed',
    })
    expect(new Set(key)).toEqual(new Set([0]))
    expect(idsIn(tab)).toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('Other tabs', () => {
  test('of the same person open when one does, and a new one asks', async () => {
    const lock = await newLock()
    const [first, second] = [await newTab(), await newTab()]
    await restore(second, lock.keyring)
    const { contentKey } = await openIn(first, lock)
    await vi.waitFor(() => expect(idsIn(second)).toEqual([lock.keyring.lock_id]))
    const third = await newTab()
    await restore(third, lock.keyring)
    const copy = third.locks.openLocks().get(lock.keyring.lock_id) as OpenLock
    expect(copy.contentKey.extractable).toBe(false)
    const place = { ...lock.keyring, kind: 'entry', id: crypto.randomUUID(), revision: 1 } as const
    const envelope = await sealEnvelope(copy.contentKey, '{"a":1}', place, 1)
    expect(await openEnvelope(contentKey, envelope, place)).toEqual({ json: '{"a":1}', generation: 1 })
    expect(requests).toEqual([])
  })

  test('of another person get nothing, nor does a page that knows only other locks', async () => {
    const lock = await newLock()
    const own = await newLock(lock.keyring.user_id)
    const foreign = await newLock()
    const [first, second, third] = [await newTab(), await newTab(), await newTab()]
    const received = vi.fn()
    await Promise.all([restore(second, foreign.keyring), restore(third, own.keyring)])
    const foreignChannel = new BroadcastChannel(`journal ${foreign.keyring.user_id}`)
    foreignChannel.onmessage = received
    await openIn(first, lock)
    // Says it knows the lock, with its own person.
    await second.open.restoreOpenLocks([lockOf(lock.keyring)], foreign.keyring.user_id)
    await restore(third, own.keyring)
    expect([idsIn(first), idsIn(second), idsIn(third)]).toEqual([[lock.keyring.lock_id], [], []])
    // Only what the tab itself asked.
    expect(received.mock.calls.every(([{ data }]) => !('open' in data))).toBe(true)
    foreignChannel.close()
  })

  test('take no key that is extractable, of another person, or of an older keyring', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await restore(tab, lock.keyring)
    const { user_id, lock_id } = lock.keyring
    const channel = new BroadcastChannel(`journal ${user_id}`)
    const aes = { name: 'AES-GCM', length: 256 }
    const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
    const [bad, contentKey, badId, idKey] = await Promise.all([
      crypto.subtle.generateKey(aes, true, ['encrypt']),
      crypto.subtle.generateKey(aes, false, ['encrypt']),
      crypto.subtle.generateKey(hmac, true, ['sign']),
      crypto.subtle.generateKey(hmac, false, ['sign']),
    ])
    const offer = (change: object) =>
      channel.postMessage({ open: [{ user_id, lock_id, generation: 2, contentKey, idKey, ...change }] })
    const generations: (number | undefined)[] = []
    tab.locks.onLocksChange(() => generations.push(tab.locks.openLocks().get(lock_id)?.generation))
    offer({ contentKey: bad, generation: 9 })
    offer({ contentKey: 'key', generation: 9 })
    offer({ contentKey: idKey, generation: 9 })
    offer({ idKey: undefined, generation: 9 })
    offer({ idKey: badId, generation: 9 })
    offer({ idKey: contentKey, generation: 9 })
    offer({ user_id: crypto.randomUUID(), generation: 9 })
    offer({ lock_id: crypto.randomUUID(), generation: 9 })
    offer({ generation: Number.NaN })
    for (const generation of [2, 1, 2, 3]) offer({ generation })
    await vi.waitFor(() => expect(generations.at(-1)).toBe(3))
    expect(generations).toEqual([2, 3])
    expect(tab.locks.openLocks().get(lock_id)).toMatchObject({ user_id, lock_id, generation: 3 })
    expect(idsIn(tab)).toEqual([lock_id])
    channel.close()
  })

  test('close when one closes the journal, after their unsaved text is saved', async () => {
    const lock = await newLock()
    const [first, second] = [await newTab(), await newTab()]
    await openIn(first, lock, true)
    await restore(second, lock.keyring)
    let openWhileSaving: string[] = []
    second.document.addEventListener('signing-out', (event) => {
      const save = new Promise((resolve) => second.setTimeout(resolve)).then(() => {
        openWhileSaving = idsIn(second)
      })
      ;(event as CustomEvent<Promise<unknown>[]>).detail.push(save)
    })
    await first.open.closeJournal()
    expect(idsIn(first)).toEqual([])
    await vi.waitFor(() => expect(idsIn(second)).toEqual([]))
    expect(openWhileSaving).toEqual([lock.keyring.lock_id])
    expect(reloadKey).toBeNull()
    expect(sessionStorage.getItem(storageKey)).toBeNull()
  })
})

describe('A reload', () => {
  test('opens by both halves only, and neither has the key', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await openIn(tab, lock, true)
    const key = reloadKey
    expect(requests).toEqual(['GET /api/journal-lock/reload-key', 'PUT /api/journal-lock/reload-key'])
    const half = sessionStorage.getItem(storageKey) ?? ''
    const raw = btoa(String.fromCharCode(...lock.journalKey))
    expect([half.includes(raw.slice(0, 16)), key === raw]).toEqual([false, false])
    closeTab(tab)
    const reloaded = await newTab()
    await restore(reloaded, lock.keyring)
    expect(idsIn(reloaded)).toEqual([lock.keyring.lock_id])
    closeTab(reloaded)
    reloadKey = null
    const without = await newTab()
    await restore(without, lock.keyring)
    expect(idsIn(without)).toEqual([])
    expect(sessionStorage.getItem(storageKey)).toBeNull()
  })

  test('asks again where the browser had no room for its half; the journal opens all the same', async () => {
    const lock = await newLock()
    const tab = await newTab()
    fillSessionStorage()
    await openIn(tab, lock, true)
    expect(idsIn(tab)).toEqual([lock.keyring.lock_id])
    closeTab(tab)
    const reloaded = await newTab()
    await restore(reloaded, lock.keyring)
    expect(idsIn(reloaded)).toEqual([])
    sessionStorage.clear()
  })

  test('opens two locks, and a second tab keeps the first one’s half alive', async () => {
    const lock = await newLock()
    const older = await newLock(lock.keyring.user_id)
    const tab = await newTab()
    await openIn(tab, older, true)
    await openIn(tab, lock, true)
    closeTab(tab)
    const reloaded = await newTab()
    await restore(reloaded, lock.keyring, older.keyring)
    expect(idsIn(reloaded).sort()).toEqual([lock.keyring.lock_id, older.keyring.lock_id].sort())
    expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
  })

  test.each([
    ['of another person', () => ({ user_id: crypto.randomUUID() })],
    ['of another lock', () => ({ lock_id: crypto.randomUUID() })],
    ['with another seal', () => ({ seal: btoa('x'.repeat(32)) })],
  ])('opens no keyring %s', async (_, change) => {
    const lock = await newLock()
    const tab = await newTab()
    await openIn(tab, lock, true)
    closeTab(tab)
    const changed = { ...lock.keyring, ...change() }
    const { user_id, halves } = JSON.parse(sessionStorage.getItem(storageKey) ?? '')
    const [half] = Object.values(halves)
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ user_id: changed.user_id, halves: { [changed.lock_id]: half } }),
    )
    expect(user_id).toBe(lock.keyring.user_id)
    const reloaded = await newTab()
    await restore(reloaded, changed)
    expect(idsIn(reloaded)).toEqual([])
  })

  test('without an answer of the server opens later, and a damaged half is dropped', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await openIn(tab, lock, true)
    closeTab(tab)
    const offline = await newTab()
    offline.fetch = () => Promise.reject(new TypeError('offline'))
    await restore(offline, lock.keyring)
    expect(idsIn(offline)).toEqual([])
    offline.fetch = answer
    await restore(offline, lock.keyring)
    expect(idsIn(offline)).toEqual([lock.keyring.lock_id])
    closeTab(offline)
    for (const damaged of ['', '{', 'null', '{"user_id":1}']) {
      sessionStorage.setItem(storageKey, damaged)
      const reloaded = await newTab()
      await restore(reloaded, lock.keyring)
      expect(idsIn(reloaded)).toEqual([])
    }
  })

  test('that began before another tab closed the journal stays closed', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await openIn(tab, lock, true)
    const reloaded = await newTab()
    let release = () => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    reloaded.fetch = async (...request) => {
      const early = await answer(...(request as Parameters<typeof answer>))
      await waiting
      return early
    }
    closeTab(tab)
    const restoring = restore(reloaded, lock.keyring)
    const closing = await newTab()
    await closing.open.restoreOpenLocks([lockOf(lock.keyring)], lock.keyring.user_id)
    const closedIn = new Promise((resolve) =>
      reloaded.document.addEventListener('signing-out', resolve, { once: true }),
    )
    await closing.open.closeJournal()
    await closedIn
    release()
    await restoring
    expect(idsIn(reloaded)).toEqual([])
  })

  test.each([
    ['Quick Hide', 'quickhide:exit', {}],
    ['the idle lock', 'locking', {}],
    ['a sign-out', 'session', { event: 'SIGNED_OUT', session: null }],
    ['another person', 'session', { event: 'SIGNED_IN', session: { user_id: crypto.randomUUID() } }],
  ])('opens nothing after %s, which sends nothing itself', async (_, type, detail) => {
    const lock = await newLock()
    const tab = await newTab()
    await openIn(tab, lock, true)
    requests = []
    let openForDraft: string[] = []
    tab.document.addEventListener(type, () => {
      openForDraft = idsIn(tab)
    })
    tab.document.dispatchEvent(new CustomEvent(type, { detail }))
    expect(openForDraft).toEqual([lock.keyring.lock_id])
    await Promise.resolve()
    expect(idsIn(tab)).toEqual([])
    expect(sessionStorage.getItem(storageKey)).toBeNull()
    expect(requests).toEqual([])
  })

  test.each([['renewed', { event: 'TOKEN_REFRESHED', session: null }]])(
    'survives a session that was %s',
    async (_, detail) => {
      const lock = await newLock()
      const tab = await newTab()
      await openIn(tab, lock)
      tab.document.dispatchEvent(new CustomEvent('session', { detail }))
      await Promise.resolve()
      expect(idsIn(tab)).toEqual([lock.keyring.lock_id])
    },
  )
})

test('A lock with the keyring of another one, or of another person, is not opened by other tabs or a reload', async () => {
  const [lock, foreign] = [await newLock(), await newLock()]
  const own = await newLock(lock.keyring.user_id)
  const first = await newTab()
  await openIn(first, own, true)
  const second = await newTab()
  const { user_id } = lock.keyring
  for (const { keyring } of [own, foreign])
    await second.open.restoreOpenLocks([{ ...lockOf(keyring), id: lock.keyring.lock_id }], user_id)
  expect(idsIn(second)).toEqual([])
})

describe('A page from the back/forward cache', () => {
  const comeBack = (tab: Tab) =>
    tab.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true, bubbles: true }))

  test('opens again by what a reload would open it with', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await restore(tab, lock.keyring)
    await openIn(tab, lock, true)
    comeBack(tab)
    expect(idsIn(tab)).toEqual([])
    await vi.waitFor(() => expect(idsIn(tab)).toEqual([lock.keyring.lock_id]))
  })

  test('stays closed when the session ended meanwhile', async () => {
    const lock = await newLock()
    const tab = await newTab()
    await restore(tab, lock.keyring)
    await openIn(tab, lock, true)
    reloadKey = null
    comeBack(tab)
    await vi.waitFor(() => expect(sessionStorage.getItem(storageKey)).toBeNull())
    expect(idsIn(tab)).toEqual([])
  })
})

describe('An envelope newer than the keyring', () => {
  test('shows that an old keyring was put back', async () => {
    const lock = await newLock()
    locksOfServer = [lock.keyring]
    const tab = await newTab()
    const open = await openIn(tab, lock)
    const listener = vi.fn()
    tab.rollback.onRollback(listener)
    await tab.rollback.checkGeneration(open, 1)
    expect(requests).toEqual([])
    await Promise.all([2, 2, 2].map((generation) => tab.rollback.checkGeneration(open, generation)))
    expect(listener).toHaveBeenCalledTimes(1)
    expect([...tab.rollback.rolledBackLocks()]).toEqual([lock.keyring.lock_id])
    expect(requests).toEqual(['GET /api/journal-lock'])
  })

  test('says nothing when another device changed the keyring, or the server cannot be reached', async () => {
    const lock = await newLock()
    const tab = await newTab()
    const open = await openIn(tab, lock)
    locksOfServer = [
      await replaceSlot(lock.keyring, lock.journalKey, { kind: 'kit', entropy: newKit().entropy }),
    ]
    tab.fetch = () => Promise.reject(new TypeError('offline'))
    await tab.rollback.checkGeneration(open, 2)
    tab.fetch = answer
    await tab.rollback.checkGeneration(open, 2)
    expect(tab.rollback.rolledBackLocks().size).toBe(0)
    await tab.rollback.checkGeneration(open, 3)
    expect(tab.rollback.rolledBackLocks().size).toBe(1)
  })
})
