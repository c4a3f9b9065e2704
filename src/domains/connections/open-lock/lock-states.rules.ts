import type { JournalLock } from '../lock/lock.contract.ts'

/** What a page knows of a lock; its keyring is loaded to open it. */
export type LockSummary = Pick<JournalLock, 'id' | 'state'>

/** The lock that encrypts new text; undefined while the server's key does. */
export const findCurrentLock = <Lock extends LockSummary>(locks: readonly Lock[]): Lock | undefined =>
  locks.find(({ state }) => state === 'locking' || state === 'locked')

/** The locks whose keys the journal needs. Nobody can open one that is set aside, and its rows are not listed. */
export const findNeededLocks = <Lock extends LockSummary>(locks: readonly Lock[]): Lock[] =>
  locks.filter(({ state }) => state !== 'set_aside')

/** Whether the journal can be used at all: the key of new text is there, or, without one, any. */
export function isJournalOpen(locks: readonly LockSummary[], open: ReadonlyMap<string, unknown>): boolean {
  const needed = findNeededLocks(locks)
  const current = findCurrentLock(locks)
  if (current) return open.has(current.id)
  return needed.length === 0 || needed.some(({ id }) => open.has(id))
}

/** Whether a keyring is the one of its lock and its user: a server could hand out another. */
export const isOwnKeyring = (
  { id, keyring }: Pick<JournalLock, 'id' | 'keyring'>,
  user_id: string,
): boolean => keyring.lock_id === id && keyring.user_id === user_id
