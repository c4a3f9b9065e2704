import { createHash } from 'node:crypto'
import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './os-user.ts'
import { EmbeddedPostgresError } from './problems.ts'
import { socketPort } from './settings.ts'

/** Bytes. sun_path has 108 on Linux and 104 on macOS, with a terminator. */
const maxPathLength = 103

/** A random name: others cannot create it first. Requires the folder lock and no running PostgreSQL. */
export async function createSocketFolder(cluster: string, account: RunAs): Promise<string> {
  // A PostgreSQL of a server just killed may be about to listen.
  await removeSocketFolders(cluster, account, 10_000)
  const folder = await mkdtemp(join(socketParent(), namePrefix(cluster)))
  if (account.dropsRoot) await chown(folder, account.uid, account.gid)
  return folder
}

/** Returns the temporary folder, or `/tmp` if its path is too long. */
export function socketParent(): string {
  const path = join(tmpdir(), `${namePrefix('')}XXXXXX`, `.s.PGSQL.${socketPort}`)
  return Buffer.byteLength(path) <= maxPathLength && !/[",]/.test(path) ? tmpdir() : '/tmp'
}

/** Rejects a folder in which another user could impersonate PostgreSQL. */
export async function checkSocketFolder(folder: string, uid: number): Promise<void> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs, but its socket folder ${folder} is gone or is open to others: stop that PostgreSQL, then start again.`,
    )
  }
}

/** Removes a stopped cluster's socket folders, at least `age` milliseconds old; not those of others. */
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
