import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Asked = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

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
  requests: Asked[],
  connections: number,
  seconds: number,
): Promise<number[]> {
  const { hostname, port } = new URL(address)
  const written = requests.map((request) => messageOf(request, `${hostname}:${port}`))
  const end = performance.now() + seconds * 1000
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  try {
    const begin = (place: number) => Math.floor((place * written.length) / connections)
    const taken = sockets.map((socket, place) => askOn(socket, written, begin(place), end))
    return (await Promise.all(taken)).flat()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function messageOf({ path, method = 'GET', headers = {}, body = '' }: Asked, host: string): Buffer {
  const fields = { Host: host, 'Accept-Encoding': 'gzip, deflate, br, zstd', ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'POST' ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`)
}

function askOn(socket: Socket, messages: Buffer[], first: number, end: number): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const taken: number[] = []
  let next = first
  let asked = 0
  let held = Buffer.alloc(0)
  /** Bytes that the present answer still has; undefined while its head is not there. */
  let missing: number | undefined

  const send = () => {
    asked = performance.now()
    socket.write(messages[next++ % messages.length] as Buffer)
  }
  socket.on('data', (piece) => {
    if (missing === undefined) {
      held = held.length === 0 ? piece : Buffer.concat([held, piece])
      const head = held.indexOf('\r\n\r\n')
      if (head < 0) return
      const text = held.toString('latin1', 0, head)
      if (text[9] !== '2')
        return reject(new Error(`Answered ${text.slice(9, 12)}: ${held.toString('latin1', head)}`))
      const length = /^content-length: (\d+)/im.exec(text)?.[1]
      // Without a length it comes in chunks, of which the last is empty (RFC 9112, section 7.1).
      if (!length && !held.subarray(-5).equals(lastChunk)) return
      missing = length ? head + 4 + Number(length) - held.length : 0
      held = Buffer.alloc(0)
    } else missing -= piece.length
    if (missing > 0) return
    missing = undefined
    taken.push(performance.now() - asked)
    if (performance.now() < end) send()
    else resolve(taken)
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('A connection was closed.')))
  send()
  return promise
}

const lastChunk = Buffer.from('0\r\n\r\n')
