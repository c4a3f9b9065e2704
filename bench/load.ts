import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type LoadRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/**
 * Load generator: each connection sends the next request as soon as a response is complete. Parses only status and length; load tools
 * that parse all headers in JavaScript were slower than our server.
 *
 * @param requests sent in turn; each connection starts at another one
 * @param seconds how long to send requests
 * @returns latencies in milliseconds
 * @throws if a status is not 2xx, or a connection closes
 */
export async function load(
  address: string,
  requests: LoadRequest[],
  connections: number,
  seconds: number,
): Promise<number[]> {
  const { hostname, port } = new URL(address)
  const messages = requests.map((request) => messageOf(request, `${hostname}:${port}`))
  const end = performance.now() + seconds * 1000
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  try {
    const begin = (index: number) => Math.floor((index * messages.length) / connections)
    const latencies = sockets.map((socket, index) => askOn(socket, messages, begin(index), end))
    return (await Promise.all(latencies)).flat()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function messageOf({ path, method = 'GET', headers = {}, body = '' }: LoadRequest, host: string): Buffer {
  const fields = { Host: host, 'Accept-Encoding': 'gzip, deflate, br, zstd', ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'POST' ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`)
}

function askOn(socket: Socket, messages: Buffer[], first: number, end: number): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const latencies: number[] = []
  let next = first
  let sentAt = 0
  let buffered = Buffer.alloc(0)
  /** Remaining bytes of the current response; undefined until its headers are complete. */
  let missing: number | undefined

  const send = () => {
    sentAt = performance.now()
    socket.write(messages[next++ % messages.length] as Buffer)
  }
  socket.on('data', (piece) => {
    if (missing === undefined) {
      buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece])
      const headEnd = buffered.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = buffered.toString('latin1', 0, headEnd)
      if (head[9] !== '2')
        return reject(new Error(`Answered ${head.slice(9, 12)}: ${buffered.toString('latin1', headEnd)}`))
      const length = /^content-length: (\d+)/im.exec(head)?.[1]
      // Without a length the body is chunked and ends with an empty chunk (RFC 9112, 7.1).
      if (!length && !buffered.subarray(-5).equals(lastChunk)) return
      missing = length ? headEnd + 4 + Number(length) - buffered.length : 0
      buffered = Buffer.alloc(0)
    } else missing -= piece.length
    if (missing > 0) return
    missing = undefined
    latencies.push(performance.now() - sentAt)
    if (performance.now() < end) send()
    else resolve(latencies)
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('A connection was closed.')))
  send()
  return promise
}

const lastChunk = Buffer.from('0\r\n\r\n')
