import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Postmaster } from './postmaster.ts'
import { EmbeddedPostgresError } from './problems.ts'
import { socketPort, superuser } from './settings.ts'
import { checkSocketFolder } from './socket-folder.ts'

export type Connection = { host: string; port: number; user: string; database: string }

export type Connected = { client: pg.Client; socketFolder: string }

/** Milliseconds without any response. */
const timeout = 30_000

/** PostgreSQL documentation, appendix A. */
const cannotConnectNow = '57P03'
const authorizationFailed = '28000'

/** Connects as the superuser; undefined if PostgreSQL exits. Waits without limit for a crash recovery. */
export async function connectTo(
  postmaster: Postmaster,
  name: string,
  uid: number,
  log: (message: string) => void,
): Promise<Connected | undefined> {
  const startedAt = Date.now()
  let hasLogged = false
  let deadline = startedAt + timeout
  while (await postmaster.alive()) {
    const socketFolder = await postmaster.socketFolder()
    const [client, thrown] = socketFolder ? await tryToConnect(socketFolder, name, uid) : []
    if (client && socketFolder) return { client, socketFolder }
    if (thrown instanceof EmbeddedPostgresError && (await postmaster.alive())) throw thrown
    const code = (thrown as { code?: string } | undefined)?.code
    if (code === authorizationFailed) {
      throw new EmbeddedPostgresError(
        'The database of this data folder was started by another user of this machine: start as that user, or set another DATA_DIR.',
        { cause: thrown },
      )
    }
    if (code === cannotConnectNow) deadline = Date.now() + timeout
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'PostgreSQL runs on this data folder but does not answer: stop that PostgreSQL, then start again.',
        { cause: thrown },
      )
    }
    if (!hasLogged && Date.now() > startedAt + 2_000) {
      hasLogged = true
      log('waiting for PostgreSQL, which recovers after a crash or is still stopping')
    }
    await sleep(Math.min(10 + (Date.now() - startedAt) / 10, 200))
  }
  return undefined
}

async function tryToConnect(host: string, name: string, uid: number): Promise<[pg.Client?, unknown?]> {
  const client = new pg.Client({
    host,
    port: socketPort,
    user: superuser,
    database: 'postgres',
    application_name: name,
    ssl: false,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a lost connection would crash the process.
  client.on('error', () => {})
  try {
    await checkSocketFolder(host, uid)
    await client.connect()
    return [client]
  } catch (thrown) {
    return [undefined, thrown]
  }
}
