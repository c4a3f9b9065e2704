import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Connection } from './connect.ts'
import { clusterOwner } from './init-cluster.ts'
import { findPostmaster } from './postmaster.ts'
import { explainFolder } from './problems.ts'
import { productDatabase, socketPort } from './settings.ts'
import { checkSocketFolder } from './socket-folder.ts'

/** Finds the running PostgreSQL of a data folder, for a command beside the server. Changes nothing. */
export async function findRunningPostgres(
  dataDir: string,
): Promise<((role: string) => Connection) | undefined> {
  try {
    const cluster = join(await realpath(resolve(dataDir)), 'postgres')
    const owner = await clusterOwner(cluster)
    const host = await (await findPostmaster(cluster))?.socketFolder()
    if (!owner || !host) return undefined
    await checkSocketFolder(host, owner.uid)
    return (user) => ({ host, port: socketPort, user, database: productDatabase })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainFolder(thrown, dataDir)
  }
}
