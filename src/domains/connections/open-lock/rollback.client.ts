/**
 * Notices a keyring that was put back (docs/decisions/042): an envelope of a higher generation than the keyring's. It may open with a phrase
 * or kit that was replaced because someone else knows it.
 */
import { apiFetch } from '../../../platform/api-client.ts'
import type { JournalLocks } from '../lock/lock.contract.ts'
import type { OpenLock } from './open-locks.client.ts'

let rolledBack: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
/** The highest generation that the server confirmed, by lock: another device may have changed the keyring meanwhile. */
const confirmed = new Map<string, number>()
const checks = new Map<string, Promise<void>>()

/** The ids of locks whose keyring was put back; another object after each change. */
export const rolledBackLocks = (): ReadonlySet<string> => rolledBack

/** Calls back after each change; returns its end. */
export function onRollback(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * To be called with the generation of each envelope that opened. Resolves when it is checked; costs nothing unless the generation is new.
 *
 * @param lock that opened it
 * @param generation of the envelope
 */
export async function checkGeneration(lock: OpenLock, generation: number): Promise<void> {
  const { lock_id } = lock
  const newest = () => Math.max(lock.generation, confirmed.get(lock_id) ?? 0)
  while (generation > newest() && !rolledBack.has(lock_id)) {
    const check = checks.get(lock_id)
    if (check) await check
    else if (!(await confirm(lock_id, generation))) return
  }
}

/** @returns false when the server cannot be reached: the next envelope tries again */
async function confirm(lock_id: string, generation: number): Promise<boolean> {
  const request = apiFetch<JournalLocks>('/journal-lock').then(({ locks }) => {
    const lock = locks.find(({ id }) => id === lock_id)
    // It was unlocked for good meanwhile.
    const current = lock?.keyring.generation ?? Number.POSITIVE_INFINITY
    if (current >= generation) confirmed.set(lock_id, current)
    else report(lock_id)
  })
  const check = request.catch(() => {}).finally(() => checks.delete(lock_id))
  checks.set(lock_id, check)
  return request.then(
    () => true,
    () => false,
  )
}

function report(lock_id: string) {
  rolledBack = new Set(rolledBack).add(lock_id)
  for (const listener of listeners) listener()
}
