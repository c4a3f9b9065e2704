import { createHash } from 'node:crypto'
import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './os-user.ts'
import { EmbeddedPostgresError } from './problems.ts'

/** The last part of the socket's name, no network port. */
export const socketPort = 5432

/** Bytes. sun_path has 108 on Linux and 104 on macOS, including a terminator. */
const maxPathLength = 103

/**
 * Creates the folder for PostgreSQL's socket, with mode 0700 and owned by PostgreSQL's account, and removes those of killed ones. Requires
 * the folder lock and no running PostgreSQL.
 *
 * The random name keeps anyone from creating the folder first; a later start finds it through `postmaster.pid`. XDG_RUNTIME_DIR is
 * unsuitable: it is emptied when its user logs out, while the server keeps running.
 *
 * @param cluster real path of the cluster folder
 */
export async function createSocketFolder(cluster: string, account: RunAs): Promise<string> {
  // A PostgreSQL that a killed server has just started may be about to listen in its folder, so recent folders remain.
  await removeSocketFolders(cluster, account, 10_000)
  const folder = await mkdtemp(join(socketParent(), namePrefix(cluster)))
  if (account.dropsRoot) await chown(folder, account.uid, account.gid)
  return folder
}

/** @returns the parent of socket folders: the system's temporary folder, or `/tmp` if its path is too long */
export function socketParent(): string {
  const path = join(tmpdir(), `${namePrefix('')}XXXXXX`, `.s.PGSQL.${socketPort}`)
  // PostgreSQL expects a comma-separated list of folders.
  return Buffer.byteLength(path) <= maxPathLength && !/[",]/.test(path) ? tmpdir() : '/tmp'
}

/**
 * Rejects a socket folder in which another user could impersonate our PostgreSQL.
 *
 * @param folder as `postmaster.pid` names it
 * @param uid the owner of the cluster
 */
export async function checkSocketFolder(folder: string, uid: number): Promise<void> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs, but its socket folder ${folder} is gone or is open to others: stop that PostgreSQL, then start again.`,
    )
  }
}

/**
 * Removes the socket folders of a stopped cluster, except those of other accounts.
 *
 * @param age milliseconds since the last change, at least
 */
export async function removeSocketFolders(cluster: string, account: RunAs, age = 0): Promise<void> {
  const parent = socketParent()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(namePrefix(cluster))) continue
    const stats = await lstat(join(parent, name)).catch(() => undefined)
    if (!stats?.isDirectory() || stats.uid !== account.uid || Date.now() - stats.mtimeMs < age) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

const namePrefix = (cluster: string) =>
  `unfog-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}-`
