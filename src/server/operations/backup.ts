import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { findRunningPostgres } from '../../../packages/embedded-postgres/find-running.ts'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import { dump, openSnapshot } from '../../platform/backup/dump.server.ts'
import { readSealedFile, writeSealedFile } from '../../platform/backup/encrypted-file.server.ts'
import { BackupError } from '../../platform/backup/problems.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Connection } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { explainConnectionError } from '../boot/database.ts'
import { inspectBackup, type Restored, restoreInto, type Source } from './restore.ts'

/** The one file of the present: what opens Connections, as of the last run. Each run replaces it. */
export const presentFile = 'present.age'
const backupName = /^unfog-\d{8}T\d{6}Z\.age$/

/**
 * Makes the operator's key for backups: the file opens them and belongs on no server, the answer makes them.
 *
 * @param path a new file, for its owner alone
 * @returns the recipient, for BACKUP_RECIPIENT
 */
export async function createBackupKey(path: string): Promise<string> {
  const identity = await generateX25519Identity()
  await writeFile(path, `${identity}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(explainFile(path))
  return identityToRecipient(identity)
}

/**
 * Makes a backup of a database in use, and tries it: what was written is read back from the disk and restored in a scratch place
 * before it gets its name (docs/decisions/016).
 *
 * @param folder where backups are kept, and with them the one small file of the present, which is replaced
 * @param only `keys`: that small file alone, which is quick, so that it can be made every few minutes
 * @returns the path of what was made, and what a restore of it gave
 * @throws BackupError in one sentence; no file with its proper name is then new
 */
export async function createBackup(
  config: Config,
  folder: string,
  clock: Clock,
  only?: 'keys',
): Promise<{ path: string; restored?: Restored }> {
  const recipient = config.backupRecipient
  if (!recipient) {
    throw new BackupError(
      'BACKUP_RECIPIENT is not set: make a key with `npm run operator -- backup-key <file>`, keep that file elsewhere, and set what it shows.',
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explainFile(folder))
  const made = clock.now()
  const stamp = made.toISOString().replace(/[-:]|\.\d+/g, '')
  const path = join(folder, `unfog-${stamp}.age`)
  const present = join(folder, presentFile)
  const drafts = { backup: `${path}.draft`, present: `${present}.${stamp}.draft` }
  // A key of this run alone, never written down, so that the very bytes on the disk can be tried without the operator's.
  const trial = await generateX25519Identity()
  const recipients = [recipient, await identityToRecipient(trial)]
  const client = new pg.Client({ ...(await maintenanceConnection(config)), application_name: 'unfog backup' })
  client.on('error', () => {})
  try {
    await client.connect().catch((thrown) => {
      throw new BackupError(explainConnectionError(thrown, 'BACKUP_DATABASE_URL'))
    })
    await client.query(`set role ${roles.maintenance}`)
    await openSnapshot(client)
    if (!only) await writeSealedFile(drafts.backup, recipients, dump(client, 'backup', made))
    await writeSealedFile(drafts.present, recipients, dump(client, 'present', made))
    await client.query('commit')
    const restored = only ? undefined : await tryRestore(drafts.backup, drafts.present, trial)
    // In this order: there is never a backup that is younger than its keys.
    await rename(drafts.present, present)
    if (!only) await rename(drafts.backup, path)
    await syncFolder(folder)
    return restored ? { path, restored } : { path: present }
  } catch (thrown) {
    throw explained(thrown, folder)
  } finally {
    await client.end().catch(() => {})
    await Promise.all(Object.values(drafts).map((draft) => rm(draft, { force: true })))
  }
}

/**
 * Restores a backup in a scratch place, compares it with what it says of itself, and leaves nothing behind.
 *
 * @param place a folder, of which the newest is taken, or one file
 * @param identity the operator's key for backups
 */
export async function verifyBackup(
  place: string,
  identity: string,
): Promise<{ path: string; restored: Restored }> {
  const { backup, present } = await findBackup(place)
  return { path: backup, restored: await tryRestore(backup, present, identity) }
}

/** The newest backup of a folder, or the one that is named, with the file of the present beside it. */
export async function findBackup(place: string): Promise<{ backup: string; present: string }> {
  const isFolder = (await stat(place).catch(explainFile(place))).isDirectory()
  const folder = isFolder ? place : join(place, '..')
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  const newest = isFolder ? names.at(-1) : basename(place)
  if (!newest) throw new BackupError(`There is no backup in ${place}.`)
  const present = join(folder, presentFile)
  await stat(present).catch(() => {
    throw new BackupError(
      `${presentFile} is not beside the backup: put it there, because it holds the keys and knows who was erased since.`,
    )
  })
  return { backup: join(folder, newest), present }
}

/** The text of both files, each time from their beginning. */
export const openSource = (backup: string, present: string, identity: string): Source => ({
  backup: readSealedFile(backup, identity),
  present: readSealedFile(present, identity),
})

async function tryRestore(backup: string, present: string, identity: string): Promise<Restored> {
  await inspectBackup(openSource(backup, present, identity))
  const scratch = await mkdtemp(join(tmpdir(), 'unfog-scratch-'))
  // PostgreSQL may run as another user than we do, and goes through here.
  await chmod(scratch, 0o711)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(scratch, 'data'),
    holder: 'unfog, trying a backup',
  })
  try {
    return await restoreInto(
      postgres.connection('unfog_superuser'),
      'peer',
      openSource(backup, present, identity),
    )
  } catch (thrown) {
    throw explained(thrown)
  } finally {
    await postgres.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** How the operator's commands connect that see everybody. @throws BackupError when there is no way */
export async function maintenanceConnection(config: Config): Promise<Connection> {
  if (config.databaseUrl) {
    if (config.backupDatabaseUrl) return { connectionString: config.backupDatabaseUrl }
    throw new BackupError(
      'BACKUP_DATABASE_URL is not set: this needs a login in unfog_maintenance (docs/configuration.md, "Your own PostgreSQL").',
    )
  }
  const connection = await findRunningPostgres(config.dataDir)
  if (connection) return connection(roles.maintenance)
  throw new BackupError(`No server runs on ${config.dataDir}: start it first, because its database is asked.`)
}

/** A new name is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const explainFile = (path: string) => (thrown: NodeJS.ErrnoException) => {
  const why: Record<string, string> = {
    EEXIST: 'is there already: name another',
    ENOENT: 'is not there',
    EACCES: 'may not be used by this user',
    ENOSPC: 'has no room left',
    EROFS: 'cannot be written',
  }
  throw new BackupError(`${path} ${why[thrown.code ?? ''] ?? `cannot be used (${thrown.code})`}.`)
}

/** SQLSTATE and errno that the operator can mend; anything else is ours and comes with its stack. */
function explained(thrown: unknown, folder?: string): unknown {
  const { code, message, path } = thrown as { code?: string; message?: string; path?: string }
  if (code === '42501') {
    return new BackupError(
      `The login for backups lacks a right (${message}): it must be in ${roles.maintenance}, which has BYPASSRLS (docs/configuration.md, "Your own PostgreSQL").`,
    )
  }
  if (code === 'ENOSPC') return new BackupError('The disk is full: make room; no backup was made.')
  if (folder && path?.startsWith(folder))
    return new BackupError(`${folder} cannot be written (${code}): no backup was made.`)
  return thrown
}
