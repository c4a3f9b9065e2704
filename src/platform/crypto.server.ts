import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Never stored in the clear or in a backup (decision 017). Rotation changes it in place: copy nothing. */
export type MasterKey = {
  /** Half of the fingerprint in hex, for stored rows. */
  readonly id: string
  /** Stored in the database, to reject a start with another key. */
  readonly fingerprint: Buffer
  readonly current: Buffer
  /** The current one first. */
  readonly all: readonly Buffer[]
}

/** `older` keys only decrypt. */
export function masterKey(bytes: Buffer, older: readonly Buffer[] = []): MasterKey {
  if (bytes.length !== 32) throw new Error('A master key has 32 bytes.')
  const marker = Buffer.from(hkdfSync('sha256', bytes, '', 'unfog master key fingerprint', 32))
  const fingerprint = createHash('sha256').update(marker).digest()
  return { id: fingerprint.toString('hex', 0, 8), fingerprint, current: bytes, all: [bytes, ...older] }
}

/** HMAC-SHA-256 against guessing. `text` begins with its purpose, so that a hash cannot serve another. */
export const keyedHash = ({ current }: MasterKey, text: string): Buffer => hmac(current, text)

/** For values from before a rotation. */
export const keyedHashes = ({ all }: MasterKey, text: string): Buffer[] => all.map((key) => hmac(key, text))

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Creating a `KeyObject` costs as much as a decryption. */
export type EncryptionKey = Buffer | KeyObject | MasterKey

const keyObjects = new WeakMap<Buffer, KeyObject>()

function toKeyObject(key: Buffer | KeyObject): KeyObject {
  if (!Buffer.isBuffer(key)) return key
  const keyObject = keyObjects.get(key) ?? createSecretKey(key)
  keyObjects.set(key, keyObject)
  return keyObject
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts with AES-256-GCM and a random nonce (NIST SP 800-38D). The context (table, row and field) keeps
 * moved values from decrypting.
 */
export function seal(key: EncryptionKey, text: string, context: readonly string[]): Buffer {
  if ('current' in key) return seal(key.current, text, context)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', toKeyObject(key), nonce)
  cipher.setAAD(toAad(context))
  const bytes = cipher.update(text, 'utf8')
  return Buffer.concat([nonce, bytes, cipher.final(), cipher.getAuthTag()])
}

/** Throws if key, context or bytes differ. */
export function unseal(key: EncryptionKey, sealed: Buffer, context: readonly string[]): string {
  if ('current' in key) return unsealWithAny(key.all, sealed, context)
  const decipher = createDecipheriv('aes-256-gcm', toKeyObject(key), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(toAad(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes))
  // Verifies the tag.
  decipher.final()
  return text.toString('utf8')
}

function unsealWithAny(keys: readonly Buffer[], sealed: Buffer, context: readonly string[]): string {
  let lastError: unknown
  for (const key of keys) {
    try {
      return unseal(key, sealed, context)
    } catch (thrown) {
      lastError = thrown
    }
  }
  throw lastError
}

/** JSON, so that ["ab", "c"] and ["a", "bc"] differ. */
const toAad = (context: readonly string[]) => Buffer.from(JSON.stringify(context))

/** 256 random bits in base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** CSRF token for saving a term by link after sign-in. */
export const intentProof = (token: string, slug: string): string =>
  hash('sha256', `save ${slug} ${token}`, 'base64url')

/** 256 random bits need no slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
