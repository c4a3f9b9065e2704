import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullUser } from '../../../test/support/full-user-fixture.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { openSigningKey } from '../../auth-api/sessions/tokens.writes.server.ts'
import { listEntries } from '../../domains/connections/entries.reads.server.ts'
import { listMessages } from '../../domains/contact/contact.reads.server.ts'
import { sendMessage } from '../../domains/contact/contact.writes.server.ts'
import { totpSecretContext } from '../../domains/identity/mfa/factors.writes.server.ts'
import {
  createRecoveryCodes,
  redeemRecoveryCode,
} from '../../domains/identity/mfa/recovery-codes.writes.server.ts'
import { readConfig } from '../../platform/config.server.ts'
import { type MasterKey, masterKey, seal, unseal } from '../../platform/crypto.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
import { keyLocks, lockNumber, readMasterKey } from './master-key.ts'
import { encryptedColumns, finishRotation, rotateMasterKey } from './rotate-master-key.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

test('every bytea column is listed, so that key rotation misses no new one', async () => {
  const { rows } = await all.query<{ name: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
       from information_schema.columns where table_schema in ('public', 'auth') and data_type = 'bytea'`,
  )
  const others = [
    // Encrypted with the user's data key, or in the browser.
    ...['journal_entries.sealed', 'journal_drafts.sealed', 'deleted_entries.sealed', 'entry_versions.sealed'],
    // Deleted within a day; the old key decrypts them until then.
    ...['auth.pending_account_requests.sealed', 'auth.oauth_states.sealed'],
    ...['auth.master_keys.sealed', 'auth.master_keys.fingerprint'],
    // Hashes. Keyed ones are compared with the hash by each key.
    ...['auth.sessions.token_hash', 'auth.refresh_tokens.token_hash', 'auth.oauth_states.state_hash'],
    ...['auth.mail_tokens.token_hash', 'auth.mail_tokens.code_hash', 'auth.recovery_codes.code_hash'],
    'auth.service_tokens.token_hash',
    // Random, and as short-lived as its session.
    'auth.sessions.journal_reload_key',
  ]
  expect(
    [...others, ...encryptedColumns.map(({ table, column }) => `${table}.${column}`)].toSorted(),
  ).toEqual(rows.map(({ name }) => name).toSorted())
})

const old = Buffer.alloc(32, 7)
const next = randomBytes(32)
const now = new Date()

function configWith(key: Buffer) {
  const { host, port, database: name } = database.at('') as { host: string; port: number; database: string }
  const as = (role: string) => `postgres:///${name}?host=${host}&port=${port}&user=${role}`
  return readConfig({
    DATABASE_URL: as(roles.app),
    BACKUP_DATABASE_URL: as(roles.maintenance),
    MASTER_KEY: key.toString('base64'),
    NEW_MASTER_KEY: next.toString('base64'),
  })
}

/** Something in each encrypted column, and keyed hashes. */
async function encryptWith(key: MasterKey) {
  const ana = await createFullUser(database, all, 'ana@example.org')
  const form = {
    ...{ database: database.app, masterKey: key, clock: { now: () => now }, log: ana.journal.log },
    ...{ limits: createRateLimits(database.auth, key), config: configWith(old) },
  }
  const message = {
    ...{ name: 'Bea', email: 'bea@example.org', helpType: 'general-feedback' as const },
    message: 'Hello there, this is a test.',
  }
  expect(await sendMessage(form, message, '192.0.2.1')).toEqual({ outcome: 'sent' })
  const factor = uuidv7()
  await database.auth
    .insertInto('auth.factors')
    .values({
      ...{ id: factor, user_id: ana.user_id, factor_type: 'totp', status: 'verified' },
      secret_sealed: seal(key, 'A SECRET', totpSecretContext(factor)),
    })
    .execute()
  const codes = await createRecoveryCodes(database.auth, key, ana.user_id, now)
  const signing = await openSigningKey({ auth: database.auth, masterKey: key }, now)
  return { ana, factor, codes, signing }
}

/**
 * A process that listens for new keys, and takes its time to load one.
 *
 * @returns `whileLoading`, whether the new key was current each time before this process had it
 */
async function slowProcess(key: Awaited<ReturnType<typeof readMasterKey>>) {
  const listener = await database.connect(roles.app)
  const { id } = masterKey(next)
  const whileLoading: boolean[] = []
  let isLoaded = false
  const takeLock = (state: keyof typeof keyLocks) =>
    listener.query('select pg_advisory_lock_shared($1, $2)', [keyLocks[state], lockNumber(id)])
  listener.on('notification', async () => {
    await key.reload()
    if (!isLoaded) {
      // Long enough for a rotation that does not wait to make the new key current.
      await sleep(400)
      const { rows } = await all.query('select current from auth.master_keys where id = $1', [id])
      whileLoading.push(rows[0]?.current)
    }
    isLoaded = true
    await takeLock('loaded')
    if (key.id === id) await takeLock('encrypting')
  })
  await listener.query("set application_name = 'unfog listen'")
  await listener.query('listen master_key_changed')
  return { whileLoading, stop: () => listener.end() }
}

test('after key rotation, running processes use the new master key, and the old key is rejected', async () => {
  const key = await readMasterKey(configWith(old), database.auth)
  const { ana, factor, codes, signing } = await encryptWith(key)

  const { whileLoading, stop } = await slowProcess(key)
  const rotated = await rotateMasterKey(configWith(old))
  await stop()
  expect(whileLoading, 'rotation waited').toEqual([false])
  // The factor of `createFullUser` contains random bytes.
  expect(rotated).toEqual({ rows: 4, undecryptable: 1, finished: false })
  expect(key.id, 'the running process').toBe(masterKey(next).id)

  for (const config of [configWith(old), configWith(next)]) {
    const loaded = await readMasterKey(config, database.auth)
    expect(loaded.current.equals(next), 'encrypts with the new one').toBe(true)
    const journal = { ...ana.journal, masterKey: loaded }
    expect(await listEntries(journal, ana.owner, { limit: 5 })).toMatchObject({ total: 2 })
    expect(await redeemRecoveryCode(database.auth, loaded, ana.user_id, codes.pop() ?? '', now)).toBe(true)
  }
  const { rows } = await all.query('select secret_sealed from auth.factors where id = $1', [factor])
  const secret = unseal(next, rows[0].secret_sealed, totpSecretContext(factor))
  expect(secret, 'with the new one alone').toBe('A SECRET')
  expect((await openSigningKey({ auth: database.auth, masterKey: masterKey(next) }, now)).id).toBe(signing.id)
  expect(await listMessages(database.auth, async () => masterKey(next))).toMatchObject([{ name: 'Bea' }])

  await expect(finishRotation(configWith(old))).rejects.toThrow('MASTER_KEY is still the old one')
  expect(await finishRotation(configWith(next))).toMatchObject({ rows: 0 })
  await expect(readMasterKey(configWith(old), database.auth)).rejects.toThrow('another master key')
  await key.reload()
  expect(key.current.equals(next)).toBe(true)
  const { rows: keys } = await all.query('select each::text from auth.master_keys each')
  const plain = new RegExp(`${old.toString('hex')}|${next.toString('hex')}`)
  expect(JSON.stringify(keys), 'no plain key').not.toMatch(plain)
})
