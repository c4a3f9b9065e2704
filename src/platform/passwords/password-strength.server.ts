import type { Tinypool } from 'tinypool'
import type { StrengthQuery } from './password-strength.worker.ts'
import type { Weakness } from './password-weakness.ts'

/** Context-specific words (ASVS 5.0, 6.1.2). */
const productWords = ['unfog', 'quickhide', 'glossary', 'journal', 'connections', 'favorites']

/** Then the worker ends and frees its 20 MB of word lists. */
const idleTimeoutMs = 10_000

/** Four times what the lists and one password need. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

let workers: Promise<Tinypool> | undefined

/**
 * Runs in a worker, so that it blocks no page. The first check after a pause takes 0.2 s for loading the word lists.
 *
 * @param userInputs words about the user, such as their email and name
 * @returns why the password is weak or leaked; empty if it is neither
 */
export async function findWeaknesses(
  password: string,
  userInputs: readonly string[] = [],
): Promise<Weakness[]> {
  // Limits unauthenticated work, which grows with the square of the length. The first 40 characters must be strong enough.
  const clip = (text: string) => text.slice(0, 40)
  const query: StrengthQuery = {
    password: clip(password),
    userInputs: [...productWords, ...userInputs.map(clip)],
  }
  const checkStrength = async (): Promise<Weakness[]> => {
    workers ??= startWorkers()
    return (await workers).run(query)
  }
  // The pool may end an idle worker just as the query arrives. Checking is idempotent, so retry once.
  return checkStrength().catch(checkStrength)
}

async function startWorkers(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  const { href: filename } = new URL('./password-strength.worker.ts', import.meta.url)
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
    resourceLimits,
  })
  // If a worker can't start (no memory, or its file was replaced), an unhandled error would end the server. Destroying the pool rejects
  // pending checks; the next one starts a new pool.
  pool.on('error', () => {
    workers = undefined
    pool.destroy()
  })
  return pool
}
