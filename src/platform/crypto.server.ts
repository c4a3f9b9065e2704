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
 * What opens what the database holds sealed. It never stands there as it is, nor in a backup. One seals; those that sealed before it
 * still open (docs/decisions/017). What a process holds changes while it runs, so ask it each time and keep no part of it.
 */
export type MasterKey = {
  /** The first half of the fingerprint, in hex: names the key in a sealed text, and says nothing about it. */
  readonly id: string
  /** SHA-256 of a value derived from the key: what the database remembers, to refuse a start with another key. */
  readonly fingerprint: Buffer
  readonly current: Buffer
  /** All that open, the current one first. */
  readonly all: readonly Buffer[]
}

/**
 * @param bytes 32 random bytes
 * @param older keys that sealed before it
 */
export function masterKey(bytes: Buffer, older: readonly Buffer[] = []): MasterKey {
  if (bytes.length !== 32) throw new Error('A master key has 32 bytes.')
  const marker = Buffer.from(hkdfSync('sha256', bytes, '', 'unfog master key fingerprint', 32))
  const fingerprint = createHash('sha256').update(marker).digest()
  return { id: fingerprint.toString('hex', 0, 8), fingerprint, current: bytes, all: [bytes, ...older] }
}

/**
 * HMAC-SHA-256: what is found again only with the master key, so that a stolen copy cannot be searched by guessing.
 *
 * @param text begins with what it is about: else one could be made by asking for another
 */
export const keyedHash = ({ current }: MasterKey, text: string): Buffer => hmac(current, text)

/** The same with every key that may have made it. */
export const keyedHashes = ({ all }: MasterKey, text: string): Buffer[] => all.map((key) => hmac(key, text))

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** What opens many is made a `KeyObject` once (`createSecretKey`): to make one costs as much as to open with it. */
export type SealingKey = Buffer | KeyObject | MasterKey

/** By the bytes themselves: gone with them. */
const made = new WeakMap<Buffer, KeyObject>()

function asKey(key: Buffer | KeyObject): KeyObject {
  if (!Buffer.isBuffer(key)) return key
  const known = made.get(key) ?? createSecretKey(key)
  made.set(key, known)
  return known
}

const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random nonce (NIST SP 800-38D). What surrounds the text is authenticated with it, so that a sealed value
 * that was moved to another row or field does not open.
 *
 * @param context where it belongs: table, row, field
 * @returns nonce, text and tag in one
 */
export function seal(key: SealingKey, text: string, context: readonly string[]): Buffer {
  if ('current' in key) return seal(key.current, text, context)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', asKey(key), nonce)
  cipher.setAAD(boundTo(context))
  const bytes = cipher.update(text, 'utf8')
  return Buffer.concat([nonce, bytes, cipher.final(), cipher.getAuthTag()])
}

/**
 * @param sealed what `seal` gave
 * @throws when the key, the context or the bytes are others
 */
export function unseal(key: SealingKey, sealed: Buffer, context: readonly string[]): string {
  if ('current' in key) return unsealByAny(key.all, sealed, context)
  const decipher = createDecipheriv('aes-256-gcm', asKey(key), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(boundTo(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes))
  // Throws unless all of it is genuine; in GCM nothing is left that it could give.
  decipher.final()
  return text.toString('utf8')
}

function unsealByAny(keys: readonly Buffer[], sealed: Buffer, context: readonly string[]): string {
  let refused: unknown
  for (const key of keys) {
    try {
      return unseal(key, sealed, context)
    } catch (thrown) {
      refused = thrown
    }
  }
  throw refused
}

/** JSON, so that ["ab", "c"] and ["a", "bc"] are two. */
const boundTo = (context: readonly string[]) => Buffer.from(JSON.stringify(context))

/** 256 random bits in base64url: a session, a refresh token, a link. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/**
 * Proves that a sign-in itself asked for something, and no link that another site made up.
 *
 * @param token of the session
 * @returns a text for an address, which nobody can compute without the token
 */
export const intentProof = (token: string, slug: string): string =>
  hash('sha256', `save ${slug} ${token}`, 'base64url')

/** What the database holds of a token: of 256 random bits a plain hash is enough, nobody can try them all. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
