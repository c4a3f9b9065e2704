import type { Kdf } from '../lock/lock.contract.ts'
import { fromBase64 } from './bytes.rules.ts'
import { isRunnable } from './kdf-limits.rules.ts'
import { KeyringError } from './keyring-error.rules.ts'
import type { PhraseAnswer, PhraseQuery } from './phrase.worker.ts'

/** For new phrases; a slot stores its own. Measurements: docs/decisions/042. */
export const newPhraseKdf: Kdf = { memory_kib: 65_536, passes: 3, lanes: 1 }

/** Milliseconds, for a slow network. */
const startTimeout = 30_000
/** Milliseconds: 40 times what a slow phone takes. */
const workTimeout = 60_000

/** A phrase as it is hashed: other keyboards write other spaces and accents (RFC 8265 has NFC, but full width is a slip here). */
export const normalizePhrase = (phrase: string): string =>
  phrase.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ')

/**
 * Derives the secret of a phrase by Argon2id, in a worker that ends with it and so frees its memory.
 *
 * @param parameters of the slot: its salt in base64
 * @returns 32 bytes, which the caller overwrites after use
 * @throws KeyringError `mixed` when the parameters are beyond all limits, `worker` when the worker doesn't start, dies or is refused WebAssembly, `memory` when there is none left; it can be
 * tried again
 */
export async function phraseSecret(
  phrase: string,
  { salt, kdf }: { salt: string; kdf: Kdf },
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isRunnable(kdf)) throw new KeyringError('mixed')
  const query: PhraseQuery = {
    phrase: new TextEncoder().encode(normalizePhrase(phrase)),
    salt: fromBase64(salt),
    kdf,
  }
  let worker: Worker
  try {
    worker = new Worker(new URL('./phrase.worker.ts', import.meta.url), { type: 'module' })
  } catch (cause) {
    throw new KeyringError('worker', { cause })
  }
  try {
    return await run(worker, query)
  } finally {
    worker.terminate()
    query.phrase.fill(0)
  }
}

function run(worker: Worker, query: PhraseQuery): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer)
      const isMemory = /memory|allocat|RangeError/i.test(String(cause))
      reject(new KeyringError(isMemory ? 'memory' : 'worker', { cause }))
    }
    let timer = setTimeout(fail, startTimeout, 'the worker does not start')
    worker.onerror = (event) => {
      event.preventDefault()
      fail(event.message || 'the worker failed')
    }
    worker.onmessageerror = () => fail('the answer cannot be read')
    worker.onmessage = ({ data }: MessageEvent<PhraseAnswer>) => {
      if (data === 'ready') {
        clearTimeout(timer)
        timer = setTimeout(fail, workTimeout, 'the worker does not answer')
        worker.postMessage(query)
      } else if ('failed' in data) fail(data.failed)
      else {
        clearTimeout(timer)
        resolve(data.secret)
      }
    }
  })
}
