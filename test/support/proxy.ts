import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Which process a request goes to, as a test wishes; else one after the other. */
export const toProcess = 'x-to-process'

/**
 * A proxy as an operator puts before several processes: takes the next one, and says 502 when that one is gone. It repeats nothing:
 * what a client was not told of may have been done.
 *
 * @param targets addresses of the processes
 */
export async function startSmallProxy(targets: string[]): Promise<{ address: string; stop(): void }> {
  let turn = 0
  const server = createServer((asked, answer) => {
    const { [toProcess]: wish, ...headers } = asked.headers
    const target = new URL(targets[wish === undefined ? turn++ % targets.length : Number(wish)] ?? '')
    const forwarded = request(
      {
        ...{ hostname: target.hostname, port: target.port, path: asked.url, method: asked.method },
        headers: { ...headers, 'x-forwarded-for': asked.socket.remoteAddress ?? '' },
      },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.on('error', () => answer.destroy())
        response.pipe(answer)
      },
    )
    forwarded.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    asked.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
