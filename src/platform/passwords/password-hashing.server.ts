import { hash, hashRaw, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Argon2id, OWASP's second choice (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. About 25 ms of one core. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes one password at a time, off the main thread, so a core stays free while fifty users sign in. */
const withHashSlot = pLimit(1)

/** @returns the encoded hash, with salt and parameters */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(normalize(password), parameters))

/**
 * @param storedHash undefined if the account does not exist or has no password; a dummy hash then keeps the timing the same
 */
export async function checkPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', parameters)
  const comparedHash = storedHash ?? (await dummyHash)
  const isMatch = await withHashSlot(() => verify(comparedHash, normalize(password)))
  return isMatch && storedHash != null
}

/** Whether a hash, ours or imported, has other than the current parameters and should be renewed at sign-in. */
export const isOutdatedHash = (storedHash: string): boolean =>
  !storedHash.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`)

/**
 * Argon2id with a given salt, for secrets below 112 bits that are looked up by value (ASVS 5.0, 6.5.2).
 *
 * @param salt at least 8 random bytes
 * @returns 32 bytes
 */
export const slowHash = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  withHashSlot(() => hashRaw(secret, { ...parameters, salt, outputLen: 32 }))

let dummyHash: Promise<string> | undefined

/** RFC 8265, 4.2.2: otherwise é from two keyboards would be two passwords. */
const normalize = (password: string) => password.normalize('NFC')

/** Estimated wait of another password, in seconds. The queue is unbounded, so endpoints check first (server/http/rate-limit.ts). */
export const passwordQueueSeconds = (): number =>
  Math.ceil((withHashSlot.pendingCount * averageHashMs) / 1000)

/** Of one hash on a small machine. */
const averageHashMs = 30
