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

/**
 * The key that encrypts data in the database. It is never stored there in the clear, nor in a backup. The current key encrypts; older
 * ones still decrypt (docs/decisions/017). Rotation changes this object in a running process, so read it each time and copy nothing.
 */
export type MasterKey = {
  /** The first half of the fingerprint in hex: identifies the key in stored rows without revealing it. */
  readonly id: string
  /** SHA-256 of a value derived from the key. Stored in the database, to reject a start with another key. */
  readonly fingerprint: Buffer
  readonly current: Buffer
  /** All keys that decrypt, the current one first. */
  readonly all: readonly Buffer[]
}

/**
 * @param bytes 32 random bytes
 * @param older previous keys, for decryption
 */
export function masterKey(bytes: Buffer, older: readonly Buffer[] = []): MasterKey {
  if (bytes.length !== 32) throw new Error('A master key has 32 bytes.')
  const marker = Buffer.from(hkdfSync('sha256', bytes, '', 'unfog master key fingerprint', 32))
  const fingerprint = createHash('sha256').update(marker).digest()
  return { id: fingerprint.toString('hex', 0, 8), fingerprint, current: bytes, all: [bytes, ...older] }
}

/**
 * HMAC-SHA-256 for lookups by value: a stolen copy cannot be searched by guessing.
 *
 * @param text must begin with its purpose, so that a hash for one purpose cannot serve another
 */
export const keyedHash = ({ current }: MasterKey, text: string): Buffer => hmac(current, text)

/** The hashes under all keys, for values hashed before a rotation. */
export const keyedHashes = ({ all }: MasterKey, text: string): Buffer[] => all.map((key) => hmac(key, text))

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Pass a `KeyObject` (`createSecretKey`) to decrypt many values: creating one costs as much as a decryption. */
export type EncryptionKey = Buffer | KeyObject | MasterKey

/** Cached as long as the bytes live. */
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
 * Encrypts with AES-256-GCM and a random nonce (NIST SP 800-38D). The context is authenticated, so a value moved to another row or
 * field does not decrypt.
 *
 * @param context table, row and field
 * @returns nonce, ciphertext and tag
 */
export function seal(key: EncryptionKey, text: string, context: readonly string[]): Buffer {
  if ('current' in key) return seal(key.current, text, context)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', toKeyObject(key), nonce)
  cipher.setAAD(toAad(context))
  const bytes = cipher.update(text, 'utf8')
  return Buffer.concat([nonce, bytes, cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts the result of `seal`.
 *
 * @throws if the key, the context or the bytes differ
 */
export function unseal(key: EncryptionKey, sealed: Buffer, context: readonly string[]): string {
  if ('current' in key) return unsealWithAny(key.all, sealed, context)
  const decipher = createDecipheriv('aes-256-gcm', toKeyObject(key), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(toAad(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes))
  // Verifies the tag; GCM has no remaining output here.
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

/**
 * CSRF token for saving a term by link after sign-in.
 *
 * @param token of the session
 * @returns a URL parameter that another site cannot compute
 */
export const intentProof = (token: string, slug: string): string =>
  hash('sha256', `save ${slug} ${token}`, 'base64url')

/** The stored hash of a token. 256 random bits need no slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
