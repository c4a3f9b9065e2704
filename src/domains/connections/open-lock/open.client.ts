/** Opens and closes the locks of a journal (docs/decisions/042). */
import { lockKeys } from '../keyring/envelope.rules.ts'
import { unwrapSlot, verifySeal } from '../keyring/keyring.rules.ts'
import { KeyringError } from '../keyring/keyring-error.rules.ts'
import { phraseSecret } from '../keyring/phrase.client.ts'
import type { JournalLock, Keyring, Slot } from '../lock/lock.contract.ts'
import { isOwnKeyring } from './lock-states.rules.ts'
import { askTabs, closeTabs, closingCount, joinTabs, shareLock } from './lock-tabs.client.ts'
import { addOpenLock, closeLocks, type OpenLock, openLocks } from './open-locks.client.ts'
import { passkeySecret } from './passkey-prf.client.ts'
import {
  deleteReloadKey,
  forgetReload,
  isStoredForReload,
  readAfterReload,
  storeForReload,
} from './reload-key.client.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An opened keyring: `journalKey` is given to `admit`, which overwrites it. */
export type Opened = { journalKey: Bytes; slot: Slot }

/** @throws KeyringError `wrong_phrase`, `no_such_way`, `mixed`, `worker` or `memory` */
export const openWithPhrase = (keyring: Keyring, phrase: string): Promise<Opened> =>
  openOneOf(keyring, 'phrase', async (slot) => {
    const secret = await phraseSecret(phrase, slot)
    return unwrapSlot(keyring, slot, secret).finally(() => secret.fill(0))
  })

/** @throws KeyringError `wrong_kit`, `no_such_way` or `mixed` */
export const openWithKit = (keyring: Keyring, entropy: Bytes): Promise<Opened> =>
  openOneOf(keyring, 'kit', (slot) => unwrapSlot(keyring, slot, entropy))

/** Prompts for a passkey. @throws KeyringError as `passkeySecret`, `wrong_passkey` or `mixed` */
export async function openWithPasskey(keyring: Keyring): Promise<Opened> {
  const { slot, secret } = await passkeySecret(keyring)
  const journalKey = await unwrapSlot(keyring, slot, secret).finally(() => secret.fill(0))
  await verifySeal(keyring, journalKey)
  return { journalKey, slot }
}

/**
 * Opens a lock in this tab and in the others of this person, and overwrites the raw key.
 *
 * @param options `throughReloads` stores this tab's half of the key for reloads; if that fails, a reload asks again
 * @throws KeyringError `mixed`
 */
export async function admit(
  keyring: Keyring,
  journalKey: Bytes,
  { throughReloads }: { throughReloads: boolean },
): Promise<OpenLock> {
  const { lock_id, user_id, generation } = keyring
  try {
    await verifySeal(keyring, journalKey)
    const lock: OpenLock = { lock_id, user_id, generation, ...(await lockKeys(journalKey, lock_id)) }
    if (throughReloads)
      await storeForReload(keyring, journalKey).catch((thrown: unknown) =>
        console.warn('A reload will close the journal', thrown),
      )
    else forgetReload(lock_id)
    joinTabs(user_id, [lock_id], forgetReload)
    addOpenLock(lock)
    shareLock(lock)
    return lock
  } finally {
    journalKey.fill(0)
  }
}

/** What the page asked for. */
let latest: { locks: readonly JournalLock[]; user_id: string } | undefined

/**
 * Opens again what is open in another tab of this person, or was in this tab before a reload. Resolves when done; what stays closed needs
 * its owner.
 *
 * @param locks of this page, from the server
 */
export async function restoreOpenLocks(locks: readonly JournalLock[], user_id: string): Promise<void> {
  if (!latest)
    // Other tabs may have closed the journal, or the session ended, while this page was in the back/forward cache.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !latest) return
      closeLocks()
      restoreOpenLocks(latest.locks, latest.user_id)
    })
  latest = { locks, user_id }
  joinTabs(
    user_id,
    locks.map(({ id }) => id),
    forgetReload,
  )
  const closed = locks.filter(
    (lock) => lock.state !== 'set_aside' && !openLocks().has(lock.id) && isOwnKeyring(lock, user_id),
  )
  if (closed.length === 0) return
  const before = closingCount()
  const reloads = closed.filter(({ keyring }) => isStoredForReload(keyring))
  await Promise.all([
    ...reloads.map(({ keyring }) => reopen(keyring, () => closingCount() === before)),
    askTabs(closed.map(({ id }) => id)),
  ])
}

/** Closes the journal in all tabs and forgets what reloads need. Unsaved text is saved before. */
export async function closeJournal(): Promise<void> {
  await closeTabs(forgetReload)
  // Its other half is gone already.
  await deleteReloadKey().catch(() => {})
}

async function openOneOf<Kind extends Slot['kind']>(
  keyring: Keyring,
  kind: Kind,
  open: (slot: Slot & { kind: Kind }) => Promise<Bytes>,
): Promise<Opened> {
  let failure = new KeyringError('no_such_way')
  for (const slot of keyring.slots) {
    if (slot.kind !== kind) continue
    try {
      const journalKey = await open(slot as Slot & { kind: Kind })
      await verifySeal(keyring, journalKey)
      return { journalKey, slot }
    } catch (thrown) {
      if (!(thrown instanceof KeyringError) || thrown.reason !== `wrong_${kind}`) throw thrown
      failure = thrown
    }
  }
  throw failure
}

async function reopen(keyring: Keyring, isWanted: () => boolean): Promise<void> {
  const { lock_id, user_id, generation } = keyring
  const journalKey = await readAfterReload(keyring)
  if (!journalKey) return
  try {
    await verifySeal(keyring, journalKey)
    const lock = { lock_id, user_id, generation, ...(await lockKeys(journalKey, lock_id)) }
    // Meanwhile another tab may have closed the journal.
    if (isWanted()) addOpenLock(lock)
  } catch (thrown) {
    // The form that opens says why.
    if (!(thrown instanceof KeyringError)) throw thrown
  } finally {
    journalKey.fill(0)
  }
}
