import { access, chmod, chown, constants, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { findNobody, type RunAs } from './os-user.ts'
import { EmbeddedPostgresError, explainFolder } from './problems.ts'

/** Creates or checks the data folder, closed to other users. Returns its real path. */
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
      // PostgreSQL, as `nobody`, must enter this folder but not list it.
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

/** Replaces a file atomically and durably. Follows no links: an untrusted account may own the folder. */
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

/** Makes renames in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
