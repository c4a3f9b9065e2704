/** The build bundles this file with the pages into `server/index.js`. */
import { createServer, type Server } from 'node:http'
import { trashJobs } from '../../domains/connections/trash/trash.jobs.server.ts'
import { contactJobs } from '../../domains/contact/contact.jobs.server.ts'
import { cleanupJobs } from '../../domains/identity/accounts/cleanup.jobs.server.ts'
import { accountRequestJobs } from '../../domains/identity/accounts/pending-requests.jobs.server.ts'
import { mailJobs } from '../../domains/identity/messages/messages.jobs.server.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Config, readConfig } from '../../platform/config.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { setLanguage } from '../../platform/language.ts'
import { createLog, type Log } from '../../platform/log.server.ts'
import { createMail } from '../../platform/mail.server.ts'
import { startQueue } from '../../platform/queue.server.ts'
import { type Build, readBuild } from '../build/build.ts'
import { createApp } from '../http/app.ts'
import { watchDiskSpace } from '../http/disk-space-guard.ts'
import { watchGlossaryVersion } from '../http/glossary-version.ts'
import { readMasterKey, watchMasterKey } from '../keys/master-key.ts'
import { prepareDatabase } from './database.ts'
import { listen } from './listen.ts'
import type { Content } from './load-content.ts'

export type Bundle = {
  content: Content
  build: Build
  /** Only in development, where Vite handles its own requests first. */
  serverFor?: (fetch: (request: Request) => Response | Promise<Response>) => Server
  stop?: () => Promise<void>
}

/** A function, because development has no such module. */
export const loadPages = () => import('virtual:react-router/server-build')

/** Serves the build in a folder. @param content as JSON */
export const start = (folder: string, content: string, shutdown: AbortSignal): Promise<void> =>
  serve(async () => ({ content: JSON.parse(content), build: await readBuild(folder) }), shutdown)

/** Starts the server, and stops it on shutdown. @throws UserFacingError */
export async function serve(load: () => Promise<Bundle>, shutdown: AbortSignal): Promise<void> {
  const config = readConfig()
  setLanguage(config.language)
  const log = createLog(config.logLevel)
  const server = await startServer(config, log, await load(), shutdown)
  shutdown.addEventListener('abort', () => {
    // `exit()` uses process.exitCode, which a lost data folder sets.
    server.stop().then(
      () => process.exit(),
      () => process.exit(1),
    )
  })
  log.flush()
  console.log(`ready ${server.address}`)
}

/** @throws UserFacingError, or the signal's error, after stopping what was started */
async function startServer(
  config: Config,
  log: Log,
  { content, build, serverFor, stop = async () => {} }: Bundle,
  shutdown: AbortSignal,
): Promise<{ address: string; stop(): Promise<void> }> {
  const stops = [stop]
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop()
  }
  try {
    shutdown.throwIfAborted()
    const prepared = await prepareDatabase(config, content.terms, log)
    stops.push(prepared.close)
    shutdown.throwIfAborted()
    const { database, authDatabase } = prepared
    const key = await readMasterKey(config, authDatabase)
    const version = await watchGlossaryVersion(database, prepared.appConnection, log, watchMasterKey(key))
    stops.push(version.stop)
    const metrics = await startMetrics(config, authDatabase)
    if (metrics) stops.push(metrics.stop)
    const disk = config.databaseUrl ? undefined : await watchDiskSpace(config.dataDir, log)
    if (disk) stops.push(disk.stop)
    const platform = {
      ...{ config, database, authDatabase, masterKey: key, clock: systemClock, log },
      ...(disk && { isDiskLow: disk.isLow }),
    }
    const { fetch, listener } = createApp({
      metrics,
      platform,
      site: content.site,
      samples: content.samples,
      build,
      glossaryVersion: version.current,
    })
    const server = serverFor?.(fetch) ?? createServer(listener)
    const listening = await listen(server, config)
    stops.push(listening.close)
    const mail = createMail(config)
    const handlers = {
      ...mailJobs(platform, mail),
      ...contactJobs(platform, mail),
      ...trashJobs(platform),
      ...accountRequestJobs(platform),
      ...cleanupJobs(platform),
    }
    const queue = await startQueue(prepared.appConnection, handlers, log)
    stops.push(queue.stop)
    if (!config.loopback && !(config.contactTo && config.smtpUrl)) log.warn(contactWarning)
    shutdown.throwIfAborted()
    return { address: listening.address, stop: stopAll }
  } catch (thrown) {
    await stopAll()
    throw thrown
  }
}

const contactWarning =
  'The contact form promises an answer within 2-3 business days, and no mailbox gets its messages: set CONTACT_TO and SMTP_URL, or read them every day with `npm run operator -- contact list`.'

/** Loads prom-client only when needed. */
async function startMetrics(config: Config, auth: Database) {
  if (config.metricsPort === undefined) return undefined
  const { startMetrics } = await import('../http/metrics.ts')
  return startMetrics(config.metricsPort, auth)
}
