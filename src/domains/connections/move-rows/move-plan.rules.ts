/** What is to be done for a person's locks, as the server lists them (docs/decisions/042). */
import type { JournalLock, JournalLocks } from '../lock/lock.contract.ts'

/** Rows move from a lock to a lock; null is the server's key. */
export type MoveJob = {
  from: string | null
  to: string | null
  /** The lock that is finished afterwards. */
  finish: string
}

export type LockPlan = {
  /** The lock that new text is encrypted with. */
  current: JournalLock | undefined
  setAside: JournalLock[]
  /** Unfinished moves. */
  jobs: MoveJob[]
  /** Locks that must be open for them. */
  needed: JournalLock[]
  /** What the jobs do: lock, unlock, or bring rows back into a newer lock. */
  kind: 'lock' | 'unlock' | 'return'
  /** How many rows are still to move. */
  remaining: number
  /** How many rows the server's key encrypts. */
  plain: number
}

/** Sorts a person's locks into what is current, unfinished, and set aside. */
export function planMoves({ locks, plain }: JournalLocks): LockPlan {
  const current = locks.find(({ state }) => state === 'locking' || state === 'locked')
  const unlocking = locks.filter(({ state }) => state === 'unlocking')
  const isLocking = current?.state === 'locking'
  const to = current?.id ?? null
  const jobs: MoveJob[] = unlocking.map(({ id }) => ({ from: id, to, finish: id }))
  if (isLocking) jobs.push({ from: null, to, finish: current.id })
  return {
    current,
    setAside: locks.filter(({ state }) => state === 'set_aside'),
    jobs,
    needed: jobs.length > 0 ? [...(current ? [current] : []), ...unlocking] : [],
    kind: isLocking ? 'lock' : to === null ? 'unlock' : 'return',
    remaining: unlocking.reduce((sum, { rows }) => sum + rows, isLocking ? plain : 0),
    plain,
  }
}
