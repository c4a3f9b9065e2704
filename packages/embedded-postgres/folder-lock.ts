import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFolder } from './problems.ts'

const SQLITE_BUSY = 5

/** Prevents garbage collection of a lock while its server runs. */
const locks = new Set<DatabaseSync>()

/**
 * Locks the data folder until release or the end of this process.
 *
 * PostgreSQL's advisory lock names its holder but needs a running PostgreSQL. The steps before (initdb, a stale pid file) need a lock that
 * the kernel releases with the process. Node has no `flock`, but locks SQLite files.
 *
 * @param folder real path of the data folder
 * @returns a function that releases it; undefined if another process has it
 * @throws EmbeddedPostgresError if the folder cannot be locked
 */
export function tryFolderLock(folder: string): (() => void) | undefined {
  let file: DatabaseSync | undefined
  try {
    const path = join(folder, 'postgres.lock')
    file = new DatabaseSync(path, { timeout: 0 })
    // Other users who could read it could lock it.
    chmodSync(path, 0o600)
    // In memory, because a journal file would be left behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (thrown) {
    file?.close()
    const errcode = (thrown as { errcode?: number }).errcode ?? 0
    if ((errcode & 0xff) === SQLITE_BUSY) return undefined
    throw explainFolder(findWriteError(folder) ?? thrown, folder)
  }
  const lock = file
  locks.add(lock)
  return () => {
    if (locks.delete(lock)) lock.close()
  }
}

/** SQLite hides the system's error, such as a full disk, so this writes to the folder itself. */
function findWriteError(folder: string): unknown {
  try {
    rmdirSync(mkdtempSync(join(folder, 'postgres.new-')))
    return undefined
  } catch (thrown) {
    return thrown
  }
}
