import type { Tinypool } from 'tinypool'
import * as messages from '../messages.en.yaml'
import type { Strength, StrengthQuery } from './password-strength.worker.ts'
import type { Weakness } from './password-weakness.ts'

/** ASVS 5.0, 6.1.2. */
const productWords = ['unfog', 'quickhide', 'glossary', 'journal', 'connections', 'favorites']

let workers: Promise<Tinypool> | undefined

/** Returns why a password is weak or leaked, from a worker that blocks no page. */
export async function findWeaknesses(
  password: string,
  userInputs: readonly string[] = [],
): Promise<Weakness[]> {
  // The work grows with the square of the length.
  const clip = (text: string) => text.slice(0, 40)
  const query: StrengthQuery = {
    password: clip(password),
    userInputs: [...productWords, ...userInputs.map(clip)],
  }
  const checkStrength = async (): Promise<Strength> => {
    workers ??= startWorkers()
    return (await workers).run(query)
  }
  // The pool may end an idle worker just then. Checking is idempotent.
  return toWeaknesses(await checkStrength().catch(checkStrength))
}

function toWeaknesses(strength: Strength): Weakness[] {
  if (!strength) return []
  if (strength === 'leaked') return [{ code: 'pwned', sentence: messages.leakedPassword() }]
  const { code, sentences } = strength
  const shown = sentences.length > 0 ? sentences : [messages.guessablePassword()]
  return shown.map((sentence) => ({ code, sentence }))
}

async function startWorkers(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  const { href: filename } = new URL('./password-strength.worker.ts', import.meta.url)
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    // Then the worker frees 20 MB.
    idleTimeout: 10_000,
    // Four times what is needed.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
  })
  // An unhandled error (no memory, a replaced file) would end the server.
  pool.on('error', () => {
    workers = undefined
    pool.destroy()
  })
  return pool
}
