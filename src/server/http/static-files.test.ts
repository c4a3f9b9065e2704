import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashedFiles } from './static-files.ts'

let root = ''
const app = new Hono()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'unfog-static-'))
  await mkdir(join(root, 'assets'))
  for (const name of [
    'phrase.worker-Ab_-9.js',
    'phrase-strength.worker-1.js',
    'public-Ab_-9.js',
    'not-phrase.worker-1.js.txt',
  ])
    await writeFile(join(root, 'assets', name), '1')
  app.use('/assets/*', hashedFiles(root))
})
afterAll(() => rm(root, { recursive: true }))

test.each(['phrase.worker-Ab_-9.js', 'phrase-strength.worker-1.js'])(
  '%s may run WebAssembly, and neither load nor send anything',
  async (name) => {
    const { status, headers } = await app.request(`/assets/${name}`)
    expect(status).toBe(200)
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'")
  },
)

test.each(['public-Ab_-9.js', 'not-phrase.worker-1.js.txt'])('%s has no policy of its own', async (name) => {
  const { status, headers } = await app.request(`/assets/${name}`)
  expect(status).toBe(200)
  expect(headers.has('Content-Security-Policy')).toBe(false)
})

test('a missing worker has none either', async () => {
  expect((await app.request('/assets/phrase.worker-gone.js')).status).toBe(404)
})
