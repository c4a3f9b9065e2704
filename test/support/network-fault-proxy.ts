import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FaultProxy = {
  port: number
  /** Closes all connections and rejects new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A TCP port in front of a Unix socket, for simulating connection failures. */
export async function startFaultProxy(socketFile: string): Promise<FaultProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(socketFile)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    restore() {
      isCut = false
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
