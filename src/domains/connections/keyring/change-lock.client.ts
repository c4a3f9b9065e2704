/** Requests that set up a lock or change how it opens. */
import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import type { JournalLock, JournalLocks, Keyring } from '../lock/lock.contract.ts'
import { admit } from '../open-lock/open.client.ts'
import { isStoredForReload } from '../open-lock/reload-key.client.ts'
import {
  addSlot,
  createKeyring,
  type NewSlot,
  newJournalKey,
  removeSlot,
  replaceSlot,
} from './keyring.rules.ts'

/** Thrown when another device was quicker: nothing was changed. */
export class OtherDeviceWasQuicker extends Error {}
/** Thrown when the answer was lost, and the server cannot be asked either. */
export class UnknownOutcome extends Error {}

/** A lock that is made, but not yet known to be stored. It is sent again as it is. */
export type NewLock = { keyring: Keyring; journalKey: Uint8Array<ArrayBuffer> }

/** Makes a lock. Nothing is sent. @throws KeyringError */
export async function makeLock(
  user_id: string,
  phrase: string,
  entropy: Uint8Array<ArrayBuffer>,
): Promise<NewLock> {
  const journalKey = newJournalKey()
  const owner = { user_id, lock_id: crypto.randomUUID() }
  const slots: NewSlot[] = [
    { kind: 'phrase', phrase },
    { kind: 'kit', entropy },
  ]
  return { keyring: await createKeyring(owner, journalKey, slots), journalKey }
}

/**
 * Stores a new lock, and opens it in this browser.
 *
 * @throws ApiProblem, OtherDeviceWasQuicker, or UnknownOutcome
 */
export async function startLock({ keyring, journalKey }: NewLock): Promise<void> {
  await store('/journal-lock', 'POST', { keyring }, keyring)
  await admit(keyring, journalKey, { throughReloads: false })
}

export type KeyringChange =
  | { change: 'phrase' | 'kit'; secret: NewSlot & { kind: 'phrase' | 'kit' } }
  | { change: 'passkey_added'; secret: NewSlot & { kind: 'passkey' } }
  | { change: 'passkey_removed'; slot_id: string }

/**
 * Changes how a lock opens, and opens it with the new keyring.
 *
 * @param journalKey stays as it is if this fails
 * @throws ApiProblem, KeyringError, OtherDeviceWasQuicker, or UnknownOutcome
 */
export async function changeKeyring(
  old: Keyring,
  journalKey: Uint8Array<ArrayBuffer>,
  change: KeyringChange,
): Promise<void> {
  const keyring = await changedKeyring(old, journalKey, change)
  const body = { keyring, generation: old.generation, change: change.change }
  await store(`/journal-lock/${old.lock_id}/keyring`, 'PUT', body, keyring)
  await admit(keyring, journalKey, { throughReloads: isStoredForReload(old) })
}

function changedKeyring(old: Keyring, journalKey: Uint8Array<ArrayBuffer>, change: KeyringChange) {
  switch (change.change) {
    case 'phrase':
    case 'kit':
      return replaceSlot(old, journalKey, change.secret)
    case 'passkey_added':
      return addSlot(old, journalKey, change.secret)
    case 'passkey_removed':
      return removeSlot(old, journalKey, change.slot_id)
  }
}

/** Sends a keyring. If the answer is lost, or another keyring is there, it compares what the server has. */
async function store(path: string, method: string, body: object, keyring: Keyring): Promise<void> {
  try {
    await apiFetch(path, { method, body })
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem) || ![0, 409].includes(thrown.status)) throw thrown
    const stored = await readLock(keyring.lock_id)
    if (stored === 'unknown') throw new UnknownOutcome()
    if (stored?.keyring.seal === keyring.seal) return
    if (thrown.status === 409) throw new OtherDeviceWasQuicker()
    throw thrown
  }
}

async function readLock(lock_id: string): Promise<JournalLock | undefined | 'unknown'> {
  try {
    const { locks } = await apiFetch<JournalLocks>('/journal-lock')
    return locks.find(({ id }) => id === lock_id)
  } catch {
    return 'unknown'
  }
}
