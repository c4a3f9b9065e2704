import { createHash } from 'node:crypto'
import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './os-user.ts'
import { EmbeddedPostgresError } from './problems.ts'

/** No network port: only the last part of the socket's name. */
export const socketPort = 5432

/** The longest socket path that works everywhere: sun_path holds 108 bytes on Linux and 104 on macOS, one of them the end. */
const longestPath = 103

/**
 * Makes the private folder for PostgreSQL's socket, of mode 0700 and owned by the account that PostgreSQL runs as, and removes
 * those that killed ones left. Only under the folder lock, while no PostgreSQL runs on the cluster.
 *
 * The name ends at random, so that nobody can have made the folder before us; a later start finds it through
 * `postmaster.pid`. Not in XDG_RUNTIME_DIR, which is emptied when its user logs out, under a server that stays.
 *
 * @param cluster real path of the cluster folder
 */
export async function createSocketFolder(cluster: string, account: RunAs): Promise<string> {
  // One that a killed server had only just started may be about to listen in its folder: young ones stay, until the next time.
  await removeSocketFolders(cluster, account, 10_000)
  const folder = await mkdtemp(join(socketParent(), namePrefix(cluster)))
  if (account.dropsRoot) await chown(folder, account.uid, account.gid)
  return folder
}

/** Where socket folders are made: the machine's folder for temporary files, or `/tmp` when its path does not fit. */
export function socketParent(): string {
  const path = join(tmpdir(), `${namePrefix('')}XXXXXX`, `.s.PGSQL.${socketPort}`)
  // PostgreSQL takes a list of folders, parted by commas.
  return Buffer.byteLength(path) <= longestPath && !/[",]/.test(path) ? tmpdir() : '/tmp'
}

/**
 * Refuses a socket folder in which somebody else could stand in for our PostgreSQL.
 *
 * @param folder as `postmaster.pid` names it
 * @param uid the owner of the cluster
 */
export async function checkSocketFolder(folder: string, uid: number): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs, but its socket folder ${folder} is gone or is open to others: stop that PostgreSQL, then start again.`,
    )
  }
}

/**
 * Removes the socket folders of a cluster that nothing runs on; what is not its account's own is left alone.
 *
 * @param age milliseconds since something was made in one, at least
 */
export async function removeSocketFolders(cluster: string, account: RunAs, age = 0): Promise<void> {
  const parent = socketParent()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(namePrefix(cluster))) continue
    const found = await lstat(join(parent, name)).catch(() => undefined)
    if (!found?.isDirectory() || found.uid !== account.uid || Date.now() - found.mtimeMs < age) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

const namePrefix = (cluster: string) =>
  `unfog-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}-`
