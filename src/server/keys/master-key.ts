import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type pg from 'pg'
import { type Config, ConfigError } from '../../platform/config.server.ts'
import { type MasterKey, masterKey, seal, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** What the database remembers of a master key. */
export type KeyRow = Selectable<Tables['auth.master_keys']>

/** What a process seals and opens with; another becomes the current one while it runs (docs/decisions/017). */
export type ReloadableMasterKey = MasterKey & { reload(): Promise<void> }

/**
 * The master key: MASTER_KEY, else a file beside the embedded database (not in its folder, which backups take). The database
 * remembers its fingerprint, so that a start with another key is refused instead of making what is sealed unreadable.
 *
 * @param auth acting as `unfog_auth`
 * @throws ConfigError when the key is missing, unreadable, or not the one that this database belongs to
 */
export async function readMasterKey(config: Config, auth: Database): Promise<ReloadableMasterKey> {
  const read = () => auth.selectFrom('auth.master_keys').selectAll().execute()
  const known = await read()
  const bytes = await readKeyBytes(config, known.length > 0)
  if (known.length === 0) {
    const { id, fingerprint } = masterKey(bytes)
    await auth
      .insertInto('auth.master_keys')
      .values({ id, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  // Another process may have been first, with another key.
  let held = openKeys(bytes, known.length > 0 ? known : await read())
  if (!held) throw wrongKeyError(config)
  return {
    get id() {
      return (held as MasterKey).id
    },
    get fingerprint() {
      return (held as MasterKey).fingerprint
    },
    get current() {
      return (held as MasterKey).current
    },
    get all() {
      return (held as MasterKey).all
    },
    async reload() {
      // From what is held now: what opened it at the start may be gone from the database since.
      const { current, all } = held as MasterKey
      const now = await read()
      for (const bytes of [current, ...all]) {
        const opened = openKeys(bytes, now)
        if (!opened) continue
        held = opened
        return
      }
      throw new Error('the master key is another one now')
    },
  }
}

/**
 * Opens one key with another until the one in use is reached.
 *
 * @param bytes a key that is held
 * @returns undefined when that opens nothing here
 */
export function openKeys(bytes: Buffer, rows: readonly KeyRow[]): MasterKey | undefined {
  const opened = new Map<string, Buffer>()
  const own = masterKey(bytes)
  if (rows.some(({ fingerprint }) => own.fingerprint.equals(fingerprint))) opened.set(own.id, bytes)
  for (let before = -1; opened.size > before; ) {
    before = opened.size
    for (const { id, sealed_by, sealed } of rows) {
      const opener = opened.get(sealed_by ?? '')
      if (!opener || !sealed || opened.has(id)) continue
      opened.set(id, Buffer.from(unseal(opener, sealed, masterKeyContext(id)), 'base64'))
    }
  }
  const current = opened.get(rows.find((row) => row.current)?.id ?? '')
  return (
    current &&
    masterKey(
      current,
      [...opened.values()].filter((each) => each !== current),
    )
  )
}

/** A key as it stands in the database: sealed by another. */
export const encryptKey = (by: MasterKey, key: MasterKey): { sealed_by: string; sealed: Buffer } => ({
  sealed_by: by.id,
  sealed: seal(by.current, key.current.toString('base64'), masterKeyContext(key.id)),
})

const masterKeyContext = (id: string) => ['auth.master_keys', id, 'sealed']

/** Channel of NOTIFY: a key has come, or another one is in use. */
export const keyChannel = 'master_key_changed'

/** Locks on the connection that listens: which keys a process knows, and with which it seals. They end with the process. */
export const keyLocks = { loaded: 8_674_540, encrypting: 8_674_541 } as const
/** As the second number of such a lock. */
export const lockNumber = (id: string): number => Buffer.from(id, 'hex').readInt32BE()

/** Follows the key in use, and shows that it does: whoever replaces it waits for everybody (rotate.ts). */
export function watchMasterKey(key: ReloadableMasterKey) {
  let turn = Promise.resolve()
  const follow = async (listener: pg.Client) => {
    await key.reload()
    const shown = [
      ...key.all.map((bytes) => [keyLocks.loaded, lockNumber(masterKey(bytes).id)]),
      [keyLocks.encrypting, lockNumber(key.id)],
    ]
    await listener.query('select pg_advisory_unlock_all()')
    for (const lock of shown) await listener.query('select pg_advisory_lock_shared($1::int, $2::int)', lock)
  }
  return {
    channel: keyChannel,
    onChange(listener: pg.Client) {
      turn = turn.catch(() => {}).then(() => follow(listener))
      return turn
    },
  }
}

/** For a restore: @throws ConfigError when the master key of this configuration does not open what these rows name */
export async function requireMatchingKey(config: Config, known: readonly KeyRow[]): Promise<void> {
  if (known.length > 0 && !openKeys(await readKeyBytes(config, true), known)) throw wrongKeyError(config)
}

/** @param mustExist whether there is something that it has sealed: then none is made */
export const readKeyBytes = async (config: Config, mustExist: boolean): Promise<Buffer> =>
  config.masterKey ?? (await fileKey(config.dataDir, mustExist))

export const wrongKeyError = (config: Config) =>
  new ConfigError(
    `This database was sealed with another master key: ${
      config.masterKey
        ? 'set MASTER_KEY to that one'
        : `put back the file ${masterKeyFile} that was in DATA_DIR`
    }. Nothing was changed.`,
  )

export const masterKeyFile = 'master.key'

async function fileKey(folder: string, mustExist: boolean): Promise<Buffer> {
  const file = join(folder, masterKeyFile)
  const held = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(
      `The file ${masterKeyFile} in DATA_DIR cannot be read (${error.code}): let this user read it.`,
    )
  })
  if (held !== undefined) {
    const bytes = Buffer.from(held.trim(), 'base64')
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
  // Whole or not at all: a start that is killed here, or a second one beside it, must not leave half a key.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return fileKey(folder, true)
}
