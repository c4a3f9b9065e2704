import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { findRunningPostgres } from '../../../packages/embedded-postgres/find-running.ts'
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import { dump, openSnapshot } from '../../platform/backup/dump.server.ts'
import { readEncryptedFile, writeEncryptedFile } from '../../platform/backup/encrypted-file.server.ts'
import { BackupError } from '../../platform/backup/problems.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Connection } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { explainConnectionError } from '../boot/database.ts'
import { inspectBackup, type Restored, restoreInto, type Source } from './restore.ts'

/** The current keys of Connections. */
export const presentFile = 'present.age'
const backupName = /^unfog-\d{8}T\d{6}Z\.age$/

/** Creates the file that decrypts backups, and returns the BACKUP_RECIPIENT. */
export async function createBackupKey(path: string): Promise<string> {
  const identity = await generateX25519Identity()
  await writeFile(path, `${identity}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(explainFile(path))
  return identityToRecipient(identity)
}

/** Backs up a database in use, and tries the backup first (docs/decisions/016). @throws BackupError; then no file has its final name */
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
  const createdAt = clock.now()
  const stamp = createdAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const path = join(folder, `unfog-${stamp}.age`)
  const present = join(folder, presentFile)
  const drafts = { backup: `${path}.draft`, present: `${present}.${stamp}.draft` }
  // Tests the file without the operator's key.
  const trialKey = await generateX25519Identity()
  const recipients = [recipient, await identityToRecipient(trialKey)]
  const client = new pg.Client({ ...(await maintenanceConnection(config)), application_name: 'unfog backup' })
  client.on('error', () => {})
  try {
    await client.connect().catch((thrown) => {
      throw new BackupError(explainConnectionError(thrown, 'BACKUP_DATABASE_URL'))
    })
    await client.query(`set role ${roles.maintenance}`)
    await openSnapshot(client)
    if (!only) await writeEncryptedFile(drafts.backup, recipients, dump(client, 'backup', createdAt))
    await writeEncryptedFile(drafts.present, recipients, dump(client, 'present', createdAt))
    await client.query('commit')
    const restored = only ? undefined : await tryRestore(drafts.backup, drafts.present, trialKey)
    // A backup must never be newer than its keys.
    await rename(drafts.present, present)
    if (!only) await rename(drafts.backup, path)
    await syncFolder(folder)
    if (!only) await destroyUnusedKeys(client, createdAt)
    return restored ? { path, restored } : { path: present }
  } catch (thrown) {
    throw explain(thrown, folder)
  } finally {
    await client.end().catch(() => {})
    await Promise.all(Object.values(drafts).map((draft) => rm(draft, { force: true })))
  }
}

/**
 * Destroys the keys of journals that were wholly locked before this backup (docs/decisions/042). Earlier, only an older backup would hold
 * their Connections, and nothing would open it.
 */
async function destroyUnusedKeys(client: pg.Client, createdAt: Date): Promise<void> {
  const plain = ['journal_entries', 'journal_drafts', 'deleted_entries', 'entry_versions'].map(
    (table) =>
      `and not exists (select from ${table} each where each.user_id = key.user_id and lock_id is null)`,
  )
  const unused = `from data_keys key where exists (select from journal_locks lock where lock.user_id = key.user_id
    and state = 'locked' and changed_at < $1) ${plain.join(' ')}`
  const { rows } = await client.query<{ user_id: string }>(`select user_id ${unused}`, [createdAt])
  for (const { user_id } of rows) {
    await client.query('begin')
    // As `withJournalLock`: the person may begin to unlock.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`journal of ${user_id}`])
    await client.query(`delete ${unused} and key.user_id = $2`, [createdAt, user_id])
    await client.query('commit')
  }
}

/** Tries a backup, or the newest of a folder, in a temporary database. */
export async function verifyBackup(
  path: string,
  identity: string,
): Promise<{ path: string; restored: Restored }> {
  const { backup, present } = await findBackup(path)
  return { path: backup, restored: await tryRestore(backup, present, identity) }
}

/** Returns the given backup, or the newest of a folder, with the file of the keys. */
export async function findBackup(path: string): Promise<{ backup: string; present: string }> {
  const isFolder = (await stat(path).catch(explainFile(path))).isDirectory()
  const folder = isFolder ? path : join(path, '..')
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  const newest = isFolder ? names.at(-1) : basename(path)
  if (!newest) throw new BackupError(`There is no backup in ${path}.`)
  const present = join(folder, presentFile)
  await stat(present).catch(() => {
    throw new BackupError(
      `${presentFile} is not beside the backup: put it there, because it holds the keys and knows who was erased since.`,
    )
  })
  return { backup: join(folder, newest), present }
}

export const openSource = (backup: string, present: string, identity: string): Source => ({
  backup: readEncryptedFile(backup, identity),
  present: readEncryptedFile(present, identity),
})

async function tryRestore(backup: string, present: string, identity: string): Promise<Restored> {
  await inspectBackup(openSource(backup, present, identity))
  const folder = await mkdtemp(join(tmpdir(), 'unfog-scratch-'))
  // PostgreSQL may run as another user.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, holder: 'unfog, trying a backup' })
  try {
    const source = openSource(backup, present, identity)
    return await restoreInto(postgres.connection('unfog_superuser'), 'peer', source)
  } catch (thrown) {
    throw explain(thrown)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** For operator commands that see all users' rows. @throws BackupError */
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

/** A rename is durable once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const explainFile = (path: string) => (thrown: NodeJS.ErrnoException) => {
  const reasons: Record<string, string> = {
    EEXIST: 'is there already: name another',
    ENOENT: 'is not there',
    EACCES: 'may not be used by this user',
    ENOSPC: 'has no room left',
    EROFS: 'cannot be written',
  }
  throw new BackupError(`${path} ${reasons[thrown.code ?? ''] ?? `cannot be used (${thrown.code})`}.`)
}

/** Returns unexpected errors unchanged. */
function explain(thrown: unknown, folder?: string): unknown {
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
