/** The keyring of docs/decisions/042: the journal key, wrapped once per way to open it. It runs in browsers and in Node. */

import type { Kdf, Keyring, Slot } from '../lock/lock.contract.ts'
import { fromBase64, jsonBytes, randomBytes, toBase64 } from './bytes.rules.ts'
import { uuidBytes } from './envelope.rules.ts'
import { KeyringError } from './keyring-error.rules.ts'
import { newPhraseKdf, phraseSecret } from './phrase.client.ts'

const [nonceBytes, saltBytes, keyBytes] = [12, 16, 32] as const
/** keyringSchema */
const maxSlots = 12

/** Whose keyring it is. */
export type KeyringOwner = Pick<Keyring, 'user_id' | 'lock_id'>

/** A way to open that is to be added. `secret` is the output of WebAuthn's PRF for `salt`. */
export type NewSlot =
  | { kind: 'phrase'; phrase: string; kdf?: Kdf }
  | { kind: 'kit'; entropy: Uint8Array<ArrayBuffer> }
  | {
      kind: 'passkey'
      credential_id: string
      label: string
      salt: Uint8Array<ArrayBuffer>
      secret: Uint8Array<ArrayBuffer>
    }

/** Argon2id; another one is for tests in Node, which has no worker. */
type DerivePhrase = typeof phraseSecret

/** The 32 random bytes that everything of a lock is encrypted with. */
export const newJournalKey = (): Uint8Array<ArrayBuffer> => randomBytes(keyBytes)

/**
 * Wraps a journal key for each way to open it.
 *
 * @param secrets 1 to 12
 * @returns the keyring, of generation 1
 * @throws KeyringError when the phrase cannot be derived
 */
export async function createKeyring(
  { user_id, lock_id }: KeyringOwner,
  journalKey: Uint8Array<ArrayBuffer>,
  secrets: readonly NewSlot[],
  derive: DerivePhrase = phraseSecret,
): Promise<Keyring> {
  const owner = { user_id, lock_id }
  const slots: Slot[] = []
  for (const secret of secrets) slots.push(await wrap(owner, journalKey, secret, derive))
  return sealed({ ...owner, generation: 1, slots }, journalKey)
}

/**
 * Adds a way to open. The caller removes the one that it replaces.
 *
 * @returns a new keyring, of the next generation
 * @throws KeyringError `full`, `mixed`, or when the phrase cannot be derived
 */
export async function addSlot(
  keyring: Keyring,
  journalKey: Uint8Array<ArrayBuffer>,
  secret: NewSlot,
  derive: DerivePhrase = phraseSecret,
): Promise<Keyring> {
  if (keyring.slots.length >= maxSlots) throw new KeyringError('full')
  return replaceSlots(keyring, journalKey, [
    ...keyring.slots,
    await wrap(keyring, journalKey, secret, derive),
  ])
}

/**
 * Removes a way to open.
 *
 * @returns a new keyring, of the next generation
 * @throws KeyringError `no_such_way`, `last_way`, or `mixed`
 */
export async function removeSlot(
  keyring: Keyring,
  journalKey: Uint8Array<ArrayBuffer>,
  slot_id: string,
): Promise<Keyring> {
  const slots = keyring.slots.filter(({ id }) => id !== slot_id)
  if (slots.length === keyring.slots.length) throw new KeyringError('no_such_way')
  if (slots.length === 0) throw new KeyringError('last_way')
  return replaceSlots(keyring, journalKey, slots)
}

/**
 * Exchanges the phrase or the kit for a new one: the old one opens nothing from then on.
 *
 * @returns a new keyring, of the next generation
 * @throws KeyringError `mixed`, or when the phrase cannot be derived
 */
export async function replaceSlot(
  keyring: Keyring,
  journalKey: Uint8Array<ArrayBuffer>,
  secret: NewSlot & { kind: 'phrase' | 'kit' },
  derive: DerivePhrase = phraseSecret,
): Promise<Keyring> {
  const others = keyring.slots.filter(({ kind }) => kind !== secret.kind)
  if (others.length >= maxSlots) throw new KeyringError('full')
  return replaceSlots(keyring, journalKey, [...others, await wrap(keyring, journalKey, secret, derive)])
}

/**
 * Opens a slot.
 *
 * @param secret of Argon2id, the kit's entropy, or of the passkey's PRF
 * @returns the journal key; the caller verifies the seal
 * @throws KeyringError `wrong_phrase`, `wrong_kit`, or `wrong_passkey`
 */
export async function unwrapSlot(
  keyring: KeyringOwner,
  slot: Slot,
  secret: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const wrapped = fromBase64(slot.wrapped)
    const journalKey = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: wrapped.subarray(0, nonceBytes),
        additionalData: slotData(keyring, slot),
      },
      await wrappingKey(secret, fromBase64(slot.salt), slot.kind),
      wrapped.subarray(nonceBytes),
    )
    if (journalKey.byteLength !== keyBytes) throw new Error('the key has another length')
    return new Uint8Array(journalKey)
  } catch (cause) {
    throw new KeyringError(`wrong_${slot.kind}`, { cause })
  }
}

/**
 * Checks that who wrote the keyring knew the journal key: slots can't be added, exchanged or mixed without it.
 *
 * @throws KeyringError `mixed`
 */
export async function verifySeal(keyring: Keyring, journalKey: Uint8Array<ArrayBuffer>): Promise<void> {
  let isValid = false
  try {
    const key = await sealKey(journalKey, keyring.lock_id)
    isValid = await crypto.subtle.verify('HMAC', key, fromBase64(keyring.seal), sealData(keyring))
  } catch (cause) {
    throw new KeyringError('mixed', { cause })
  }
  if (!isValid) throw new KeyringError('mixed')
}

async function wrap(
  owner: KeyringOwner,
  journalKey: Uint8Array<ArrayBuffer>,
  secret: NewSlot,
  derive: DerivePhrase,
): Promise<Slot> {
  const id = crypto.randomUUID()
  const salt = secret.kind === 'passkey' ? secret.salt : randomBytes(saltBytes)
  const kdf = (secret.kind === 'phrase' && secret.kdf) || newPhraseKdf
  const secretBytes =
    secret.kind === 'phrase'
      ? await derive(secret.phrase, { salt: toBase64(salt), kdf })
      : secret.kind === 'kit'
        ? secret.entropy
        : secret.secret
  const key = await wrappingKey(secretBytes, salt, secret.kind)
  if (secret.kind === 'phrase') secretBytes.fill(0)
  const nonce = randomBytes(nonceBytes)
  const additionalData = slotData(owner, { id, kind: secret.kind })
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData },
    key,
    journalKey,
  )
  const members = {
    id,
    salt: toBase64(salt),
    wrapped: toBase64(new Uint8Array([...nonce, ...new Uint8Array(encrypted)])),
  }
  if (secret.kind === 'phrase') return { kind: 'phrase', ...members, kdf }
  if (secret.kind === 'kit') return { kind: 'kit', ...members }
  return { kind: 'passkey', ...members, credential_id: secret.credential_id, label: secret.label }
}

/** Never seals what someone else changed. */
async function replaceSlots(
  keyring: Keyring,
  journalKey: Uint8Array<ArrayBuffer>,
  slots: Slot[],
): Promise<Keyring> {
  await verifySeal(keyring, journalKey)
  const { user_id, lock_id, generation } = keyring
  return sealed({ user_id, lock_id, generation: generation + 1, slots }, journalKey)
}

async function sealed(
  keyring: Omit<Keyring, 'v' | 'seal'>,
  journalKey: Uint8Array<ArrayBuffer>,
): Promise<Keyring> {
  const key = await sealKey(journalKey, keyring.lock_id)
  const seal = await crypto.subtle.sign('HMAC', key, sealData(keyring))
  return { v: 1, ...keyring, seal: toBase64(new Uint8Array(seal)) }
}

async function wrappingKey(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  kind: Slot['kind'],
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`unfog keyring ${kind} v1`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

async function sealKey(journalKey: Uint8Array<ArrayBuffer>, lock_id: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', journalKey, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('unfog keyring seal v1')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: uuidBytes(lock_id), info },
    base,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  )
}

const slotData = ({ lock_id, user_id }: KeyringOwner, { id, kind }: Pick<Slot, 'id' | 'kind'>) =>
  jsonBytes(['unfog keyring', 1, lock_id, user_id, id, kind])

const sealData = ({ lock_id, user_id, generation, slots }: Omit<Keyring, 'v' | 'seal'>) =>
  jsonBytes([
    'unfog keyring seal',
    1,
    lock_id,
    user_id,
    generation,
    slots.map(({ id, kind, salt, wrapped }) => [id, kind, salt, wrapped]),
  ])
