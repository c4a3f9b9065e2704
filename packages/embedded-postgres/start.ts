import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Connection, connectTo } from './connect.ts'
import { prepareDataFolder } from './data-folder.ts'
import { tryFolderLock } from './folder-lock.ts'
import { checkCluster, clusterOwner, prepareCluster } from './init-cluster.ts'
import { inUseError, readHolder, takeHolderLock } from './instance-lock.ts'
import { chooseAccount, type RunAs, verifyAccess } from './os-user.ts'
import { clearStalePid, findPostmaster, launchPostmaster, stopPostmaster } from './postmaster.ts'
import { EmbeddedPostgresError, explainFolder, explainOutput } from './problems.ts'
import { productDatabase } from './settings.ts'
import { socketParent, socketPort } from './socket-folder.ts'

export { EmbeddedPostgresError } from './problems.ts'

export type EmbeddedPostgres = {
  /** pg connection options for a database role: unix socket folder as host, port, user, database; no password (peer). */
  connection(role: string, database?: string): Connection
  /** Graceful stop (fast shutdown); safe to call twice. Releases the lock. */
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  /** The product's DATA_DIR, perhaps relative; the database lives in its `postgres` folder. */
  dataDir: string
  /** Who starts it, as a second start will be told ("unfog, process 4711"); at most 63 bytes of ASCII. */
  holder: string
  log?: (message: string) => void
  /**
   * The connection that holds the lock broke: PostgreSQL ended or was ended. Called at most once, never by `stop`; call `stop`
   * before starting again.
   */
  onLost?: (error: Error) => void
  /** The `native` folder of a bundle, instead of the installed npm package. */
  binaries?: string
}

type Connected = { client: pg.Client; socketFolder: string }

type ClusterLocation = { folder: string; cluster: string; account: RunAs; binaries: Binaries }

/**
 * Starts the product's private PostgreSQL, or adopts the one that a killed server left running (design: "Launcher").
 *
 * @throws EmbeddedPostgresError with a sentence for the operator: the folder is in use (naming by whom), cannot be used, holds
 *   something else, the disk is full, there are no programs for this machine, ...
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const folder = await prepareDataFolder(options.dataDir)
  const cluster = join(folder, 'postgres')
  const binaries = await findBinaries(options.binaries)
  const wanted = await chooseAccount(await clusterOwner(cluster))
  const [account, major] = await verifyAccess(wanted, binaries, [folder, socketParent()])
  await checkCluster(cluster, account, major)
  const location = { folder, cluster, account, binaries }

  const release = await takeFolderLock(location)
  try {
    const { client, socketFolder } = await connectOrLaunch(location, options.holder, log)
    let ended = false
    const lost = (error?: Error) => {
      if (!ended) options.onLost?.(error ?? new Error('The connection to PostgreSQL ended.'))
      ended = true
    }
    client.once('error', lost).once('end', lost)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      ended = true
      // PostgreSQL's own stop closes the connection; waiting for a goodbye could wait for ever.
      client.end().catch(() => {})
      await stopPostmaster(cluster, account).finally(release)
    }
    return {
      connection: (user, database = productDatabase) => ({
        host: socketFolder,
        port: socketPort,
        user,
        database,
      }),
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (thrown) {
    release()
    throw explainFolder(thrown, folder)
  }
}

/**
 * Takes the data folder, or says who has it. A start or a stop that is at work is waited for.
 *
 * @param timeout milliseconds
 */
async function takeFolderLock(
  { folder, cluster, account }: ClusterLocation,
  timeout = 60_000,
): Promise<() => void> {
  const deadline = Date.now() + timeout
  for (;;) {
    const release = tryFolderLock(folder)
    if (release) return release
    const holder = await findHolder(cluster, account)
    if (holder || Date.now() > deadline) throw inUseError(holder)
    await sleep(100)
  }
}

/** The name in the advisory lock, asked of the PostgreSQL that another process runs; undefined while it cannot be asked. */
async function findHolder(cluster: string, account: RunAs): Promise<string | undefined> {
  const running = await findPostmaster(cluster)
  const connected = running && (await connectTo(running, 'unfog, asking', account.uid, () => {}))
  try {
    return connected && (await readHolder(connected.client))
  } catch {
    // It stops just now.
    return undefined
  } finally {
    await connected?.client.end().catch(() => {})
  }
}

/**
 * The connection that holds the lock: to the PostgreSQL that runs, else to one started now.
 *
 * @param timeout milliseconds for what a killed PostgreSQL left at work
 */
async function connectOrLaunch(
  location: ClusterLocation,
  holder: string,
  log: (message: string) => void,
  timeout = 60_000,
): Promise<Connected> {
  const { folder, cluster, account } = location
  const deadline = Date.now() + timeout
  for (;;) {
    const running = await findPostmaster(cluster)
    if (running) log('PostgreSQL runs already on this data folder, left by a server that was killed')
    const connected = running && (await connectTo(running, holder, account.uid, log))
    if (connected) return await takeOwnership(connected)
    // None runs, or it was on its way out.
    const launched = await launch(location, holder, log)
    if (typeof launched !== 'string') return launched
    // A killed PostgreSQL's backends notice its end only after the statement that they are at. And one that a killed server had
    // only just started comes up now: it is adopted in the next round.
    if (!/pre-existing shared memory block|lock file .* already exists/.test(launched)) {
      throw explainOutput('PostgreSQL could not start', launched, folder)
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `A PostgreSQL that was killed is still at work in ${folder}: wait until it has ended, then start again.`,
      )
    }
    await sleep(200)
  }
}

/** Starts PostgreSQL. Gives the connection, or what it printed when it ended at once. */
async function launch(
  { folder, cluster, account, binaries }: ClusterLocation,
  holder: string,
  log: (message: string) => void,
): Promise<Connected | string> {
  await clearStalePid(cluster, account)
  await prepareCluster(folder, cluster, account, binaries)
  const launched = await launchPostmaster(folder, cluster, account, binaries)
  try {
    const connected = await connectTo(launched, holder, account.uid, log)
    return connected ? await takeOwnership(connected) : await launched.output()
  } catch (thrown) {
    await stopPostmaster(cluster, account)
    throw thrown
  }
}

/** Takes the lock over a new connection, and sees to it that the product's database is there. */
async function takeOwnership(connected: Connected): Promise<Connected> {
  const { client } = connected
  try {
    await takeHolderLock(client)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [productDatabase])
    if (rowCount === 0) await client.query(`create database ${productDatabase}`)
    return connected
  } catch (thrown) {
    await client.end().catch(() => {})
    throw thrown
  }
}
