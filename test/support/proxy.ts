import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Which process a request goes to, as a test wishes; else one after the other. */
export const processHeader = 'x-to-process'

/**
 * A proxy as an operator puts before several processes: takes the next one, and says 502 when that one is gone. It repeats nothing:
 * what a client was not told of may have been done.
 *
 * @param targets addresses of the processes
 */
export async function startProxy(targets: string[]): Promise<{ address: string; stop(): void }> {
  let turn = 0
  const server = createServer((request, response) => {
    const { [processHeader]: index, ...headers } = request.headers
    const target = new URL(targets[index === undefined ? turn++ % targets.length : Number(index)] ?? '')
    const forwarded = httpRequest(
      {
        ...{ hostname: target.hostname, port: target.port, path: request.url, method: request.method },
        headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' },
      },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.on('error', () => response.destroy())
        upstream.pipe(response)
      },
    )
    forwarded.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
