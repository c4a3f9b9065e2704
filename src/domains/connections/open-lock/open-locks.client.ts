/** The keys of opened locks, in memory only: a reload, a closed tab and Quick Hide end them. */

import type { LockKeys } from '../keyring/envelope.rules.ts'

export type OpenLock = LockKeys & {
  lock_id: string
  user_id: string
  /** Of the keyring that opened it. */
  generation: number
}

let open: ReadonlyMap<string, OpenLock> = new Map()
const listeners = new Set<() => void>()

/** All open locks, by id; another object after each change. */
export const openLocks = (): ReadonlyMap<string, OpenLock> => open

export function addOpenLock(lock: OpenLock): void {
  change(new Map(open).set(lock.lock_id, lock))
}

/** Forgets all keys of this tab. */
export function closeLocks(): void {
  if (open.size > 0) change(new Map())
}

/** Calls back after each change; returns its end. */
export function onLocksChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(locks: ReadonlyMap<string, OpenLock>) {
  open = locks
  for (const listener of listeners) listener()
}
