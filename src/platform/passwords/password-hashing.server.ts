import { hash, hashRaw, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** OWASP's second choice (Password Storage Cheat Sheet). About 25 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keeps a core free while fifty users sign in. */
const withHashSlot = pLimit(1)

/** With salt and parameters. */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(normalize(password), parameters))

/** Without a stored hash a dummy keeps the timing the same. */
export async function checkPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', parameters)
  const comparedHash = storedHash ?? (await dummyHash)
  const isMatch = await withHashSlot(() => verify(comparedHash, normalize(password)))
  return isMatch && storedHash != null
}

/** Such a hash is renewed at sign-in. */
export const isOutdatedHash = (storedHash: string): boolean =>
  !storedHash.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`)

/** For secrets below 112 bits, looked up by value (ASVS 5.0, 6.5.2). The salt has 8 bytes or more. */
export const slowHash = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  withHashSlot(() => hashRaw(secret, { ...parameters, salt, outputLen: 32 }))

let dummyHash: Promise<string> | undefined

/** RFC 8265, 4.2.2: é from two keyboards would be two passwords. */
const normalize = (password: string) => password.normalize('NFC')

/** The queue is unbounded, so endpoints check first (server/http/rate-limit.ts). */
export const passwordQueueSeconds = (): number =>
  Math.ceil((withHashSlot.pendingCount * averageHashMs) / 1000)

const averageHashMs = 30
