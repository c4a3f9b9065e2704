import { execFile } from 'node:child_process'
import { chown, lchown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { replaceFile, syncFolder } from './data-folder.ts'
import { commandAs, currentUserName, type RunAs } from './os-user.ts'
import { EmbeddedPostgresError, explainFolder, explainOutput } from './problems.ts'
import { accessFiles, initdbArguments } from './settings.ts'

const unfinished = 'postgres.new-'

/** `folder` is the data folder, `cluster` its folder `postgres`. */
export type ClusterLocation = {
  folder: string
  cluster: string
  account: RunAs
  binaries: Binaries
  settings?: string[] | undefined
}

/** Checks an existing cluster's owner and major version. */
export async function checkCluster(cluster: string, account: RunAs, major: string): Promise<void> {
  const owner = await clusterOwner(cluster)
  if (!owner) return
  if (!account.dropsRoot && owner.uid !== account.uid) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (id ${owner.uid}): start as that user, or set another DATA_DIR.`,
    )
  }
  try {
    if ((await readdir(cluster)).length === 0) return
    const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
    if (version === major) return
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}: start the version of the product that made it and take your data along from there, or set another DATA_DIR.`,
    )
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw explainFolder(thrown, cluster)
    throw new EmbeddedPostgresError(
      `${cluster} holds something else than a database: move it away, or set another DATA_DIR.`,
    )
  }
}

/** Returns the cluster folder's owner, if it exists. */
export async function clusterOwner(cluster: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const stats = await stat(cluster)
    if (stats.isDirectory()) return stats
    throw new EmbeddedPostgresError(`${cluster} is not a folder: move it away, or set another DATA_DIR.`)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainFolder(thrown, cluster)
  }
}

/** Creates the cluster or fixes its owner and access. Requires the folder lock and no running PostgreSQL. */
export async function prepareCluster(location: ClusterLocation): Promise<void> {
  const { folder, cluster, account } = location
  try {
    for (const name of await readdir(folder)) {
      // A killed start's initdb may still write.
      if (name.startsWith(unfinished)) {
        await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      }
    }
    const entries = await readdir(cluster).catch(ifMissing([]))
    if (entries.length === 0) return await createCluster(location)
    if (account.dropsRoot && (await stat(cluster)).uid !== account.uid) await changeOwner(cluster, account)
    await writeAccessFiles(cluster, account)
  } catch (thrown) {
    throw explainFolder(thrown, folder)
  }
}

/** The folder `postgres` appears only once complete and on disk. */
async function createCluster({ folder, cluster, account, binaries }: ClusterLocation): Promise<void> {
  const temporary = await mkdtemp(join(folder, unfinished))
  try {
    if (account.dropsRoot) await chown(temporary, account.uid, account.gid)
    const [file, args, options] = commandAs(account, binaries.initdb, [
      `--pgdata=${temporary}`,
      ...initdbArguments,
    ])
    await promisify(execFile)(file, args, options).catch((thrown: { stderr?: string; message: string }) => {
      throw explainOutput('PostgreSQL could not make its database', thrown.stderr || thrown.message, folder)
    })
    await writeAccessFiles(temporary, account)
    await rename(temporary, cluster)
    await syncFolder(folder)
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true })
    throw thrown
  }
}

/** Root may connect too, to adopt a running PostgreSQL. */
async function writeAccessFiles(cluster: string, account: RunAs): Promise<void> {
  for (const [name, text] of Object.entries(accessFiles(['root', currentUserName()]))) {
    const path = join(cluster, name)
    if ((await readFile(path, 'utf8').catch(ifMissing(''))) !== text) await replaceFile(path, text, account)
  }
}

/** For a copy that root restored. The folder is last: its owner marks completion. */
async function changeOwner(cluster: string, account: RunAs): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), account.uid, account.gid)
  }
  await chown(cluster, account.uid, account.gid)
}

function ifMissing<T>(fallback: T) {
  return (thrown: NodeJS.ErrnoException): T => {
    if (thrown.code === 'ENOENT') return fallback
    throw thrown
  }
}
