import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFullUser } from '../../../test/support/full-user-fixture.ts'
import { makeKeyring, newSecrets, openKeyring } from '../../../test/support/lock-device.ts'
import { allRows, moveAllIn, noNotice, startTestLock } from '../../../test/support/locked-journal.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser } from '../../../test/support/user.ts'
import { deleteAccount } from '../../domains/account/deletion.writes.server.ts'
import { listEntries } from '../../domains/connections/entries.reads.server.ts'
import { listLocks } from '../../domains/connections/lock/locks.reads.server.ts'
import { finishLock, startLock } from '../../domains/connections/lock/locks.writes.server.ts'
import { readEncryptedFile } from '../../platform/backup/encrypted-file.server.ts'
import {
  backupTables,
  excludedTables,
  liveIdTables,
  liveTables,
} from '../../platform/backup/tables.server.ts'
import { readConfig } from '../../platform/config.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { createBackup, createBackupKey, openSource, presentFile, verifyBackup } from './backup.ts'
import { restoreInto } from './restore.ts'

const database = testDatabase()
/** The target of restores. */
const other = testDatabase('template1')
const lockedCopy = testDatabase('template1')
let all: pg.Client
let folder = ''
let identity = ''
let environment: Record<string, string> = {}
const time = { now: Date.parse('2026-05-06T07:08:09Z') }
const clock = {
  now() {
    time.now += 60_000
    return new Date(time.now)
  },
}

beforeAll(async () => {
  identity = await generateX25519Identity()
  const { host, port, database: name } = database.at('') as { host: string; port: number; database: string }
  const as = (role: string) => `postgres:///${name}?host=${host}&port=${port}&user=${role}`
  environment = {
    DATABASE_URL: as(roles.app),
    BACKUP_DATABASE_URL: as(roles.maintenance),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  }
  all = await database.connect()
})
afterAll(() => all.end())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-backups-'))
})
afterEach(() => rm(folder, { recursive: true }))

const make = (only?: 'keys') => createBackup(readConfig(environment), folder, clock, only)
const plain = async (path: string) => {
  const pieces: Buffer[] = []
  for await (const piece of readEncryptedFile(path, identity)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
const source = (path: string) => openSource(path, join(folder, presentFile), identity)
/** All rows of a backup, as PostgreSQL prints them. */
async function rowsOf(client: pg.Client, tables: readonly string[]) {
  const result: Record<string, string[]> = {}
  for (const table of tables) {
    result[table] = (await client.query(`select each::text from ${table} each order by 1`)).rows.map(
      ({ each }) => each,
    )
  }
  return result
}

test('every table is in one of the backup lists, so that no new table is missed', async () => {
  const { rows } = await all.query<{ name: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name
       from pg_tables where schemaname in ('public', 'auth')`,
  )
  expect([...backupTables, ...liveTables, ...excludedTables].toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  )
  expect([...backupTables]).toEqual(expect.arrayContaining([...liveIdTables]))
})

describe('A backup', () => {
  const canary = `canary${randomUUID().replaceAll('-', '')}`
  const words = Array.from({ length: 50 }, (_, place) =>
    `I wrote ${canary}${place}. `.repeat(place % 9 ? 1 : 400),
  )
  let ana: Awaited<ReturnType<typeof createFullUser>>
  let bea: Awaited<ReturnType<typeof createFullUser>>
  beforeAll(async () => {
    ana = await createFullUser(database, all, 'ana@example.org', words)
    bea = await createFullUser(database, all, 'bea@example.org', [
      'Tab\there, line\nbreak, back\\slash \\. and \u0001',
    ])
    await all.query(`insert into auth.master_keys (id, fingerprint) values ($1, $2) on conflict do nothing`, [
      ana.journal.masterKey.id,
      ana.journal.masterKey.fingerprint,
    ])
    await all.query(`update auth.users set user_metadata = '{"a": "x\\\\.y\\nz\\ttab"}' where id = $1`, [
      bea.user_id,
    ])
  })

  test('is restored unchanged from a database in use, except for accounts deleted since', async () => {
    const { path, restored } = await make()
    expect(restored).toMatchObject({ erased: 0, keys: 2 })
    expect(await readdir(folder)).toEqual([
      'present.age',
      expect.stringMatching(/^unfog-20260506T\d{6}Z\.age$/),
    ])
    const before = await rowsOf(all, [...backupTables, ...liveTables])

    // Afterwards another user signs up, and Ana deletes her account.
    const late = await createFullUser(database, all, 'late@example.org')
    await deleteAccount({ auth: database.auth, clock, mails: false }, ana.user_id, 'person')
    await make('keys')
    const copy = await other.connect()
    const result = await restoreInto(other.at('unfog_superuser'), 'peer', source(path))
    expect(result).toMatchObject({ erased: 1, keys: 1 })

    const after = await rowsOf(copy, [...backupTables, ...liveTables])
    const ofAna = (row: string) => row.includes(ana.user_id)
    for (const table of [...backupTables, 'data_keys']) {
      const stays = before[table]?.filter((row) => !ofAna(row))
      expect(after[table], table).toEqual(stays)
    }
    expect(after['auth.audit_events']?.some(ofAna), 'the audit event of the deletion').toBe(true)
    expect(JSON.stringify(after)).not.toContain(late.user_id)
    expect((await copy.query('select from auth.sessions')).rowCount, 'sessions').toBe(0)

    // Row security and triggers equal those of a database that was never restored.
    const rowSecurity = `select c.oid::regclass::text, relrowsecurity, relforcerowsecurity, tgname::text, tgenabled::text
      from pg_class c left join pg_trigger t on t.tgrelid = c.oid and not tgisinternal
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1, 4`
    expect((await copy.query(rowSecurity)).rows).toEqual((await all.query(rowSecurity)).rows)
    await copy.end()

    const app = openDatabase(other.at(roles.app), roles.app, 1)
    const read = await listEntries({ ...bea.journal, database: app }, bea.owner, { limit: 5 })
    await app.destroy()
    expect(JSON.stringify(read)).toContain('back\\\\slash')
    await expect(restoreInto(other.at('unfog_superuser'), 'peer', source(path))).rejects.toThrow(
      'There are people in this database',
    )
  })

  test('contains no plain text of Connections, no data key and no session', async () => {
    const { path } = await make()
    const [backup, keys] = [await plain(path), await plain(join(folder, presentFile))]
    const { rows: wrapped } = await all.query<{ hex: string }>(
      "select encode(wrapped, 'hex') as hex from data_keys",
    )
    const { rows: tokens } = await all.query<{ hex: string }>(
      "select encode(token_hash, 'hex') as hex from auth.sessions",
    )
    expect(backup, 'what is looked through').toContain('bea@example.org')
    for (const { hex } of wrapped) {
      expect(backup).not.toContain(hex)
      expect(keys).toContain(hex)
    }
    for (const { hex } of tokens) expect(backup + keys).not.toContain(hex)
    expect(backup + keys).not.toContain(canary)
    expect(keys).not.toContain('@example.org')
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name))
      expect(bytes.includes('bea@example.org')).toBe(false)
      expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    }
  })

  test('of a locked journal has its keyring and its texts, which open with the lock and with no key of the server', async () => {
    const cat = await createFullUser(database, all, 'cat@example.org', [`Locked ${canary}.`, 'Another.'])
    await all.query('delete from journal_locks where user_id = $1', [cat.user_id])
    const lock = await startTestLock(cat.journal, cat.owner)
    await moveAllIn(cat.journal, cat.owner, lock)
    await finishLock(cat.journal, cat.owner, lock.lock_id)
    const dan = await createTestUser(database)
    const secrets = newSecrets()
    const { keyring, journalKey } = await makeKeyring(dan.user_id, secrets)
    await startLock(cat.journal, dan.owner, keyring, noNotice)
    const { path } = await make()
    const [backup, keys] = [await plain(path), await plain(join(folder, presentFile))]
    expect(backup).toContain(lock.lock_id)
    expect(backup + keys).not.toContain(canary)
    // The small file has the ids of all accounts, and the key of each that needs one.
    expect(keys.split(cat.user_id)).toHaveLength(2)
    expect(keys.split(bea.user_id)).toHaveLength(3)
    await restoreInto(lockedCopy.at('unfog_superuser'), 'peer', source(path))
    const app = openDatabase(lockedCopy.at(roles.app), roles.app, 1)
    const restored = { ...cat.journal, database: app }
    const [before, after] = [await listLocks(cat.journal, cat.owner), await listLocks(restored, cat.owner)]
    expect(after).toEqual(before)
    const danLock = (await listLocks(restored, dan.owner)).locks[0]
    for (const by of ['phrase', 'kit'] as const)
      expect(await openKeyring(danLock?.keyring ?? keyring, by, [secrets])).toEqual(journalKey)
    expect(danLock?.keyring).toEqual(keyring)
    const rows = await allRows(restored, cat.owner, lock.lock_id)
    const texts = await Promise.all(
      rows.map(async (row) => JSON.parse((await lock.unlockRow(row)).document ?? '').content),
    )
    await app.destroy()
    expect(texts).toHaveLength(7)
    expect(texts).toContain(`Locked ${canary}.`)
  })

  test('of a journal that is locked meanwhile destroys its key once the locked texts are in a full backup, not before', async () => {
    const dan = await createFullUser(database, all, 'dan@example.org', [`Early ${canary}.`, 'Another.'])
    await all.query('delete from journal_locks where user_id = $1', [dan.user_id])
    const hasKeyCopy = async () => (await plain(join(folder, presentFile))).split(dan.user_id).length === 3
    const lock = await startTestLock(dan.journal, dan.owner)
    await make()
    expect(await hasKeyCopy()).toBe(true)
    await moveAllIn(dan.journal, dan.owner, lock)
    await finishLock(dan.journal, dan.owner, lock.lock_id, { hasBackups: true })
    await all.query("update journal_locks set changed_at = '2026-05-01' where user_id = $1", [dan.user_id])
    // Until the next full backup, the newest one has rows that only the key opens.
    await make('keys')
    expect(await hasKeyCopy()).toBe(true)
    await make()
    await make('keys')
    expect(await hasKeyCopy()).toBe(false)
    const { rowCount } = await all.query('select from data_keys where user_id = $1', [bea.user_id])
    expect(rowCount).toBe(1)
  })

  test('is rejected with a changed byte, a missing end, another key or an older keys file', async () => {
    const { path } = await make()
    expect((await verifyBackup(folder, identity)).path).toBe(path)
    const bytes = await readFile(path)
    const broken = join(folder, 'broken.age')
    const refused = (content: Buffer) =>
      writeFile(broken, content).then(() =>
        expect(verifyBackup(broken, identity)).rejects.toThrow(/does not open|ends too early/),
      )
    const changed = Buffer.from(bytes)
    changed[bytes.length - 100] = (changed[bytes.length - 100] ?? 0) ^ 1
    await refused(changed)
    await refused(bytes.subarray(0, -40))
    await expect(verifyBackup(path, await generateX25519Identity())).rejects.toThrow(
      'was made for another key',
    )
    await expect(verifyBackup(path, 'AGE')).rejects.toThrow('That is no key for backups')
    const old = await readFile(join(folder, presentFile))
    const younger = await make()
    await writeFile(join(folder, presentFile), old)
    await expect(verifyBackup(younger.path, identity)).rejects.toThrow('older than the backup')
  })

  test('is not made by a role that row level security limits, and leaves no file', async () => {
    const config = readConfig({ ...environment, BACKUP_DATABASE_URL: environment.DATABASE_URL ?? '' })
    await expect(createBackup(config, folder, clock)).rejects.toThrow('must be in unfog_maintenance')
    expect(await readdir(folder)).toEqual([])
  })

  test('fails with one sentence if it cannot be written, and leaves no partial file', async () => {
    await mkdir(join(folder, presentFile))
    await expect(make()).rejects.toThrow(`${folder} cannot be written (EISDIR): no backup was made.`)
    expect(await readdir(folder)).toEqual([presentFile])
  })
})

test('the backup key of the operator is created once and never overwritten', async () => {
  const file = join(folder, 'key')
  const recipient = await createBackupKey(file)
  expect(await identityToRecipient((await readFile(file, 'utf8')).trim())).toBe(recipient)
  await expect(createBackupKey(file)).rejects.toThrow('is there already')
})
