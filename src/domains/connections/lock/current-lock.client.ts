import { findCurrentLock, type LockSummary } from './lock-states.rules.ts'

let current: LockSummary | undefined

/** The lock that new text belongs to; undefined while the server's key encrypts it. */
export const currentLock = (): LockSummary | undefined => current

/** Sets the user's locks, as the page knows them. */
export function setJournalLocks(locks: readonly LockSummary[]): void {
  current = findCurrentLock(locks)
}

const changed = 'journal-locks-changed'

/** Makes the page learn its locks again: the server has refused what this page knew. */
export const requestLocks = (): boolean => document.dispatchEvent(new Event(changed))

/** Calls back when the locks are to be learned again; returns its end. */
export function onLocksRequest(listener: () => void): () => void {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}
