import { afterEach, expect, test, vi } from 'vitest'
import { toBase64 } from './bytes.rules.ts'
import { newPhraseKdf, phraseSecret } from './phrase.client.ts'

/** The bytes 0 to 15. */
const salt = 'AAECAwQFBgcICQoLDA0ODw=='
const kdf = { memory_kib: 8_192, passes: 1, lanes: 1 }
const phrase = 'seven paper boats at noon'

const derive = async (text: string, parameters = kdf) =>
  toBase64(await phraseSecret(text, { salt, kdf: parameters }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Starts another worker instead of our own. */
function replaceWorker(code: (original: string) => string) {
  const Original = Worker
  const started: Worker[] = []
  vi.stubGlobal(
    'Worker',
    class {
      constructor(address: URL | string) {
        const blob = new Blob([code(new URL(address, location.href).href)], { type: 'text/javascript' })
        const worker = new Original(URL.createObjectURL(blob), { type: 'module' })
        started.push(worker)
        // biome-ignore lint/correctness/noConstructorReturn: it replaces the browser's
        return worker
      }
    },
  )
  return started
}

/** Made with the second implementation, @node-rs/argon2. */
test.each([
  [phrase, kdf, 'W4V7Sh3nyv5ETHOsgTPSzfMk/WjDCxeW8i85RdMU/C0='],
  ['  seven paper\u00a0 boats\nat noon ', kdf, 'W4V7Sh3nyv5ETHOsgTPSzfMk/WjDCxeW8i85RdMU/C0='],
  ['cafe\u0301', kdf, 'HRR2BjQL7d8ZlNG3xOoc3Cws5/ljaJ0iv2kF79ZD2Xo='],
  [phrase, newPhraseKdf, 'S9eO2AyrHHO2r5CS2wex/kGWMSN/NrS5HsJMJo0d2Go='],
])('%o has the secret of another Argon2id', async (text, parameters, expected) => {
  expect(await derive(text, parameters)).toBe(expected)
})

test.each([
  ['never starts', () => 'throw new Error("no")', 'worker'],
  ['is not there', () => 'import "./missing.js"', 'worker'],
  ['dies at work', () => 'postMessage("ready"); onmessage = () => { throw new Error("no") }', 'worker'],
  [
    'is refused WebAssembly',
    (address: string) => `delete globalThis.WebAssembly; await import(${JSON.stringify(address)})`,
    'worker',
  ],
  [
    'gets no memory',
    (address: string) =>
      `WebAssembly.instantiate = () => Promise.reject(new RangeError("could not allocate memory")); await import(${JSON.stringify(address)})`,
    'memory',
  ],
] as const)('a worker that %s is an error, and can be tried again', async (_, code, reason) => {
  replaceWorker(code)
  await expect(derive(phrase)).rejects.toMatchObject({ name: 'Error', reason })
  vi.unstubAllGlobals()
  expect(await derive(phrase)).toBe('W4V7Sh3nyv5ETHOsgTPSzfMk/WjDCxeW8i85RdMU/C0=')
})

test.each([
  ['starting', '', 30_000],
  ['answering', 'postMessage("ready")', 60_000],
])('a worker that is silent instead of %s is given up', async (_, code, milliseconds) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const started = replaceWorker(() => code)
  const secret = derive(phrase)
  const outcome = expect(secret).rejects.toMatchObject({ reason: 'worker' })
  await vi.waitFor(() => expect(started).toHaveLength(1))
  if (code) await new Promise((resolve) => started[0]?.addEventListener('message', resolve))
  vi.advanceTimersByTime(milliseconds - 1)
  let isOver = false
  secret.catch(() => {}).finally(() => (isOver = true))
  await Promise.resolve()
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  await outcome
})

test('a wrong phrase can be tried again and again', async () => {
  const secrets = await Promise.all(['one', 'two', 'one'].map((text) => derive(text)))
  expect(secrets[0]).toBe(secrets[2])
  expect(secrets[0]).not.toBe(secrets[1])
})

test.each([
  { ...kdf, memory_kib: 4 * 1_048_576 },
  { ...kdf, memory_kib: Number.NaN },
  { ...kdf, passes: 1_000_000 },
  { ...kdf, lanes: 0 },
])('parameters that a server could stop a device with start nothing: %o', async (parameters) => {
  const started = replaceWorker((address) => `await import(${JSON.stringify(address)})`)
  await expect(derive(phrase, parameters)).rejects.toMatchObject({ reason: 'mixed' })
  expect(started).toEqual([])
})
