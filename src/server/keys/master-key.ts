import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type pg from 'pg'
import { type Config, ConfigError } from '../../platform/config.server.ts'
import { type MasterKey, masterKey, seal, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type KeyRow = Selectable<Tables['auth.master_keys']>

/** Rotation can replace it while the process runs (decision 017). */
export type ReloadableMasterKey = MasterKey & { reload(): Promise<void> }

/**
Reads
 * the master key from MASTER_KEY, or from a file outside the database's folder, which may be copied as a
 * backup.
 * @throws ConfigError when the key is missing, unreadable, or another database's
 */
export async function readMasterKey(config: Config, auth: Database): Promise<ReloadableMasterKey> {
  const read = () => auth.selectFrom('auth.master_keys').selectAll().execute()
  const rows = await read()
  const bytes = await readKeyBytes(config, rows.length > 0)
  if (rows.length === 0) {
    const { id, fingerprint } = masterKey(bytes)
    await auth
      .insertInto('auth.master_keys')
      .values({ id, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  // Another process may have inserted another key.
  const initial = openKeys(bytes, rows.length > 0 ? rows : await read())
  if (!initial) throw wrongKeyError(config)
  const key: ReloadableMasterKey = {
    ...initial,
    async reload() {
      // The database may no longer list the first key.
      const { current, all } = key
      const rows = await read()
      for (const bytes of [current, ...all]) {
        const next = openKeys(bytes, rows)
        if (!next) continue
        Object.assign(key, next)
        return
      }
      throw new Error('the master key is another one now')
    },
  }
  return key
}

/** Decrypts one key with another, up to the current one. */
export function openKeys(bytes: Buffer, rows: readonly KeyRow[]): MasterKey | undefined {
  const keys = new Map<string, Buffer>()
  const own = masterKey(bytes)
  if (rows.some(({ fingerprint }) => own.fingerprint.equals(fingerprint))) keys.set(own.id, bytes)
  for (let previousSize = -1; keys.size > previousSize; ) {
    previousSize = keys.size
    for (const { id, sealed_by, sealed } of rows) {
      const parent = keys.get(sealed_by ?? '')
      if (!parent || !sealed || keys.has(id)) continue
      keys.set(id, Buffer.from(unseal(parent, sealed, masterKeyContext(id)), 'base64'))
    }
  }
  const current = keys.get(rows.find((row) => row.current)?.id ?? '')
  return (
    current &&
    masterKey(
      current,
      [...keys.values()].filter((each) => each !== current),
    )
  )
}

/** Encrypts a key with another. */
export const encryptKey = (parent: MasterKey, key: MasterKey): { sealed_by: string; sealed: Buffer } => ({
  sealed_by: parent.id,
  sealed: seal(parent.current, key.current.toString('base64'), masterKeyContext(key.id)),
})

const masterKeyContext = (id: string) => ['auth.master_keys', id, 'sealed']

/** The PostgreSQL NOTIFY channel that announces a new key. */
export const keyChannel = 'master_key_changed'

/** Advisory locks: which keys a process has loaded, and with which it encrypts. */
export const keyLocks = { loaded: 8_674_540, encrypting: 8_674_541 } as const
/** The second number of such a lock. */
export const lockNumber = (id: string): number => Buffer.from(id, 'hex').readInt32BE()

/** Takes locks that show its keys: a rotation waits for all processes. */
export function watchMasterKey(key: ReloadableMasterKey) {
  let queue = Promise.resolve()
  const reload = async (listener: pg.Client) => {
    await key.reload()
    const locks = [
      ...key.all.map((bytes) => [keyLocks.loaded, lockNumber(masterKey(bytes).id)]),
      [keyLocks.encrypting, lockNumber(key.id)],
    ]
    await listener.query('select pg_advisory_unlock_all()')
    for (const lock of locks) await listener.query('select pg_advisory_lock_shared($1::int, $2::int)', lock)
  }
  return {
    channel: keyChannel,
    onChange(listener: pg.Client) {
      queue = queue.catch(() => {}).then(() => reload(listener))
      return queue
    },
  }
}

/** @throws ConfigError when the key does not belong to a restored backup's rows */
export async function requireMatchingKey(config: Config, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length > 0 && !openKeys(await readKeyBytes(config, true), rows)) throw wrongKeyError(config)
}

/** Creates a key file only without `mustExist`. */
export const readKeyBytes = async (config: Config, mustExist: boolean): Promise<Buffer> =>
  config.masterKey ?? (await readKeyFile(config.dataDir, mustExist))

export const wrongKeyError = (config: Config) =>
  new ConfigError(
    `This database was sealed with another master key: ${
      config.masterKey
        ? 'set MASTER_KEY to that one'
        : `put back the file ${masterKeyFile} that was in DATA_DIR`
    }. Nothing was changed.`,
  )

export const masterKeyFile = 'master.key'

async function readKeyFile(folder: string, mustExist: boolean): Promise<Buffer> {
  const file = join(folder, masterKeyFile)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(
      `The file ${masterKeyFile} in DATA_DIR cannot be read (${error.code}): let this user read it.`,
    )
  })
  if (text !== undefined) {
    const bytes = Buffer.from(text.trim(), 'base64')
    if (bytes.length === 32) return bytes
    throw new ConfigError(
      `The file ${masterKeyFile} in DATA_DIR holds no key: put back the one from your safe copy.`,
    )
  }
  if (mustExist) {
    throw new ConfigError(
      `The file ${masterKeyFile} is gone from DATA_DIR, and this database was sealed with it: put it back from your safe copy. No new key is made.`,
    )
  }
  await mkdir(folder, { recursive: true })
  // Atomic: an interrupted start must not leave half a key.
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(temporary, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary)
  return readKeyFile(folder, true)
}
