import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signingKeyContext } from '../../auth-api/sessions/tokens.writes.server.ts'
import { dataKeyContext } from '../../domains/connections/encryption.reads.server.ts'
import { messageContext } from '../../domains/contact/contact.reads.server.ts'
import { totpSecretContext } from '../../domains/identity/mfa/factors.writes.server.ts'
import { BackupError } from '../../platform/backup/problems.server.ts'
import { type Config, ConfigError } from '../../platform/config.server.ts'
import { type MasterKey, masterKey, seal, unseal } from '../../platform/crypto.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { explainConnectionError } from '../boot/database.ts'
import { maintenanceConnection, syncFolder } from '../operations/backup.ts'
import {
  encryptKey,
  type KeyRow,
  keyChannel,
  keyLocks,
  lockNumber,
  masterKeyFile,
  openKeys,
  readKeyBytes,
  wrongKeyError,
} from './master-key.ts'

/** Stored longer than a day. A test checks the catalog for missing ones. */
export const encryptedColumns = [
  { table: 'data_keys', id: 'user_id', column: 'wrapped', contextOf: dataKeyContext },
  { table: 'auth.factors', id: 'id', column: 'secret_sealed', contextOf: totpSecretContext },
  { table: 'auth.signing_keys', id: 'id', column: 'private_sealed', contextOf: signingKeyContext },
  { table: 'contact_messages', id: 'id', column: 'sealed', contextOf: messageContext },
] as const

/** Milliseconds. */
const timeout = 60_000
const batchSize = 500

/** Rows that no key decrypts are left alone. */
type RotationResult = { rows: number; undecryptable: number }

/**
Replaces
 * the master key while processes serve (decision 017). If interrupted, another call continues.
 * @returns `finished` false if `finishRotation` has to follow
 * @throws ConfigError or BackupError in one sentence
 */
export async function rotateMasterKey(config: Config): Promise<RotationResult & { finished: boolean }> {
  return withDatabase(config, async (client) => {
    const old = await readKeys(config, client)
    const next = masterKey(config.masterKey ? configuredNextKey(config) : await fileNextKey(config.dataDir))
    if (old.id !== next.id) {
      await announceKey(client, old, next)
      await waitForProcesses(client, 'loaded', next)
      await makeCurrent(client, old, next)
    }
    await waitForProcesses(client, 'encrypting', next)
    const result = await reencryptAll(client, await readKeys(config, client))
    if (config.masterKey) return { ...result, finished: false }
    await rename(join(config.dataDir, nextName), join(config.dataDir, masterKeyFile))
    await syncFolder(config.dataDir)
    await removeOldKeyLink(client, next)
    return { ...result, finished: true }
  })
}

/** Completes a rotation after every process restarted. The old key decrypts nothing afterwards. */
export async function finishRotation(config: Config): Promise<RotationResult> {
  return withDatabase(config, async (client) => {
    const key = await readKeys(config, client)
    if (!masterKey(await readKeyBytes(config, true)).fingerprint.equals(key.fingerprint)) {
      throw new ConfigError('MASTER_KEY is still the old one: set it to the new one everywhere, then finish.')
    }
    const result = await reencryptAll(client, key)
    await removeOldKeyLink(client, key)
    return result
  })
}

const nextName = `${masterKeyFile}.next`

function configuredNextKey(config: Config): Buffer {
  if (config.newMasterKey) return config.newMasterKey
  throw new ConfigError(
    'NEW_MASTER_KEY is not set: make one with `openssl rand -base64 32`, keep it where you keep the old one, and set it for this command.',
  )
}

/** On disk before anything is encrypted with it. */
async function fileNextKey(folder: string): Promise<Buffer> {
  const path = join(folder, nextName)
  const text = `${randomBytes(32).toString('base64')}\n`
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown
    },
  )
  await syncFolder(folder)
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
}

async function readKeys(config: Config, client: pg.Client): Promise<MasterKey> {
  const { rows } = await client.query<KeyRow>('select * from auth.master_keys')
  const key = openKeys(await readKeyBytes(config, true), rows)
  if (!key) throw wrongKeyError(config)
  return key
}

async function announceKey(client: pg.Client, old: MasterKey, next: MasterKey): Promise<void> {
  const { sealed_by, sealed } = encryptKey(old, next)
  await client.query(
    `insert into auth.master_keys (id, fingerprint, current, sealed_by, sealed) values ($1, $2, false, $3, $4)
       on conflict (id) do update set sealed_by = excluded.sealed_by, sealed = excluded.sealed`,
    [next.id, next.fingerprint, sealed_by, sealed],
  )
  await client.query(`notify ${keyChannel}`)
}

async function makeCurrent(client: pg.Client, old: MasterKey, next: MasterKey): Promise<void> {
  await client.query('begin')
  for (const bytes of old.all) {
    const each = masterKey(bytes)
    if (each.id === next.id) continue
    const { sealed_by, sealed } = encryptKey(next, each)
    await client.query(
      'update auth.master_keys set current = false, sealed_by = $2, sealed = $3 where id = $1',
      [each.id, sealed_by, sealed],
    )
  }
  await client.query('update auth.master_keys set current = true where id = $1', [next.id])
  await client.query(`notify ${keyChannel}`)
  await client.query('commit')
}

async function removeOldKeyLink(client: pg.Client, next: MasterKey): Promise<void> {
  await client.query('update auth.master_keys set sealed_by = null, sealed = null where id = $1', [next.id])
}

/** Until every listening process has loaded a key, or encrypts with it. */
async function waitForProcesses(
  client: pg.Client,
  state: keyof typeof keyLocks,
  { id }: MasterKey,
): Promise<void> {
  const deadline = Date.now() + timeout
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity a
        where a.datname = current_database() and a.application_name = 'unfog listen'
          and not exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted
                             and l.classid::bigint = $1 and l.objid::bigint = $2)`,
      [keyLocks[state], lockNumber(id) >>> 0],
    )
    if (rows[0]?.waiting === 0) return
    if (Date.now() > deadline) {
      throw new BackupError(
        `${rows[0]?.waiting} processes have not loaded the new master key: look at their logs, restart them, then try again. Everything opens with the old one as before.`,
      )
    }
    await sleep(100)
  }
}

/** Updates one row at a time, so it blocks nobody and can be interrupted. */
async function reencryptAll(client: pg.Client, key: MasterKey): Promise<RotationResult> {
  const result = { rows: 0, undecryptable: 0 }
  for (const target of encryptedColumns) {
    for (let after = ''; ; ) {
      const { rows } = await client.query<{ id: string; sealed: Buffer; key_id: string | null }>(
        `select ${target.id}::text as id, ${target.column} as sealed, ${target.table === 'data_keys' ? 'key_id' : 'null'} as key_id
           from ${target.table} where ${target.column} is not null and ${target.id}::text collate "C" > $1
          order by ${target.id}::text collate "C" limit ${batchSize}`,
        [after],
      )
      for (const row of rows) {
        const outcome = await reencryptRow(client, key, target, row)
        if (outcome) result[outcome]++
      }
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) break
      after = last.id
    }
  }
  return result
}

async function reencryptRow(
  client: pg.Client,
  key: MasterKey,
  target: (typeof encryptedColumns)[number],
  row: { id: string; sealed: Buffer; key_id: string | null },
): Promise<keyof RotationResult | undefined> {
  const context = target.contextOf(row.id, row.key_id ?? '')
  if (row.key_id ? row.key_id === key.id : tryToDecrypt(key.current, row.sealed, context) !== undefined)
    return undefined
  const text = tryToDecrypt(key, row.sealed, context)
  if (text === undefined) return 'undecryptable'
  const reencrypted = seal(key, text, target.contextOf(row.id, key.id))
  const { rowCount } = await client.query(
    `update ${target.table} set ${target.column} = $1 ${row.key_id ? ', key_id = $4' : ''}
      where ${target.id}::text = $2 and ${target.column} = $3`,
    [reencrypted, row.id, row.sealed, ...(row.key_id ? [key.id] : [])],
  )
  // A row that changed has the new key already.
  return rowCount ? 'rows' : undefined
}

function tryToDecrypt(
  key: Buffer | MasterKey,
  encrypted: Buffer,
  context: readonly string[],
): string | undefined {
  try {
    return unseal(key, encrypted, context)
  } catch {
    return undefined
  }
}

async function withDatabase<T>(config: Config, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...(await maintenanceConnection(config)),
    application_name: 'unfog rotation',
  })
  client.on('error', () => {})
  try {
    await client.connect().catch((thrown) => {
      throw new BackupError(explainConnectionError(thrown, 'BACKUP_DATABASE_URL'))
    })
    await client.query(`set role ${roles.maintenance}`)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
