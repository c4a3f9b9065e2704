/** For the page that sets a phrase, loaded when it is used. It runs on the device: the phrase is never sent. */
import { normalizePhrase } from './phrase.client.ts'
import type { PhraseStrength, StrengthQuery } from './phrase-strength.worker.ts'

export type { PhraseStrength } from './phrase-strength.worker.ts'

/** The work grows with the square of the length. */
const mostCharacters = 100

let running: { worker: Worker; failed: Promise<never>; end: (reason: string) => void } | undefined

/** Ends the worker, which keeps the dictionaries and the last phrase in memory. Estimates that are not done reject. */
export const endPhraseStrength = (): void => running?.end('it was ended')

/**
 * Estimates how hard a phrase is to guess (zxcvbn, Wheeler 2016): 3 is hard with many tries, 4 very hard. Typing never waits for it.
 *
 * @param ownWords that others may know, such as the email address and the name
 * @throws Error when the worker does not load; it can be tried again
 */
export async function phraseStrength(
  phrase: string,
  ownWords: readonly string[] = [],
): Promise<PhraseStrength> {
  running = running ?? start()
  const { worker, failed } = running
  const clip = (text: string) => text.slice(0, mostCharacters)
  const words = ['unfog', 'journal', 'connections', ...ownWords].flatMap((word) => [
    clip(word),
    ...clip(word).split(/[\s@]+/),
    ...clip(word).split(/[^\p{L}\p{N}]+/u),
  ])
  const query: StrengthQuery = { phrase: clip(normalizePhrase(phrase)), ownWords: words.filter(Boolean) }
  const { port1, port2 } = new MessageChannel()
  const judged = new Promise<PhraseStrength>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<PhraseStrength>) => resolve(data)
  })
  worker.postMessage(query, [port2])
  try {
    return await Promise.race([judged, failed])
  } finally {
    port1.close()
  }
}

function start(): NonNullable<typeof running> {
  const worker = new Worker(new URL('./phrase-strength.worker.ts', import.meta.url), { type: 'module' })
  let end = (_reason: string) => {}
  const failed = new Promise<never>((_, reject) => {
    end = (reason) => {
      worker.terminate()
      if (running?.worker === worker) running = undefined
      reject(new Error(`the worker that judges phrases: ${reason}`))
    }
  })
  failed.catch(() => {})
  worker.onerror = (event) => {
    event.preventDefault()
    end(event.message || 'it did not load')
  }
  return { worker, failed, end }
}
