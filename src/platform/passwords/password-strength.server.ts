import type { Tinypool } from 'tinypool'
import type { Question } from './password-strength.worker.ts'
import type { Weakness } from './password-weakness.ts'

/** What somebody tries first who knows where it is for: the words of this place (ASVS 5.0, 6.1.2). */
const ours = ['unfog', 'quickhide', 'glossary', 'journal', 'connections', 'favorites']

/** How long the judge waits for another password before it goes, and its 20 MB of lists with it; in milliseconds. */
const idle = 10_000

/** Megabytes that it may take: its lists and what one password needs are a quarter of them. */
const limits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

let judges: Promise<Tinypool> | undefined

/**
 * Asks a thread of its own, so that no page waits meanwhile. Whoever comes first after a while waits 0.2 s for the word lists.
 *
 * @param known what somebody close would try first: the address, a name
 * @returns why a password is easy to guess or known from leaks; empty when it is neither
 */
export async function weaknesses(password: string, known: readonly string[] = []): Promise<Weakness[]> {
  // Anybody can ask, and the work grows with the square of the length; what its first 40 signs do not make strong is weak.
  const start = (text: string) => text.slice(0, 40)
  const question: Question = { password: start(password), known: [...ours, ...known.map(start)] }
  const judge = async (): Promise<Weakness[]> => {
    judges ??= prepare()
    return (await judges).run(question)
  }
  // The pool may end an idle thread just as a question reaches it. Judging changes nothing, so it is asked again.
  return judge().catch(judge)
}

async function prepare(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  const { href: filename } = new URL('./password-strength.worker.ts', import.meta.url)
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idle,
    resourceLimits: limits,
  })
  // A thread that cannot begin, for want of memory or because its file was replaced, would end the whole server, and who waits would
  // wait for good: they are told that it failed, and who comes next begins another.
  pool.on('error', () => {
    judges = undefined
    pool.destroy()
  })
  return pool
}
