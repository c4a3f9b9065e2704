import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Postmaster } from './postmaster.ts'
import { EmbeddedPostgresError } from './problems.ts'
import { superuser } from './settings.ts'
import { checkSocketFolder, socketPort } from './socket-folder.ts'

/** How a database role connects: the folder of the Unix socket as host, and no password (peer authentication). */
export type Connection = { host: string; port: number; user: string; database: string }

/** PostgreSQL error codes (documentation, appendix A). */
const cannotConnectNow = '57P03'
const authorisationFailed = '28000'

/**
 * Connects to the maintenance database as the superuser, as soon as PostgreSQL answers.
 *
 * Recovery after a crash takes as long as it takes: while PostgreSQL says that it is starting or stopping, we wait.
 *
 * @param name shown as `application_name`
 * @param uid the owner of the cluster
 * @param timeout milliseconds until a PostgreSQL that does not answer at all is given up
 * @returns undefined when that PostgreSQL ended first
 * @throws EmbeddedPostgresError when it runs but does not let us in
 */
export async function connectTo(
  postmaster: Postmaster,
  name: string,
  uid: number,
  log: (message: string) => void,
  timeout = 30_000,
): Promise<{ client: pg.Client; socketFolder: string } | undefined> {
  const began = Date.now()
  let told = false
  let silentUntil = began + timeout
  while (await postmaster.alive()) {
    const socketFolder = await postmaster.socketFolder()
    const [client, thrown] = socketFolder ? await tryToConnect(socketFolder, name, uid) : []
    if (client && socketFolder) return { client, socketFolder }
    if (thrown instanceof EmbeddedPostgresError && (await postmaster.alive())) throw thrown
    const code = (thrown as { code?: string } | undefined)?.code
    if (code === authorisationFailed) {
      throw new EmbeddedPostgresError(
        'The database of this data folder was started by another user of this machine: start as that user, or set another DATA_DIR.',
        { cause: thrown },
      )
    }
    if (code === cannotConnectNow) silentUntil = Date.now() + timeout
    if (Date.now() > silentUntil) {
      throw new EmbeddedPostgresError(
        'PostgreSQL runs on this data folder but does not answer: stop that PostgreSQL, then start again.',
        { cause: thrown },
      )
    }
    if (!told && Date.now() > began + 2_000) {
      told = true
      log('waiting for PostgreSQL, which recovers after a crash or is still stopping')
    }
    // Often at first, since most starts take a tenth of a second; then as often as what is waited for is long.
    await sleep(Math.min(10 + (Date.now() - began) / 10, 200))
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
  // Whoever uses the connection adds its own listener; without any, a lost connection would end the process.
  client.on('error', () => {})
  try {
    await checkSocketFolder(host, uid)
    await client.connect()
    return [client]
  } catch (thrown) {
    return [undefined, thrown]
  }
}
