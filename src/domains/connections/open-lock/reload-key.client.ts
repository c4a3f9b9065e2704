/**
 * Keeps a lock open through reloads: this tab's sessionStorage has the journal key, encrypted with a random key that the server stores with
 * the session and deletes with it. Neither half opens anything.
 */
import { apiFetch } from '../../../platform/api-client.ts'
import { fromBase64, jsonBytes, randomBytes, toBase64 } from '../keyring/bytes.rules.ts'
import type { KeyringOwner } from '../keyring/keyring.rules.ts'

const storageKey = 'journalReload'
const address = '/journal-lock/reload-key'
const nonceBytes = 12

type Bytes = Uint8Array<ArrayBuffer>
type Halves = { user_id: string; halves: Record<string, string> }

/** Stores a journal key for reloads of this tab. Throws ApiProblem, or QuotaExceededError: then a reload asks for the phrase again. */
export async function storeForReload(owner: KeyringOwner, journalKey: Bytes): Promise<void> {
  const { key: stored } = await apiFetch<{ key: string | null }>(address)
  // A new one would end what other tabs store.
  const { key } = stored ? { key: stored } : await apiFetch<{ key: string }>(address, { method: 'PUT' })
  const nonce = randomBytes(nonceBytes)
  const additionalData = halfData(owner)
  const serverKey = await importKey(key)
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData },
    serverKey,
    journalKey,
  )
  const half = toBase64(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
  const halves = { ...readHalves(owner.user_id), [owner.lock_id]: half }
  sessionStorage.setItem(storageKey, JSON.stringify({ user_id: owner.user_id, halves } satisfies Halves))
}

/** Whether this tab stores anything for this lock. */
export const isStoredForReload = ({ user_id, lock_id }: KeyringOwner): boolean =>
  lock_id in readHalves(user_id)

/**
 * Reads the journal key again after a reload; undefined if a half is missing.
 *
 * @returns the key, which the caller verifies and overwrites
 */
export async function readAfterReload(owner: KeyringOwner): Promise<Bytes | undefined> {
  const { [owner.lock_id]: half } = readHalves(owner.user_id)
  if (!half) return undefined
  const answer = await apiFetch<{ key: string | null }>(address).catch(() => undefined)
  // Without an answer the next reload tries again.
  if (!answer) return undefined
  try {
    if (!answer.key) throw new Error('the session has no key')
    const bytes = fromBase64(half)
    const journalKey = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, nonceBytes), additionalData: halfData(owner) },
      await importKey(answer.key),
      bytes.subarray(nonceBytes),
    )
    return new Uint8Array(journalKey)
  } catch {
    forgetReload(owner.lock_id)
    return undefined
  }
}

/** Removes this tab's half, of one lock or of all. It sends nothing, so Quick Hide can use it. */
export function forgetReload(lock_id?: string): void {
  try {
    const { user_id, halves } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Halves>
    const { [lock_id ?? '']: _, ...others } = halves ?? {}
    if (lock_id && user_id && Object.keys(others).length > 0)
      sessionStorage.setItem(storageKey, JSON.stringify({ user_id, halves: others } satisfies Halves))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Blocked storage has nothing; a damaged text opens nothing, but goes.
    try {
      sessionStorage.removeItem(storageKey)
    } catch {}
  }
}

/** Deletes the server's half, for all tabs of this session. */
export const deleteReloadKey = (): Promise<void> => apiFetch(address, { method: 'DELETE' })

/** Only of this person: a tab's storage outlives a sign-out. */
function readHalves(user_id: string): Record<string, string> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Halves>
    return stored.user_id === user_id ? (stored.halves ?? {}) : {}
  } catch {
    return {}
  }
}

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

const halfData = ({ lock_id, user_id }: KeyringOwner) => jsonBytes(['unfog reload', 1, lock_id, user_id])
