import type { Server } from 'node:http'
import { Server as ListeningServer, type Socket } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Config, ConfigError } from '../../platform/config.server.ts'

/** How long a stop waits for what is in flight, in milliseconds. */
const timeout = 10_000

type Listening = {
  /** Where people open it. */
  address: string
  /** Takes no new connection, answers what has arrived, and waits for what is in flight. */
  close(): Promise<void>
}

/**
 * Opens the port.
 *
 * @throws ConfigError when it cannot be had, with what to do
 */
export async function listen(server: Server, config: Config): Promise<Listening> {
  // A person on a slow line may take a while; a client that never finishes its request may not hold a connection.
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

/**
 * http's own `close` first cuts what it takes for idle, among it connections whose request has come and is not read yet. So the
 * listening ends alone, once those who wait at the door are in. Idle connections follow a moment later, and with them what a
 * browser opened in advance and never used, which http does not count as idle.
 */
async function close(server: Server, connections: Set<Socket>): Promise<void> {
  await letIn(server)
  const closed = new Promise((resolve) => ListeningServer.prototype.close.call(server, resolve))
  const giveUp = setTimeout(() => server.closeAllConnections(), timeout)
  const sweep = async () => {
    // What has arrived is read at the end of a turn at the latest.
    await endOfTurn()
    // One whose answer is written counts as idle, though its reader is slow and has not taken it yet.
    const taken = [...connections].every(({ writableLength }) => writableLength === 0)
    if (taken) server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  const idle = setInterval(sweep, 100)
  await closed
  clearInterval(idle)
  clearTimeout(giveUp)
}

/** The event loop lets in one connection a turn; the end of the listening would reset those that still wait. */
async function letIn(server: Server): Promise<void> {
  let came = 0
  server.on('connection', () => came++)
  const deadline = performance.now() + 500
  await endOfTurn()
  let before: number
  do {
    before = came
    await endOfTurn()
  } while (came > before && performance.now() < deadline)
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
