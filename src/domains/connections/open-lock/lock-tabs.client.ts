/** Tabs of one person share the keys of open locks: CryptoKeys are cloned, and stay non-extractable. */
import { addOpenLock, closeLocks, type OpenLock, onLocksChange, openLocks } from './open-locks.client.ts'

/** How long to wait for other tabs (milliseconds): there may be none. */
const answerTimeout = 300
/** How long a tab saves unsaved text before it closes (milliseconds), as sign-out does. */
const saveTimeout = 2_000

type TabMessage = { ask: string[] } | { open: OpenLock[] } | { close: true }

type Joined = {
  user_id: string
  /** Ids of locks that this page was loaded with or opened. */
  known: Set<string>
  channel: BroadcastChannel | undefined
  controller: AbortController
}

let joined: Joined | undefined
let isClosing = false
let closings = 0

/** Counts how often the journal was closed, so that what began before doesn't open it again. */
export const closingCount = (): number => closings

/**
 * Listens to this person's other tabs, and for what closes the journal: sign-out, Quick Hide, the idle lock.
 *
 * @param lock_ids that this page may open
 * @param forget removes what the tab stores for reloads
 */
export function joinTabs(user_id: string, lock_ids: readonly string[], forget: () => void): void {
  if (joined && joined.user_id !== user_id) leaveTabs()
  joined = joined ?? join(user_id, forget)
  for (const id of lock_ids) joined.known.add(id)
}

/** Lets the other tabs open this lock, too. */
export function shareLock(lock: OpenLock): void {
  post({ open: [lock] })
}

/** Asks the other tabs for keys. Resolves when all are open, or nobody answers. */
export async function askTabs(lock_ids: readonly string[]): Promise<void> {
  const isOpen = () => lock_ids.every((id) => openLocks().has(id))
  if (isOpen() || !joined?.channel) return
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, answerTimeout)
    const stop = onLocksChange(() => isOpen() && finish())
    post({ ask: [...lock_ids] })
  })
}

/** Closes the journal here and in all other tabs, after unsaved text is saved. */
export async function closeTabs(forget: () => void): Promise<void> {
  post({ close: true })
  await closeThisTab(forget)
}

function join(user_id: string, forget: () => void): Joined {
  // A tab of another person never listens to this one.
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`journal ${user_id}`)
  const controller = new AbortController()
  const { signal } = controller
  const tabs: Joined = { user_id, known: new Set(), channel, controller }
  channel?.addEventListener('message', ({ data }) => onMessage(tabs, data, forget), { signal })
  const end = () => {
    closings++
    forget()
    // Other listeners may still encrypt a draft.
    queueMicrotask(closeLocks)
  }
  for (const type of ['quickhide:exit', 'locking']) document.addEventListener(type, end, { signal })
  document.addEventListener(
    'session',
    (event) => {
      const { event: name, session } = (event as CustomEvent).detail
      if (name === 'SIGNED_OUT' || (session && session.user_id !== user_id)) end()
    },
    { signal },
  )
  return tabs
}

function leaveTabs() {
  joined?.controller.abort()
  joined?.channel?.close()
  joined = undefined
  closings++
  closeLocks()
}

function onMessage(tabs: Joined, message: TabMessage, forget: () => void) {
  if ('close' in message) closeThisTab(forget)
  if ('ask' in message && !isClosing) {
    const open = [...openLocks().values()].filter(
      ({ user_id, lock_id }) => user_id === tabs.user_id && message.ask.includes(lock_id),
    )
    if (open.length > 0) post({ open })
  }
  if ('open' in message && !isClosing)
    for (const lock of message.open) if (isAcceptable(tabs, lock)) addOpenLock(lock)
}

function isAcceptable({ user_id, known }: Joined, lock: OpenLock): boolean {
  const { contentKey, idKey, generation } = lock
  const present = openLocks().get(lock.lock_id)
  return (
    lock.user_id === user_id &&
    known.has(lock.lock_id) &&
    isKey(contentKey, 'AES-GCM') &&
    isKey(idKey, 'HMAC') &&
    Number.isSafeInteger(generation) &&
    (!present || present.generation < generation)
  )
}

const isKey = (key: unknown, name: string): boolean =>
  key instanceof CryptoKey && !key.extractable && key.algorithm.name === name

async function closeThisTab(forget: () => void): Promise<void> {
  isClosing = true
  closings++
  forget()
  // As before signing out: an unsaved draft needs the key.
  const saves: Promise<unknown>[] = []
  document.dispatchEvent(new CustomEvent('signing-out', { detail: saves }))
  await Promise.race([Promise.allSettled(saves), new Promise((resolve) => setTimeout(resolve, saveTimeout))])
  closeLocks()
  isClosing = false
}

function post(message: TabMessage) {
  try {
    joined?.channel?.postMessage(message)
  } catch (thrown) {
    console.warn('The other tabs could not be reached', thrown)
  }
}
