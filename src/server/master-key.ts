import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../platform/config.server.ts'
import { type MasterKey, masterKey } from '../platform/crypto.server.ts'
import type { Database } from '../platform/database/pool.server.ts'

/**
 * The master key: MASTER_KEY, else a file beside the embedded database (not in its folder, which backups take). The database
 * remembers its fingerprint, so that a start with another key is refused instead of making what is sealed unreadable.
 *
 * @param auth acting as `unfog_auth`
 * @throws ConfigError when the key is missing, unreadable, or not the one that this database belongs to
 */
export async function readMasterKey(config: Config, auth: Database): Promise<MasterKey> {
  const known = await auth.selectFrom('auth.master_keys').selectAll().execute()
  const key = masterKey(config.masterKey ?? (await fileKey(config.dataDir, known.length > 0)))
  if (known.length === 0) {
    const { id, fingerprint } = key
    await auth
      .insertInto('auth.master_keys')
      .values({ id, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return key
  }
  if (known.some(({ fingerprint }) => key.fingerprint.equals(fingerprint))) return key
  throw otherKey(config)
}

/** For a restore: @throws ConfigError when the master key of this configuration does not open what these rows name */
export async function refuseOtherKey(config: Config, known: { fingerprint: Buffer }[]): Promise<void> {
  if (known.length === 0) return
  const key = masterKey(config.masterKey ?? (await fileKey(config.dataDir, true)))
  if (!known.some(({ fingerprint }) => key.fingerprint.equals(fingerprint))) throw otherKey(config)
}

const otherKey = (config: Config) =>
  new ConfigError(
    `This database was sealed with another master key: ${
      config.masterKey ? 'set MASTER_KEY to that one' : `put back the file ${fileName} that was in DATA_DIR`
    }. Nothing was changed.`,
  )

const fileName = 'master.key'

async function fileKey(folder: string, mustExist: boolean): Promise<Buffer> {
  const file = join(folder, fileName)
  const held = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(
      `The file ${fileName} in DATA_DIR cannot be read (${error.code}): let this user read it.`,
    )
  })
  if (held !== undefined) {
    const bytes = Buffer.from(held.trim(), 'base64')
    if (bytes.length === 32) return bytes
    throw new ConfigError(
      `The file ${fileName} in DATA_DIR holds no key: put back the one from your safe copy.`,
    )
  }
  if (mustExist) {
    throw new ConfigError(
      `The file ${fileName} is gone from DATA_DIR, and this database was sealed with it: put it back from your safe copy. No new key is made.`,
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
