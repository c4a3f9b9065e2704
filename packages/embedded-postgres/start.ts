import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Connected, type Connection, connectTo } from './connect.ts'
import { prepareDataFolder } from './data-folder.ts'
import { tryFolderLock } from './folder-lock.ts'
import { type ClusterLocation, checkCluster, clusterOwner, prepareCluster } from './init-cluster.ts'
import { inUseError, readHolder, takeHolderLock } from './instance-lock.ts'
import { chooseAccount, type RunAs, verifyAccess } from './os-user.ts'
import { clearStalePid, findPostmaster, launchPostmaster, stopPostmaster } from './postmaster.ts'
import { EmbeddedPostgresError, explainFolder, explainOutput } from './problems.ts'
import { productDatabase, socketPort } from './settings.ts'
import { socketParent } from './socket-folder.ts'

export { EmbeddedPostgresError } from './problems.ts'

export type EmbeddedPostgres = {
  /** Options for `pg`. */
  connection(role: string, database?: string): Connection
  /** Idempotent. */
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  /** The database lives in its `postgres` folder. */
  dataDir: string
  /** Names this server in the error of a second start; at most 63 bytes of ASCII. */
  holder: string
  log?: (message: string) => void
  /** PostgreSQL exited. Called at most once, never by `stop`; call `stop` before another start. */
  onLost?: (error: Error) => void
  /** Another bundle's `native` folder. */
  binaries?: string
  /** Such as `fsync=off`, for tests that need no durability. */
  settings?: string[]
}

/** Starts the product's PostgreSQL, or adopts a killed server's. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const folder = await prepareDataFolder(options.dataDir)
  const cluster = join(folder, 'postgres')
  const binaries = await findBinaries(options.binaries)
  const chosen = await chooseAccount(await clusterOwner(cluster))
  const [account, major] = await verifyAccess(chosen, binaries, [folder, socketParent()])
  await checkCluster(cluster, account, major)
  const location = { folder, cluster, account, binaries, settings: options.settings }

  const release = await takeFolderLock(location)
  try {
    const { client, socketFolder } = await connectOrLaunch(location, options.holder, log)
    let isStopped = false
    const handleLoss = (error?: Error) => {
      if (!isStopped) options.onLost?.(error ?? new Error('The connection to PostgreSQL ended.'))
      isStopped = true
    }
    client.once('error', handleLoss).once('end', handleLoss)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      isStopped = true
      // It could wait forever, and the shutdown closes the connection.
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
      stop: () => (stopping ??= stop()),
    }
  } catch (thrown) {
    release()
    throw explainFolder(thrown, folder)
  }
}

/** Waits for a start or stop in progress. */
async function takeFolderLock({ folder, cluster, account }: ClusterLocation): Promise<() => void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const release = tryFolderLock(folder)
    if (release) return release
    const holder = await findHolder(cluster, account)
    if (holder || Date.now() > deadline) throw inUseError(holder)
    await sleep(100)
  }
}

/** Returns the holder of another process's lock, if it answers. */
async function findHolder(cluster: string, account: RunAs): Promise<string | undefined> {
  const running = await findPostmaster(cluster)
  const connected = running && (await connectTo(running, 'unfog, asking', account.uid, () => {}))
  try {
    return connected && (await readHolder(connected.client))
  } catch {
    // It is stopping.
    return undefined
  } finally {
    await connected?.client.end().catch(() => {})
  }
}

/** Takes the lock of a running or launched PostgreSQL. A killed one's backends may take a while. */
async function connectOrLaunch(
  location: ClusterLocation,
  holder: string,
  log: (message: string) => void,
): Promise<Connected> {
  const { folder, cluster, account } = location
  const deadline = Date.now() + 60_000
  for (;;) {
    const running = await findPostmaster(cluster)
    if (running) log('PostgreSQL runs already on this data folder, left by a server that was killed')
    const connected = running && (await connectTo(running, holder, account.uid, log))
    if (connected) return await takeOwnership(connected)
    // None runs, or it was stopping.
    const launched = await launch(location, holder, log)
    if (typeof launched !== 'string') return launched
    // A killed one's backends finish their statement, or one just started comes up.
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

/** Returns the output of a PostgreSQL that exited. */
async function launch(
  location: ClusterLocation,
  holder: string,
  log: (message: string) => void,
): Promise<Connected | string> {
  const { cluster, account } = location
  await clearStalePid(cluster, account)
  await prepareCluster(location)
  const launched = await launchPostmaster(location)
  try {
    const connected = await connectTo(launched, holder, account.uid, log)
    return connected ? await takeOwnership(connected) : await launched.output()
  } catch (thrown) {
    await stopPostmaster(cluster, account)
    throw thrown
  }
}

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
