import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFolder } from './problems.ts'

const SQLITE_BUSY = 5

/** Prevents garbage collection of locks. */
const locks = new Set<DatabaseSync>()

/** Locks the data folder until release or process exit; undefined if locked. Node locks only SQLite files. */
export function tryFolderLock(folder: string): (() => void) | undefined {
  let file: DatabaseSync | undefined
  try {
    const path = join(folder, 'postgres.lock')
    file = new DatabaseSync(path, { timeout: 0 })
    // Others who could read it could lock it.
    chmodSync(path, 0o600)
    // A journal file would be left behind.
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

/** SQLite hides the error, such as a full disk. */
function findWriteError(folder: string): unknown {
  try {
    rmdirSync(mkdtempSync(join(folder, 'postgres.new-')))
    return undefined
  } catch (thrown) {
    return thrown
  }
}
