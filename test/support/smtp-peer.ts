import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** How the server handles an email; `loses the answer` accepts it and hangs up, so the sender cannot know. */
export type Behavior = 'accepts' | 'refuses the recipient' | 'hangs up' | 'keeps silent' | 'loses the answer'

/** `text` is the decoded plain part. */
export type Received = { from: string; to: string[]; raw: string; text: string }

/**
 * A real SMTP server on this machine.
 *
 * @param port reuses an earlier server's
 * @returns `received` grows with each email; `behavior` can be changed at any time
 */
export async function smtpPeer(behavior: Behavior = 'accepts', port = 0) {
  const sockets = new Set<Socket>()
  const hangUp = () => sockets.forEach((socket) => void socket.destroy())
  const peer = {
    behavior,
    received: [] as Received[],
    url: '',
    port: 0,
    async stop() {
      const closed = new Promise<void>((done) => server.close(done))
      hangUp()
      await closed
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onRcptTo(_address, _session, answer) {
      if (peer.behavior === 'keeps silent') return
      if (peer.behavior === 'hangs up') return hangUp()
      if (peer.behavior !== 'refuses the recipient') return answer()
      answer(Object.assign(new Error('nobody by that name'), { responseCode: 550 }))
    },
    async onData(stream, { envelope }, answer) {
      const raw = (await text(stream)).replaceAll('\r\n', '\n')
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      peer.received.push({
        from,
        to: envelope.rcptTo.map(({ address }) => address),
        raw,
        text: plainText(raw),
      })
      if (peer.behavior === 'loses the answer') hangUp()
      else answer()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  peer.port = (server.server.address() as AddressInfo).port
  peer.url = `smtp://127.0.0.1:${peer.port}`
  return peer
}

/** @returns the decoded plain part of an email (quoted-printable: RFC 2045, 6.7) */
export function plainText(raw: string): string {
  const [, head = '', body = ''] = /\nContent-Type: text\/plain(.*?)\n\n(.*?)\n----_/s.exec(raw) ?? []
  if (!head.includes('quoted-printable')) return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_found, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
