import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port, for a server whose address must be known before it starts. Below the ephemeral range (32768), to avoid races. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
