import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDataFolder, newDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { startProduct } from './product.ts'
import { smtpPeer } from './smtp-peer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running product. */
    address: string
    /** Origin of one that sends letters and knows who asks by `X-Forwarded-For`. */
    mailed: string
    /** Where the letters that it sent are taken: `?to=` says whose, the answer is their texts. */
    letters: string
  }
}

/** The built product with its own PostgreSQL, started once as a person would, for all journeys; and one with a mailbox. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'unfog-journeys-'))
  const made = join(dataDir, 'copied')
  await makeDataFolder(project, made)
  const peer = await smtpPeer()
  const letters = createServer(({ url = '' }, answer) => {
    const email = new URL(url, 'http://localhost').searchParams.get('to') ?? ''
    const theirs = peer.received.filter(({ to }) => to.includes(email))
    peer.received = peer.received.filter((letter) => !theirs.includes(letter))
    answer.end(JSON.stringify(theirs.map(({ text }) => text)))
  })
  const [product, mailed] = await Promise.all([
    startProduct({ DATA_DIR: join(dataDir, 'served'), PORT: '0' }),
    startProduct({
      DATA_DIR: await newDataFolder(join(dataDir, 'mailed'), made),
      PORT: String(await freePort()),
      TRUSTED_PROXIES: '1',
      SMTP_URL: peer.url,
      MAIL_FROM: 'letters@example.net',
    }),
  ])
  await new Promise<void>((listening) => letters.listen(0, '127.0.0.1', listening))
  const place = letters.address()
  project.provide('address', product.address)
  project.provide('mailed', mailed.address)
  project.provide('letters', `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`)
  return async () => {
    letters.close()
    await Promise.all([product.stop(), mailed.stop()])
    await peer.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
