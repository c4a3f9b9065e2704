import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFolder } from './problems.ts'

const SQLITE_BUSY = 5

/** Kept here so that no lock is collected as garbage while its server runs. */
const held = new Set<DatabaseSync>()

/**
 * Takes the data folder for this process, until it gives it back or ends in whatever way.
 *
 * PostgreSQL's advisory lock names the holder but needs a running PostgreSQL; what comes before (initdb, a stale pid file) needs a
 * lock that the kernel drops with its process. Node has no `flock`; the lock on an empty SQLite file is the one it offers.
 *
 * @param folder real path of the data folder
 * @returns how to give it back, or undefined while another process has it
 * @throws EmbeddedPostgresError when the folder cannot be locked
 */
export function tryFolderLock(folder: string): (() => void) | undefined {
  let file: DatabaseSync | undefined
  try {
    const path = join(folder, 'postgres.lock')
    file = new DatabaseSync(path, { timeout: 0 })
    // Whoever could read it could lock it, and keep us out.
    chmodSync(path, 0o600)
    // In memory: a journal beside the file would be written to and left behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (thrown) {
    file?.close()
    const errcode = (thrown as { errcode?: number }).errcode ?? 0
    if ((errcode & 0xff) === SQLITE_BUSY) return undefined
    throw explainFolder(reasonNotToWrite(folder) ?? thrown, folder)
  }
  const mine = file
  held.add(mine)
  return () => {
    if (held.delete(mine)) mine.close()
  }
}

/** SQLite hides the system's error (a full disk, say), so the folder is tried once more by hand. */
function reasonNotToWrite(folder: string): unknown {
  try {
    rmdirSync(mkdtempSync(join(folder, 'postgres.new-')))
    return undefined
  } catch (thrown) {
    return thrown
  }
}
