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
    /** Origin of a product that sends email and trusts `X-Forwarded-For`. */
    mailed: string
    /** Takes the emails it sent: `?to=` is the recipient, the response their texts. */
    emailServer: string
  }
}

/** Starts two products for all journeys: one without and one with email. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'unfog-journeys-'))
  const template = join(dataDir, 'copied')
  await makeDataFolder(project, template)
  const peer = await smtpPeer()
  const emailServer = createServer(({ url = '' }, answer) => {
    const email = new URL(url, 'http://localhost').searchParams.get('to') ?? ''
    const matching = peer.received.filter(({ to }) => to.includes(email))
    peer.received = peer.received.filter((email) => !matching.includes(email))
    answer.end(JSON.stringify(matching.map(({ text }) => text)))
  })
  const [product, mailed] = await Promise.all([
    startProduct({ DATA_DIR: join(dataDir, 'served'), PORT: '0' }),
    startProduct({
      DATA_DIR: await newDataFolder(join(dataDir, 'mailed'), template),
      PORT: String(await freePort()),
      TRUSTED_PROXIES: '1',
      SMTP_URL: peer.url,
      MAIL_FROM: 'letters@example.net',
    }),
  ])
  await new Promise<void>((listening) => emailServer.listen(0, '127.0.0.1', listening))
  const address = emailServer.address()
  project.provide('address', product.address)
  project.provide('mailed', mailed.address)
  project.provide('emailServer', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  return async () => {
    emailServer.close()
    await Promise.all([product.stop(), mailed.stop()])
    await peer.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
