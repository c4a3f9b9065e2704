import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type LoadRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/**
 * Asks a server without a pause, on each connection as soon as the last answer is whole. It reads no more of an answer than its
 * status and its length: programs made for this parse each header in JavaScript, and were slower than what they measured.
 *
 * @param requests each connection asks for these in turn, from a place of its own on
 * @param seconds how long new ones are sent
 * @returns the time of each answer, in milliseconds
 * @throws at an answer other than 2xx, or when a connection is closed
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
  /** Bytes that the present answer still has; undefined while its head is not there. */
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
      // Without a length it comes in chunks, of which the last is empty (RFC 9112, section 7.1).
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
