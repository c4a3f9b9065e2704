import { readSamples } from '../../src/domains/demo/demo-source.reads.server.ts'
import type { Site } from '../../src/domains/editorial/editorial.contract.ts'
import { readEditorial } from '../../src/domains/editorial/editorial.reads.server.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import type { Log } from '../../src/platform/log.server.ts'
import { buildWhenStale, readBuild } from '../../src/server/build/build.ts'
import { createApp } from '../../src/server/http/app.ts'
import type { TestDatabase } from './test-database.ts'

let product: ReturnType<typeof readProduct> | undefined

/** Takes 150 ms of CPU time, so each worker does it once. No test changes these parts. */
async function readProduct() {
  const [build, { site }, samples] = await Promise.all([
    buildWhenStale().then(readBuild),
    readEditorial('content'),
    readSamples('content/demo.yaml'),
  ])
  if (!site) throw new Error('content/ cannot be used')
  return { build, site, samples }
}

/**
 * The app on the real build and a real database, without a port.
 *
 * @returns `app.request(path)`; `lines`, the log; `time.now`, which can be set
 */
export async function testApp(
  database: Pick<TestDatabase, 'app' | 'auth'>,
  settings: {
    environment?: Record<string, string>
    glossaryVersion?: () => string
    film?: Site['film']
    isDiskLow?: () => boolean
  } = {},
) {
  product ??= readProduct()
  const { build, site, samples } = await product
  const lines: string[] = []
  const logAt =
    (level: string): Log['info'] =>
    (message, fields) =>
      lines.push(JSON.stringify({ level, message, ...fields }))
  const log: Log = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  const time = { now: new Date('2026-03-04T12:00:00Z') }
  const platform = {
    config: readConfig(settings.environment ?? {}),
    database: database.app,
    authDatabase: database.auth,
    masterKey: masterKey(Buffer.alloc(32, 7)),
    clock: { now: () => time.now },
    log,
    ...(settings.isDiskLow && { isDiskLow: settings.isDiskLow }),
  }
  const app = createApp({
    platform,
    site: settings.film ? { ...site, film: settings.film } : site,
    samples,
    build,
    glossaryVersion: settings.glossaryVersion ?? (() => 'one'),
  })
  return { app, lines, time }
}
