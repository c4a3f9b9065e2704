import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Header that selects the process; by default round robin. */
export const processHeader = 'x-to-process'

/**
 * A reverse proxy in front of several processes: round robin, and 502 if one is gone. It does not retry, because a request without a
 * response may have been processed.
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
