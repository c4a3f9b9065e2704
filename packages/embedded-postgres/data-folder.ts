import { access, chmod, chown, constants, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { findNobody, type RunAs } from './os-user.ts'
import { EmbeddedPostgresError, explainFolder } from './problems.ts'

/**
 * Creates the data folder if needed, closed to other users, and checks that this process can use it.
 *
 * @param dataDir DATA_DIR as configured, perhaps relative
 * @returns its real path
 * @throws EmbeddedPostgresError if it is no folder, or cannot be read and written
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  try {
    await mkdir(dirname(folder), { recursive: true })
    const isNew = await mkdir(folder, 0o700).then(
      () => true,
      (thrown) => {
        if (thrown.code === 'EEXIST') return false
        throw thrown
      },
    )
    if (isNew && process.getuid?.() === 0) {
      // PostgreSQL runs as `nobody`, which must reach its cluster but not list this folder.
      await chown(folder, 0, (await findNobody()).gid)
      await chmod(folder, 0o710)
    }
    if (!(await stat(folder)).isDirectory()) {
      throw new EmbeddedPostgresError(
        `${folder} is not a folder: move that file away, or set another DATA_DIR.`,
      )
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch (thrown) {
    throw explainFolder(thrown, folder)
  }
}

/**
 * Replaces a file of the cluster atomically and durably. Never follows a link: as root we write to the folder of an untrusted account.
 */
export async function replaceFile(path: string, text: string, owner: RunAs): Promise<void> {
  const temporary = `${path}.new`
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx', 0o600)
  try {
    if (owner.dropsRoot) await file.chown(owner.uid, owner.gid)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Makes the names in a folder durable: a rename is not, until its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
