import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Recorded = { method: string; url: string; head: string; body: Buffer; at: number }

/** A proxy between a browser and the product, which records all that passes, uncompressed. */
export async function startRecordingProxy() {
  const requests: Recorded[] = []
  const answers: Buffer[] = []
  let target = new URL('http://localhost')
  const server = createServer(async (incoming, outgoing) => {
    const at = performance.now()
    const { method = '', url = '' } = incoming
    const body = await buffer(incoming).catch(() => Buffer.alloc(0))
    requests.push({ method, url, head: incoming.rawHeaders.join('\n'), body, at })
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const forwarded = httpRequest(
      {
        ...{ hostname: target.hostname, port: target.port, path: url, method },
        headers: { ...headers, 'x-forwarded-for': '192.0.2.7' },
      },
      async (upstream) => {
        const answer = await buffer(upstream).catch(() => Buffer.alloc(0))
        answers.push(Buffer.from(upstream.rawHeaders.join('\n')), answer)
        outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers)
        outgoing.end(answer)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    forwarded.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    /** Bytes of all requests, and of all answers. */
    sent: () =>
      Buffer.concat(
        requests.map((each) =>
          Buffer.concat([Buffer.from(`${each.method} ${each.url}\n${each.head}\n`), each.body]),
        ),
      ),
    received: () => Buffer.concat(answers),
    leadTo(address: string) {
      target = new URL(address)
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
