import { ApiProblem } from '../../../platform/api-client.ts'
import * as messages from '../lock/messages.en.yaml'
import { findCurrentLock, type LockSummary } from './lock-states.rules.ts'
import { onLocksChange, openLocks } from './open-locks.client.ts'

let locks: readonly LockSummary[] = []
/** Locks that were open in this tab. The server's word alone does not end them: it may lie, or someone else may know the account's password. */
const opened = new Set<string>()
/** Locks whose end the user has agreed to in this tab. */
const agreed = new Set<string>()
let doubted: readonly string[] = []
const listeners = new Set<() => void>()

onLocksChange(() => {
  for (const id of openLocks().keys()) opened.add(id)
  update()
})

/** The lock that new text belongs to; undefined while the server's key encrypts it. */
export const currentLock = (): LockSummary | undefined => findCurrentLock(locks)

/** Sets the user's locks, as the page knows them. */
export function setJournalLocks(known: readonly LockSummary[]): void {
  const before = currentLock()?.id
  locks = known
  const current = currentLock()
  // Locked with it again: its next end is another one.
  if (current && current.id !== before) agreed.delete(current.id)
  update()
}

/**
 * Locks that the server no longer encrypts new text with, and whose end the user has not agreed to: until then no text is sent without a lock.
 *
 * @returns another array after each change
 */
export const doubtedLocks = (): readonly string[] => doubted

/** Calls back after each change of `doubtedLocks`; returns its end. */
export function onDoubt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** To be called when the user unlocks, sets aside, or confirms that they did so elsewhere. */
export function agreeToEnd(lock_ids: readonly string[]): void {
  for (const id of lock_ids) agreed.add(id)
  update()
}

/** To be called before text is sent without a lock. @throws ApiProblem while a lock is doubted */
export function requireNoDoubt(): void {
  if (doubted.length > 0) throw new ApiProblem(403, messages.lockDoubted())
}

function update() {
  const unlocking = locks.filter(({ state }) => state === 'unlocking').map(({ id }) => id)
  const ended = currentLock() ? [] : [...new Set([...opened, ...unlocking])].filter((id) => !agreed.has(id))
  if (ended.join() === doubted.join()) return
  doubted = ended
  for (const listener of listeners) listener()
}

const changed = 'journal-locks-changed'

/** Makes the page learn its locks again: the server has refused what this page knew. */
export const requestLocks = (): boolean => document.dispatchEvent(new Event(changed))

/** Calls back when the locks are to be learned again; returns its end. */
export function onLocksRequest(listener: () => void): () => void {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}
