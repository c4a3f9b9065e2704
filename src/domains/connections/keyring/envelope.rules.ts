/** The format of docs/decisions/042. It runs in browsers and in Node: both have WebCrypto. */

const version = 1
const [headerBytes, nonceBytes, tagBytes] = [5, 12, 16] as const

/** What an envelope belongs to: it opens nowhere else. */
export type EnvelopePlace = {
  lock_id: string
  user_id: string
} & (
  | { kind: 'entry'; id: string; revision: number }
  | { kind: 'draft'; id: string; writer: string; sequence: number }
)

/** Thrown when an envelope is damaged, moved, or of another key. */
class EnvelopeError extends Error {}

/**
 * Size of a padded text in bytes: multiples of 1,024, above 8,192 of an eighth of the power of two below, so that a size tells little.
 *
 * @param bytes of the text
 */
export function paddedSize(bytes: number): number {
  const step = bytes <= 8_192 ? 1_024 : 2 ** (Math.floor(Math.log2(bytes - 1)) - 3)
  return Math.max(1, Math.ceil(bytes / step)) * step
}

/** Whether an envelope can have this size in bytes. */
export function isEnvelopeSize(bytes: number): boolean {
  const padded = bytes - headerBytes - nonceBytes - tagBytes
  return padded > 0 && paddedSize(padded) === padded
}

/**
 * Encrypts a JSON text into an envelope.
 *
 * @param key AES-256-GCM, from `contentKey`
 * @param generation of the keyring, at least 1
 */
export async function sealEnvelope(
  key: CryptoKey,
  json: string,
  place: EnvelopePlace,
  generation: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(json)
  const padded = new Uint8Array(paddedSize(text.length)).fill(0x20)
  padded.set(text)
  const envelope = new Uint8Array(headerBytes + nonceBytes + padded.length + tagBytes)
  const view = new DataView(envelope.buffer)
  view.setUint8(0, version)
  view.setUint32(1, generation)
  const nonce = crypto.getRandomValues(envelope.subarray(headerBytes, headerBytes + nonceBytes))
  const additionalData = associatedData(place, generation)
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, padded)
  envelope.set(new Uint8Array(encrypted), headerBytes + nonceBytes)
  return envelope
}

/**
 * Opens an envelope. Returns its JSON text, and the generation of the keyring that it was sealed with.
 *
 * @throws EnvelopeError
 */
export async function openEnvelope(
  key: CryptoKey,
  envelope: Uint8Array<ArrayBuffer>,
  place: EnvelopePlace,
): Promise<{ json: string; generation: number }> {
  if (!isEnvelopeSize(envelope.length)) throw new EnvelopeError('its size is wrong')
  const view = new DataView(envelope.buffer, envelope.byteOffset, envelope.byteLength)
  if (view.getUint8(0) !== version) throw new EnvelopeError('a newer version wrote it')
  const generation = view.getUint32(1)
  const iv = envelope.subarray(headerBytes, headerBytes + nonceBytes)
  const encrypted = envelope.subarray(headerBytes + nonceBytes)
  const additionalData = associatedData(place, generation)
  const padded = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData }, key, encrypted)
    .catch(() => {
      throw new EnvelopeError('it does not open')
    })
  return { json: new TextDecoder().decode(padded).trimEnd(), generation }
}

/** The keys of an open lock. None can be exported. */
export type LockKeys = { contentKey: CryptoKey; idKey: CryptoKey }

/** Derives all keys of an open lock from the journal key. */
export async function lockKeys(journalKey: Uint8Array<ArrayBuffer>, lock_id: string): Promise<LockKeys> {
  const [content, id] = await Promise.all([contentKey(journalKey, lock_id), idKey(journalKey, lock_id)])
  return { contentKey: content, idKey: id }
}

/** Derives the key of documents from the journal key (RFC 5869). */
export const contentKey = (journalKey: Uint8Array<ArrayBuffer>, lock_id: string): Promise<CryptoKey> =>
  deriveKey(journalKey, lock_id, 'content', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt'])

/** Derives the HMAC key of imported entries' ids (docs/decisions/041). */
const idKey = (journalKey: Uint8Array<ArrayBuffer>, lock_id: string): Promise<CryptoKey> =>
  deriveKey(journalKey, lock_id, 'ids', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign'])

async function deriveKey(
  journalKey: Uint8Array<ArrayBuffer>,
  lock_id: string,
  purpose: 'content' | 'ids',
  algorithm: AesKeyGenParams | HmacKeyGenParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', journalKey, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`unfog journal ${purpose} v1`)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: uuidBytes(lock_id), info }
  return crypto.subtle.deriveKey(hkdf, base, algorithm, false, usages)
}

/** The 16 bytes of a UUID (RFC 9562). */
export const uuidBytes = (id: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function associatedData(place: EnvelopePlace, generation: number): Uint8Array<ArrayBuffer> {
  const row = place.kind === 'entry' ? [place.id, place.revision] : [place.id, place.writer, place.sequence]
  return new TextEncoder().encode(
    JSON.stringify(['unfog journal', version, place.lock_id, generation, place.user_id, place.kind, ...row]),
  )
}
