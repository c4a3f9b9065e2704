import type { Server } from 'node:http'
import { Server as ListeningServer, type Socket } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Config, ConfigError } from '../../platform/config.server.ts'

/** Milliseconds for requests in flight. */
const stopTimeout = 10_000

/** Opens the port. @throws ConfigError with what to do */
export async function listen(
  server: Server,
  config: Config,
): Promise<{ address: string; close(): Promise<void> }> {
  // A client that never finishes its request must not keep a connection.
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown: NodeJS.ErrnoException) => reject(new ConfigError(explain(thrown, config))))
    server.listen(config.port, config.host, resolve)
  })
  return { address: listeningAddress(server, config), close: () => close(server, connections) }
}

/** `http.Server.close` destroys connections with an unread request, and does not count as idle those opened in advance. */
async function close(server: Server, connections: Set<Socket>): Promise<void> {
  await acceptPending(server)
  const closed = new Promise((resolve) => ListeningServer.prototype.close.call(server, resolve))
  const forceClose = setTimeout(() => server.closeAllConnections(), stopTimeout)
  const sweep = async () => {
    // Reads data that has arrived.
    await endOfTurn()
    // An idle connection may still be sending its response to a slow client.
    const isFlushed = [...connections].every(({ writableLength }) => writableLength === 0)
    if (isFlushed) server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  const idle = setInterval(sweep, 100)
  await closed
  clearInterval(idle)
  clearTimeout(forceClose)
}

/** The event loop accepts one connection a turn; the end of listening resets the others. */
async function acceptPending(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => accepted++)
  const deadline = performance.now() + 500
  await endOfTurn()
  let previous: number
  do {
    previous = accepted
    await endOfTurn()
  } while (accepted > previous && performance.now() < deadline)
}

function explain(thrown: NodeJS.ErrnoException, { host, port }: Config): string {
  if (thrown.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port.`
  }
  if (thrown.code === 'EACCES') return `Port ${port} needs more rights: set PORT to a number above 1023.`
  return `The server cannot listen on ${host}:${port} (${thrown.code}): set HOST and PORT to an address of this machine.`
}

function listeningAddress(server: Server, config: Config): string {
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
}
