import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholePerson } from '../../../test/support/full-user-fixture.ts'
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
import { masterKey, seal, unseal } from '../../platform/crypto.server.ts'
import { roles } from '../../platform/database/roles.server.ts'
import { createLimits } from '../../platform/rate-limits.server.ts'
import { keyLocks, lockNumber, readMasterKey } from './master-key.ts'
import { encryptedColumns, finishRotation, rotateMasterKey } from './rotate-master-key.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

test('every column of bytes is known, so that a new one which the master key seals is not forgotten', async () => {
  const { rows } = await all.query<{ name: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
       from information_schema.columns where table_schema in ('public', 'auth') and data_type = 'bytea'`,
  )
  const others = [
    // With a person's own key.
    ...['journal_entries.sealed', 'journal_drafts.sealed'],
    // Gone within a day, and opened by the old key until then.
    ...['auth.requests.sealed', 'auth.flows.sealed'],
    ...['auth.master_keys.sealed', 'auth.master_keys.fingerprint'],
    // Hashes. Those that are keyed are compared with what each key would have made.
    ...['auth.sessions.token_hash', 'auth.refresh_tokens.token_hash', 'auth.flows.state_hash'],
    ...['auth.mail_tokens.token_hash', 'auth.mail_tokens.code_hash', 'auth.recovery_codes.code_hash'],
    'auth.service_tokens.token_hash',
  ]
  expect(
    [...others, ...encryptedColumns.map(({ table, column }) => `${table}.${column}`)].toSorted(),
  ).toEqual(rows.map(({ name }) => name).toSorted())
})

test('another master key takes over: processes follow it, everything opens with it, and nothing with the old one', async () => {
  const old = Buffer.alloc(32, 7)
  const next = randomBytes(32)
  const { host, port, database: name } = database.at('') as { host: string; port: number; database: string }
  const as = (role: string) => `postgres:///${name}?host=${host}&port=${port}&user=${role}`
  const configWith = (key: Buffer) =>
    readConfig({
      DATABASE_URL: as(roles.app),
      BACKUP_DATABASE_URL: as(roles.maintenance),
      MASTER_KEY: key.toString('base64'),
      NEW_MASTER_KEY: next.toString('base64'),
    })
  // A process that was started with the old one, and what it sealed.
  const held = await readMasterKey(configWith(old), database.auth)
  const ana = await wholePerson(database, all, 'ana@example.org')
  const now = new Date()
  const clock = { now: () => now }
  const log = ana.journal.log
  const limits = createLimits(database.auth, held)
  const desk = { database: database.app, masterKey: held, clock, log, limits, config: configWith(old) }
  const message = {
    name: 'Bea',
    email: 'bea@example.org',
    helpType: 'general-feedback' as const,
    message: 'Hello there, this is a test.',
  }
  expect(await sendMessage(desk, message, '192.0.2.1')).toEqual({ outcome: 'sent' })
  const factor = uuidv7()
  await database.auth
    .insertInto('auth.factors')
    .values({
      ...{ id: factor, user_id: ana.user_id, factor_type: 'totp', status: 'verified' },
      secret_sealed: seal(held, 'A SECRET', totpSecretContext(factor)),
    })
    .execute()
  const codes = await createRecoveryCodes(database.auth, held, ana.user_id, now)
  const signing = await openSigningKey({ auth: database.auth, masterKey: held }, now)

  // It listens, and has not taken the new key on yet: nobody goes on without it.
  const listener = await database.connect(roles.app)
  await listener.query("set application_name = 'unfog listen'")
  let taken = false
  const early: unknown[] = []
  const show = (what: keyof typeof keyLocks) =>
    listener.query('select pg_advisory_lock_shared($1, $2)', [keyLocks[what], lockNumber(masterKey(next).id)])
  listener.on('notification', async () => {
    await held.reload()
    if (!taken) {
      // Slow to take it on: meanwhile the old one is the one in use.
      await new Promise((done) => setTimeout(done, 400))
      const { rows } = await all.query('select current from auth.master_keys where id = $1', [
        masterKey(next).id,
      ])
      early.push(rows[0]?.current)
    }
    taken = true
    await show('loaded')
    if (held.id === masterKey(next).id) await show('encrypting')
  })
  await listener.query('listen master_key_changed')
  const rotated = await rotateMasterKey(configWith(old))
  expect(taken).toBe(true)
  expect(early, 'nobody went on without it').toEqual([false])
  await listener.end()
  // The factor of `wholePerson` holds bytes that no key ever opened.
  expect(rotated).toEqual({ rows: 4, closed: 1, finished: false })
  expect(held.id, 'the running process').toBe(masterKey(next).id)

  for (const config of [configWith(old), configWith(next)]) {
    const key = await readMasterKey(config, database.auth)
    expect(key.current.equals(next), 'seals with the new one').toBe(true)
    const journal = { ...ana.journal, masterKey: key }
    expect(await listEntries(journal, ana.owner, { limit: 5 })).toMatchObject({ total: 2 })
    expect(await redeemRecoveryCode(database.auth, key, ana.user_id, codes.pop() ?? '', now)).toBe(true)
  }
  const { rows } = await all.query('select secret_sealed from auth.factors where id = $1', [factor])
  expect(unseal(next, rows[0].secret_sealed, totpSecretContext(factor)), 'with the new one alone').toBe(
    'A SECRET',
  )
  expect((await openSigningKey({ auth: database.auth, masterKey: masterKey(next) }, now)).id).toBe(signing.id)
  expect(await listMessages(database.auth, async () => masterKey(next))).toMatchObject([{ name: 'Bea' }])

  await expect(finishRotation(configWith(old))).rejects.toThrow('MASTER_KEY is still the old one')
  expect(await finishRotation(configWith(next))).toMatchObject({ rows: 0 })
  await expect(readMasterKey(configWith(old), database.auth)).rejects.toThrow('another master key')
  await held.reload()
  expect(held.current.equals(next)).toBe(true)
  const { rows: keys } = await all.query('select each::text from auth.master_keys each')
  expect(JSON.stringify(keys), 'no key stands there as it is').not.toMatch(
    new RegExp(`${old.toString('hex')}|${next.toString('hex')}`),
  )
})
