import { hash, hashRaw, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Argon2id with OWASP's second choice (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. About 25 ms of one core. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes one password at a time, off the main thread: a core stays free for pages while fifty people sign in. */
const inTurn = pLimit(1)

/** @returns the hash in its own encoding, with salt and parameters */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(bytesOf(password), parameters))

/**
 * @param held what `hashPassword` gave; left out where there is no such account, or none with a password: the work is done
 *   all the same, so that the answer takes as long
 */
export async function checkPassword(password: string, held: string | null | undefined): Promise<boolean> {
  nobodys ??= hash('nobody has this password', parameters)
  const against = held ?? (await nobodys)
  const right = await inTurn(() => verify(against, bytesOf(password)))
  return right && held != null
}

/**
 * @param held what `hashPassword` gave, perhaps long ago, or what a program brought
 * @returns whether it was made with other parameters than ours are today, so that it is to be made again from the password
 */
export const isOutdatedHash = (held: string): boolean =>
  !held.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`)

/**
 * The same slow hash for a secret of less than 112 bits that is looked up by its value (ASVS 5.0, 6.5.2).
 *
 * @param salt at least 8 random bytes
 * @returns 32 bytes
 */
export const slowHash = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  inTurn(() => hashRaw(secret, { ...parameters, salt, outputLen: 32 }))

let nobodys: Promise<string> | undefined

/** One form for what looks alike, as RFC 8265 asks (section 4.2.2): else é typed on two keyboards is two passwords. */
const bytesOf = (password: string) => password.normalize('NFC')

/**
 * How long a password that comes now would wait, in whole seconds. The line itself has no end, so doors ask before they let in more
 * (server/http/rate-limit.ts).
 */
export const secondsUntilPasswords = (): number => Math.ceil((inTurn.pendingCount * average) / 1000)

/** Milliseconds that one takes on a small machine, for guessing how long others wait. */
const average = 30
