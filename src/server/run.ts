import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { systemClock } from '../platform/clock.ts'
import { type Config, ConfigError } from '../platform/config.server.ts'
import type { Log } from '../platform/log.server.ts'
import { createApp } from './app.ts'
import { buildWhenStale, readBuild } from './build.ts'
import { readContent } from './content.ts'
import { prepareDatabase } from './database.ts'
import { watchGlossaryVersion } from './glossary-version.ts'

export type RunningServer = { address: string; stop(): Promise<void> }

/**
 * The whole start, in order: build when stale, content, database, migrations, sync, serve.
 *
 * @returns the address to open, and `stop`, which finishes what is in flight and then stops PostgreSQL
 * @throws one of the errors that main.ts explains; whatever had been started is stopped again
 */
export async function startServer(
  config: Config,
  log: Log,
  options: { development: boolean },
): Promise<RunningServer> {
  const [content] = await Promise.all([readContent(), options.development ? undefined : buildWhenStale()])
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop()
  }
  try {
    const prepared = await prepareDatabase(config, content.terms, log)
    stops.push(prepared.close)
    const version = await watchGlossaryVersion(prepared.database, prepared.serving, log)
    stops.push(version.stop)
    const platform = { config, database: prepared.database, clock: systemClock, log }
    const development = options.development
      ? await (await import('./development.ts')).startDevelopment()
      : undefined
    if (development) stops.push(development.stop)
    const build = development?.build ?? (await readBuild())
    const { fetch } = createApp({ platform, site: content.site, build, glossaryVersion: version.current })
    const server = development?.serverFor(fetch) ?? createServer(getRequestListener(fetch))
    await listen(server, config)
    stops.push(() => close(server))
    return { address: addressOf(server, config), stop: stopAll }
  } catch (thrown) {
    await stopAll()
    throw thrown
  }
}

function listen(server: Server, config: Config): Promise<void> {
  // A person on a slow line may take a while; a client that never finishes its request may not hold a connection.
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  return new Promise((resolve, reject) => {
    server.once('error', (thrown: NodeJS.ErrnoException) =>
      reject(new ConfigError(explainListen(thrown, config))),
    )
    server.listen(config.port, config.host, resolve)
  })
}

function explainListen(thrown: NodeJS.ErrnoException, { host, port }: Config): string {
  if (thrown.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port.`
  }
  if (thrown.code === 'EACCES') return `Port ${port} needs more rights: set PORT to a number above 1023.`
  return `The server cannot listen on ${host}:${port} (${thrown.code}): set HOST and PORT to an address of this machine.`
}

/** Takes no new connection, ends the idle ones, and waits for what is in flight, ten seconds at most. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), 10_000)
    server.close(() => {
      clearTimeout(patience)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function addressOf(server: Server, config: Config): string {
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
}
