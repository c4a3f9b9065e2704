/**
 * Argon2id (RFC 9106) in a worker of its own: typing and Quick Hide never wait for it. Its own policy (server/http/static-files.ts) lets it
 * run WebAssembly and nothing else: it cannot send the phrase anywhere.
 */
import { argon2id } from 'hash-wasm'
import type { Kdf } from '../lock/lock.contract.ts'

export type PhraseQuery = { phrase: Uint8Array<ArrayBuffer>; salt: Uint8Array<ArrayBuffer>; kdf: Kdf }
export type PhraseAnswer = 'ready' | { secret: Uint8Array<ArrayBuffer> } | { failed: string }

const answer = (message: PhraseAnswer) => postMessage(message)

addEventListener('message', async ({ data: { phrase, salt, kdf } }: MessageEvent<PhraseQuery>) => {
  try {
    const secret = await argon2id({
      password: phrase,
      salt,
      parallelism: kdf.lanes,
      iterations: kdf.passes,
      memorySize: kdf.memory_kib,
      hashLength: 32,
      outputType: 'binary',
    })
    answer({ secret: new Uint8Array(secret) })
  } catch (thrown) {
    answer({ failed: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : '' })
  } finally {
    phrase.fill(0)
  }
})
answer('ready')
