import { createServer, type Server } from 'node:http'
import { contactJobs } from '../domains/contact/jobs.server.ts'
import { expiredJobs } from '../domains/identity/expired/jobs.server.ts'
import { mailJobs } from '../domains/identity/mail/jobs.server.ts'
import { requestJobs } from '../domains/identity/requests/jobs.server.ts'
import { suspensionJobs } from '../domains/identity/suspensions/jobs.server.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.server.ts'
import type { Database } from '../platform/database/pool.server.ts'
import type { Log } from '../platform/log.server.ts'
import { createMail } from '../platform/mail.server.ts'
import { startQueue } from '../platform/queue.server.ts'
import { createApp } from './app.ts'
import type { Build } from './built.ts'
import type { Content } from './content.ts'
import { prepareDatabase } from './database.ts'
import { watchDiskRoom } from './disk-room.ts'
import { watchGlossaryVersion } from './glossary-version.ts'
import { listen } from './listen.ts'
import { readMasterKey, watchMasterKey } from './master-key.ts'

export type RunningServer = { address: string; stop(): Promise<void> }

/** What is served: as it was made before the start, or as it is made while somebody writes it. */
export type Made = {
  content: Content
  build: Build
  /** Stands before our own routes, in development. */
  serverFor?: (fetch: (request: Request) => Response | Promise<Response>) => Server
  stop?: () => Promise<void>
}

/**
 * The whole start, in order: database, migrations, sync, serve.
 *
 * @param signal gives up a start that is under way
 * @returns the address to open, and `stop`, which finishes what is in flight and then stops PostgreSQL
 * @throws what is said in a sentence (PlainError), or the signal's own; whatever had been started is stopped again
 */
export async function startServer(
  config: Config,
  log: Log,
  { content, build, serverFor, stop = async () => {} }: Made,
  signal: AbortSignal,
): Promise<RunningServer> {
  const stops = [stop]
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop()
  }
  try {
    signal.throwIfAborted()
    const prepared = await prepareDatabase(config, content.terms, log)
    stops.push(prepared.close)
    signal.throwIfAborted()
    const { database, authDatabase } = prepared
    const key = await readMasterKey(config, authDatabase)
    const version = await watchGlossaryVersion(database, prepared.serving, log, watchMasterKey(key))
    stops.push(version.stop)
    const metrics = await countAnswers(config, authDatabase)
    if (metrics) stops.push(metrics.stop)
    const room = config.databaseUrl ? undefined : await watchDiskRoom(config.dataDir, log)
    if (room) stops.push(room.stop)
    const platform = {
      ...{ config, database, authDatabase, masterKey: key, clock: systemClock, log },
      ...(room && { isDiskLow: room.isLow }),
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
      ...requestJobs(platform),
      ...expiredJobs(platform),
      ...suspensionJobs(platform),
    }
    const queue = await startQueue(prepared.serving, handlers, log)
    stops.push(queue.stop)
    signal.throwIfAborted()
    return { address: listening.address, stop: stopAll }
  } catch (thrown) {
    await stopAll()
    throw thrown
  }
}

/** Loaded only where it is asked for. */
async function countAnswers(config: Config, auth: Database) {
  if (config.metricsPort === undefined) return undefined
  const { startMetrics } = await import('./metrics.ts')
  return startMetrics(config.metricsPort, auth)
}
