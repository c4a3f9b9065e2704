import { argon2id } from 'hash-wasm'
import { fromBase64 } from '../../src/domains/connections/keyring/bytes.rules.ts'
import { normalizePhrase } from '../../src/domains/connections/keyring/phrase.client.ts'
import type { Kdf } from '../../src/domains/connections/lock/lock.contract.ts'

/** The lowest that the contract allows, for tests that are not about its cost. */
export const cheapKdf: Kdf = { memory_kib: 8_192, passes: 1, lanes: 1 }

/** Argon2id without a worker, which Node does not have. */
export const derivePhrase = async (phrase: string, slot: { salt: string; kdf: Kdf }) =>
  new Uint8Array(
    await argon2id({
      password: normalizePhrase(phrase),
      salt: fromBase64(slot.salt),
      parallelism: slot.kdf.lanes,
      iterations: slot.kdf.passes,
      memorySize: slot.kdf.memory_kib,
      hashLength: 32,
      outputType: 'binary',
    }),
  )
