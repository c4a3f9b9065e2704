import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withJournalLock } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import * as messages from '../messages.en.yaml'
import { opensAny } from '../move-rows/lock-rows.reads.server.ts'
import type { JournalLock, Keyring, KeyringChange, LockState } from './lock.contract.ts'
import {
  countByLock,
  findLock,
  type LockRecord,
  readCurrentLock,
  toJournalLock,
} from './locks.reads.server.ts'

/** Sends the security notice; before the change commits, so that no change goes unreported. */
export type Notify = (owner: Owner) => Promise<void>

type Changed = { outcome: 'changed' | 'already'; lock: JournalLock }
type Refused = { outcome: 'invalid'; reason: string } | { outcome: 'not_found' }

/** Starts a lock: from now on, new text must be encrypted for it. `conflict`: another device was quicker, or the journal is locked. */
export async function startLock(
  journal: Journal,
  owner: Owner,
  keyring: Keyring,
  notify: Notify,
): Promise<(Changed & { outcome: string }) | Refused | { outcome: 'conflict'; current: string }> {
  if (!isWellFormed(keyring, owner)) return { outcome: 'invalid', reason: messages.keyringInvalid() }
  return withJournalLock(journal.database, owner, async (own) => {
    const id = keyring.lock_id
    const same = await findLock(own, owner, id)
    // A request whose answer was lost.
    if (same && isDeepStrictEqual(JSON.parse(same.keyring), keyring))
      return answer(own, owner, 'already', same)
    const current = await readCurrentLock(own, owner)
    if (same || current) return { outcome: 'conflict', current: current ?? id }
    const lock = await own
      .insertInto('journal_locks')
      .values({
        ...{ user_id: owner.user_id, id, state: 'locking', generation: keyring.generation },
        ...{ keyring: JSON.stringify(keyring), changed_at: journal.clock.now() },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await notify(owner)
    return answer(own, owner, 'changed', lock)
  })
}

const maxSteps = 20

/** Replaces the keyring of a lock by a newer one. `conflict`: another device replaced it meanwhile. */
export async function changeKeyring(
  journal: Journal,
  owner: Owner,
  id: string,
  { keyring, generation }: KeyringChange,
  notify: Notify,
): Promise<Changed | Refused | { outcome: 'conflict'; current: JournalLock }> {
  return withJournalLock(journal.database, owner, async (own) => {
    const lock = await findLock(own, owner, id)
    if (!lock) return { outcome: 'not_found' }
    const stored = JSON.parse(lock.keyring) as Keyring
    if (isDeepStrictEqual(stored, keyring)) return answer(own, owner, 'already', lock)
    if (lock.generation !== generation) {
      const { lock: current } = await answer(own, owner, 'already', lock)
      return { outcome: 'conflict', current }
    }
    const hasKit = (each: Keyring) => each.slots.some(({ kind }) => kind === 'kit')
    // Exchanging a slot is two steps: one is added, one removed.
    const isNext = keyring.generation > generation && keyring.generation <= generation + maxSteps
    // The way back for someone who forgets the phrase is replaced, never dropped.
    const isValid = isNext && keyring.lock_id === lock.id && isWellFormed(keyring, owner)
    if (!isValid || (hasKit(stored) && !hasKit(keyring)))
      return { outcome: 'invalid', reason: messages.keyringInvalid() }
    const values = { keyring: JSON.stringify(keyring), generation: keyring.generation }
    const changed = await updateLock(own, journal, lock, values)
    await notify(owner)
    return answer(own, owner, 'changed', changed)
  })
}

/** Which states a lock can leave for another. */
const transitions = {
  unlocking: { to: 'unlocking', from: ['locking', 'locked'] },
  set_aside: { to: 'set_aside', from: ['locking', 'locked', 'unlocking'] },
  resumed: { to: 'unlocking', from: ['set_aside'] },
  relocked: { to: 'locking', from: ['unlocking', 'set_aside'] },
} as const satisfies Record<string, { to: LockState; from: readonly LockState[] }>
export type Transition = keyof typeof transitions

/**
 * Begins to unlock, sets aside, resumes into the current lock, or makes the lock the current one again, whatever it was changed for. Repeated,
 * it is `already`.
 *
 * @returns `conflict` from a state that it cannot leave, or beside another current lock
 */
export async function changeState(
  journal: Journal,
  owner: Owner,
  id: string,
  transition: Transition,
  notify: Notify,
): Promise<Changed | { outcome: 'not_found' } | { outcome: 'conflict'; current: JournalLock }> {
  return withJournalLock(journal.database, owner, async (own) => {
    const lock = await findLock(own, owner, id)
    if (!lock) return { outcome: 'not_found' }
    const { to: state, from }: { to: LockState; from: readonly LockState[] } = transitions[transition]
    if (lock.state === state) return answer(own, owner, 'already', lock)
    const isTaken = transition === 'relocked' && (await readCurrentLock(own, owner)) !== null
    if (isTaken || !from.includes(lock.state)) {
      const { lock: current } = await answer(own, owner, 'already', lock)
      return { outcome: 'conflict', current }
    }
    const changed = await updateLock(own, journal, lock, { state })
    await notify(owner)
    return answer(own, owner, 'changed', changed)
  })
}

/**
 * Ends locking, and destroys the server's key if no row needs it; or ends unlocking, and deletes the lock. Rows that were tampered
 * with stay with their key.
 *
 * @param options `hasBackups`: the key stays until the next full backup (server/operations/backup.ts), because the newest one has rows that
 * only this key opens
 * @returns `remaining` rows that must move first
 */
export async function finishLock(
  journal: Journal,
  owner: Owner,
  id: string,
  { hasBackups }: { hasBackups: boolean } = { hasBackups: false },
): Promise<
  Changed | { outcome: 'deleted' | 'not_found' | 'undecryptable' } | { outcome: 'remaining'; count: number }
> {
  const { user_id } = owner
  return withJournalLock(journal.database, owner, async (own) => {
    const lock = await findLock(own, owner, id)
    if (!lock) return { outcome: 'not_found' }
    const counts = await countByLock(own, owner)
    if (lock.state === 'set_aside') return { outcome: 'remaining', count: counts.get(id) ?? 0 }
    if (lock.state === 'unlocking') {
      const count = counts.get(lock.id) ?? 0
      if (count > 0) return { outcome: 'remaining', count }
      await own.deleteFrom('journal_locks').where('user_id', '=', user_id).where('id', '=', id).execute()
      return { outcome: 'deleted' }
    }
    const plain = counts.get(null) ?? 0
    const opens = plain > 0 && (await opensAny(own, journal, owner))
    if (opens === 'undecryptable') return { outcome: opens }
    if (opens) return { outcome: 'remaining', count: plain }
    if (plain === 0 && !hasBackups) await own.deleteFrom('data_keys').where('user_id', '=', user_id).execute()
    if (lock.state === 'locked') return answer(own, owner, 'already', lock)
    return answer(own, owner, 'changed', await updateLock(own, journal, lock, { state: 'locked' }))
  })
}

const updateLock = (
  own: Database,
  { clock }: Journal,
  { user_id, id }: LockRecord,
  values: Partial<Pick<LockRecord, 'state' | 'keyring' | 'generation'>>,
): Promise<LockRecord> =>
  own
    .updateTable('journal_locks')
    .set({ ...values, changed_at: clock.now() })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

async function answer<Outcome extends 'changed' | 'already'>(
  own: Database,
  owner: Owner,
  outcome: Outcome,
  lock: LockRecord,
): Promise<{ outcome: Outcome; lock: JournalLock }> {
  return { outcome, lock: toJournalLock(lock, await countByLock(own, owner)) }
}

/** Ids are bound in lowercase, and each slot once. Whether the seal is right is known only to someone who opens it. */
function isWellFormed({ user_id, lock_id, slots }: Keyring, owner: Owner): boolean {
  const ids = [lock_id, ...slots.map(({ id }) => id)]
  return (
    user_id === owner.user_id &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id === id.toLowerCase())
  )
}
