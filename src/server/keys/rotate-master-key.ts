import { randomBytes } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
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
import { maintenanceConnection } from '../operations/backup.ts'
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

/** What the master key seals and is kept for longer than a day; the rest lapses by itself. A test asks the catalogue for others. */
export const encryptedColumns = [
  { table: 'data_keys', id: 'user_id', column: 'wrapped', place: dataKeyContext },
  { table: 'auth.factors', id: 'id', column: 'secret_sealed', place: totpSecretContext },
  { table: 'auth.signing_keys', id: 'id', column: 'private_sealed', place: signingKeyContext },
  { table: 'contact_messages', id: 'id', column: 'sealed', place: messageContext },
] as const

/** Milliseconds that all processes have to take a key on. */
const timeout = 60_000
const batch = 500

/** Rows that were sealed anew, and rows that no key opens: they were damaged before, and stay as they are. */
type RotationResult = { rows: number; undecryptable: number }

/**
 * Puts a new master key in place of the one in use, while any number of processes serve (docs/decisions/017). Stopped at any point, it
 * goes on from there when it is asked again.
 *
 * @returns what was sealed anew, and whether `finishRotation` is still to come
 * @throws ConfigError or BackupError in one sentence
 */
export async function rotateMasterKey(config: Config): Promise<RotationResult & { finished: boolean }> {
  return withDatabase(config, async (client) => {
    const old = await readKeys(config, client)
    const next = masterKey(config.masterKey ? configuredNextKey(config) : await fileNextKey(config.dataDir))
    if (old.id !== next.id) {
      await announce(client, old, next)
      await waitForProcesses(client, 'loaded', next)
      await promote(client, old, next)
    }
    await waitForProcesses(client, 'encrypting', next)
    const sealed = await reencryptAll(client, await readKeys(config, client))
    if (config.masterKey) return { ...sealed, finished: false }
    await rename(join(config.dataDir, nextName), join(config.dataDir, masterKeyFile))
    await syncFolder(config.dataDir)
    await removeOldKeyLink(client, next)
    return { ...sealed, finished: true }
  })
}

/**
 * Once every process was started with the new key: the old one opens nothing here any more.
 *
 * @returns what was still to be sealed anew
 */
export async function finishRotation(config: Config): Promise<RotationResult> {
  return withDatabase(config, async (client) => {
    const key = await readKeys(config, client)
    if (!masterKey(await readKeyBytes(config, true)).fingerprint.equals(key.fingerprint)) {
      throw new ConfigError('MASTER_KEY is still the old one: set it to the new one everywhere, then finish.')
    }
    const sealed = await reencryptAll(client, key)
    await removeOldKeyLink(client, key)
    return sealed
  })
}

const nextName = `${masterKeyFile}.next`

function configuredNextKey(config: Config): Buffer {
  if (config.newMasterKey) return config.newMasterKey
  throw new ConfigError(
    'NEW_MASTER_KEY is not set: make one with `openssl rand -base64 32`, keep it where you keep the old one, and set it for this command.',
  )
}

/** Written before it is used: a key that seals something is never only in memory. */
async function fileNextKey(folder: string): Promise<Buffer> {
  const path = join(folder, nextName)
  const made = `${randomBytes(32).toString('base64')}\n`
  await writeFile(path, made, { mode: 0o600, flag: 'wx', flush: true }).catch(
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

/** From here on every process can open what the new key seals. */
async function announce(client: pg.Client, old: MasterKey, next: MasterKey): Promise<void> {
  const { sealed_by, sealed } = encryptKey(old, next)
  await client.query(
    `insert into auth.master_keys (id, fingerprint, current, sealed_by, sealed) values ($1, $2, false, $3, $4)
       on conflict (id) do update set sealed_by = excluded.sealed_by, sealed = excluded.sealed`,
    [next.id, next.fingerprint, sealed_by, sealed],
  )
  await client.query(`notify ${keyChannel}`)
}

/** From here on processes seal with the new key; the old ones are sealed by it. */
async function promote(client: pg.Client, old: MasterKey, next: MasterKey): Promise<void> {
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

/** The old key no longer leads to the one in use. */
async function removeOldKeyLink(client: pg.Client, next: MasterKey): Promise<void> {
  await client.query('update auth.master_keys set sealed_by = null, sealed = null where id = $1', [next.id])
}

/** Waits until every process that listens shows that it knows a key, or seals with it. */
async function waitForProcesses(
  client: pg.Client,
  what: keyof typeof keyLocks,
  { id }: MasterKey,
): Promise<void> {
  const deadline = Date.now() + timeout
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity a
        where a.datname = current_database() and a.application_name = 'unfog listen'
          and not exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted
                             and l.classid::bigint = $1 and l.objid::bigint = $2)`,
      [keyLocks[what], lockNumber(id) >>> 0],
    )
    if (rows[0]?.waiting === 0) return
    if (Date.now() > deadline) {
      throw new BackupError(
        `${rows[0]?.waiting} processes have not taken the new master key on: look at their logs, start them anew, then ask again. Everything opens with the old one as before.`,
      )
    }
    await sleep(100)
  }
}

/** A few rows at a time, each as it was or as it shall be: nobody waits for it, and it may be stopped. */
async function reencryptAll(client: pg.Client, key: MasterKey): Promise<RotationResult> {
  const sealed = { rows: 0, undecryptable: 0 }
  for (const part of encryptedColumns) {
    for (let after = ''; ; ) {
      const { rows } = await client.query<{ id: string; sealed: Buffer; key_id: string | null }>(
        `select ${part.id}::text as id, ${part.column} as sealed, ${part.table === 'data_keys' ? 'key_id' : 'null'} as key_id
           from ${part.table} where ${part.column} is not null and ${part.id}::text collate "C" > $1
          order by ${part.id}::text collate "C" limit ${batch}`,
        [after],
      )
      for (const row of rows) {
        const outcome = await reencryptRow(client, key, part, row)
        if (outcome) sealed[outcome]++
      }
      const last = rows.at(-1)
      if (!last || rows.length < batch) break
      after = last.id
    }
  }
  return sealed
}

async function reencryptRow(
  client: pg.Client,
  key: MasterKey,
  part: (typeof encryptedColumns)[number],
  row: { id: string; sealed: Buffer; key_id: string | null },
): Promise<keyof RotationResult | undefined> {
  const now = part.place(row.id, row.key_id ?? '')
  if (row.key_id ? row.key_id === key.id : tryToDecrypt(key.current, row.sealed, now) !== undefined)
    return undefined
  const text = tryToDecrypt(key, row.sealed, now)
  if (text === undefined) return 'undecryptable'
  const anew = seal(key, text, part.place(row.id, key.id))
  const { rowCount } = await client.query(
    `update ${part.table} set ${part.column} = $1 ${row.key_id ? ', key_id = $4' : ''}
      where ${part.id}::text = $2 and ${part.column} = $3`,
    [anew, row.id, row.sealed, ...(row.key_id ? [key.id] : [])],
  )
  // Else it was changed meanwhile, which sealed it with the new key.
  return rowCount ? 'rows' : undefined
}

function tryToDecrypt(key: Buffer | MasterKey, sealed: Buffer, place: readonly string[]): string | undefined {
  try {
    return unseal(key, sealed, place)
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
