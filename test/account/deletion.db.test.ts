import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../src/domains/account/deletion.writes.server.ts'
import { saveEntry } from '../../src/domains/connections/entries.writes.server.ts'
import { readSession } from '../../src/domains/identity/identity.reads.server.ts'
import { sessionTokenFrom } from '../../src/domains/identity/identity.rules.ts'
import { mailJobs } from '../../src/domains/identity/messages/messages.jobs.server.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { masterKey } from '../../src/platform/crypto.server.ts'
import { createMail } from '../../src/platform/mail.server.ts'
import { startQueue } from '../../src/platform/queue.server.ts'
import { createFullUser } from '../support/full-user-fixture.ts'
import { personalTables, tablesContaining } from '../support/personal-tables.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { testDatabase } from '../support/test-database.ts'
import { createTestUser } from '../support/user.ts'

const database = testDatabase()
const time = { now: new Date('2026-03-04T12:00:00Z') }
const clock = { now: () => time.now }
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

const erase = (user_id: string, mails = false) =>
  deleteAccount({ auth: database.auth, clock, mails }, user_id, 'person')
const naming = (texts: string[]) => tablesContaining(all, texts)

test('Deleting an account removes its rows from all tables, and no row of another user', async () => {
  const ana = await createFullUser(database, all, 'ana@example.org')
  const bea = await createFullUser(database, all, 'bea@example.org')
  const everywhere = await personalTables(all)
  expect(await naming(ana.ids), 'there is a row to lose in each table').toEqual(everywhere)
  const token = sessionTokenFrom(ana.cookie) ?? ''
  expect(await readSession(database.auth, token, time.now)).toBeDefined()

  expect(await erase(ana.user_id)).toBe(true)

  // Only an audit event remains, with action, user id, actor and time.
  expect(await naming(ana.ids)).toEqual(['auth.audit_events'])
  const { rows } = await all.query('select * from auth.audit_events where subject = $1', [ana.user_id])
  expect(rows).toEqual([
    { id: expect.any(String), actor: 'person', action: 'erase', subject: ana.user_id, created_at: time.now },
  ])
  expect(await readSession(database.auth, token, time.now)).toBeUndefined()
  expect(await naming(bea.ids)).toEqual(everywhere)
})

test('An account is deleted once, even if several deletions run at once or one is repeated', async () => {
  const { user_id } = await createTestUser(database)
  const outcomes = await Promise.all([erase(user_id), erase(user_id), erase(user_id)])
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await erase(user_id)).toBe(false)
  const { rows } = await all.query('select * from auth.audit_events where subject = $1', [user_id])
  expect(rows).toHaveLength(1)
})

test('Connections that other tabs save during the deletion are deleted too, or rejected', async () => {
  const person = await createFullUser(database, all, 'busy@example.org')
  const saving = Array.from({ length: 30 }, (_, number) =>
    saveEntry(person.journal, person.owner, { content: `Tab ${number}`, linked_term_id: null }).catch(
      (thrown: { code?: string }) => thrown.code,
    ),
  )
  const erased = erase(person.user_id)
  const outcomes = await Promise.all(saving)
  expect(await erased).toBe(true)
  // Either it was saved before, or the user no longer existed (SQLSTATE 23503).
  for (const outcome of outcomes) {
    expect(typeof outcome === 'string' ? outcome : outcome?.outcome).toMatch(/^(?:saved|23503)$/)
  }
  expect(await naming(person.ids)).toEqual(['auth.audit_events'])
})

test('A deletion whose database connection is cut changes nothing, and can be repeated', async () => {
  const person = await createFullUser(database, all, 'cut@example.org')
  const everywhere = await personalTables(all)
  // Another connection locks the row of the key, so the deletion has begun, and waits.
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('select from data_keys where user_id = $1 for update', [person.user_id])
  const failing = expect(erase(person.user_id)).rejects.toThrow()
  await expect
    .poll(async () => {
      const { rows } = await all.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'unfog unfog_auth' and wait_event_type = 'Lock'`,
      )
      for (const { pid } of rows) await all.query('select pg_terminate_backend($1)', [pid])
      return rows.length
    })
    .toBe(1)
  await failing
  await holder.query('rollback')
  await holder.end()
  expect(await naming(person.ids)).toEqual(everywhere)
  const { rows } = await all.query('select * from auth.audit_events where subject = $1', [person.user_id])
  expect(rows).toEqual([])
  expect(await erase(person.user_id)).toBe(true)
  expect(await naming(person.ids)).toEqual(['auth.audit_events'])
})

test('No database file contains the text of a Connection or a draft, before or after the deletion', async () => {
  const canary = 'kingfisher-over-quarry'
  const person = await createFullUser(database, all, 'canary@example.org', [canary, `${canary} again`])
  const { rows } = await all.query<{ data_directory: string }>('show data_directory')
  const filesWith = async (text: string) => {
    await all.query('checkpoint')
    const found = await promisify(execFile)('grep', ['-rlaF', text, rows[0]?.data_directory ?? '']).catch(
      (thrown: { code: number; stdout: string }) => thrown,
    )
    return found.stdout.split('\n').filter(Boolean)
  }
  expect(await filesWith('canary@example.org'), 'the search finds what is there').not.toEqual([])
  expect(await filesWith(canary)).toEqual([])
  await erase(person.user_id)
  expect(await filesWith(canary)).toEqual([])
})

describe('The email about a deleted account', () => {
  const environment = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'letters@example.net' })
  const jobs = (url: string) => {
    const config = readConfig(environment(url))
    const place = { authDatabase: database.auth, masterKey: masterKey(Buffer.alloc(32, 7)), clock, config }
    return mailJobs(place, createMail(config))
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const waiting = async () => (await all.query('select id, sent_to from auth.account_deleted_emails')).rows

  test('is sent after all rows are deleted, and then its address is deleted too', async () => {
    const { user_id, ids } = await createFullUser(database, all, 'note@example.org')
    const peer = await smtpPeer()
    await erase(user_id, true)
    expect(await naming(ids)).toEqual(['auth.account_deleted_emails', 'auth.audit_events'])
    const queue = await startQueue(database.at('unfog_app'), jobs(peer.url), silent)
    try {
      await expect.poll(() => peer.received.length, { timeout: 20_000 }).toBe(1)
      await expect.poll(() => naming(ids), { timeout: 20_000 }).toEqual(['auth.audit_events'])
    } finally {
      await queue.stop()
      await peer.stop()
    }
    expect(peer.received[0]).toMatchObject({ to: ['note@example.org'] })
    expect(peer.received[0]?.raw).toContain('\nSubject: Your account\n')
    expect(peer.received[0]?.text).toContain('was deleted, with everything in it')
  })

  test('is retried for a day if it cannot be sent; then its address is deleted', async () => {
    const { user_id } = await createFullUser(database, all, 'later@example.org')
    const peer = await smtpPeer('refuses the recipient')
    try {
      await erase(user_id, true)
      const [{ id: farewell_id }] = await waiting()
      const { send_farewell } = jobs(peer.url)
      time.now = new Date(time.now.getTime() + 23 * 60 * 60 * 1000)
      await expect(send_farewell({ farewell_id })).rejects.toThrow('EENVELOPE')
      expect(await waiting()).toHaveLength(1)
      time.now = new Date(time.now.getTime() + 60 * 60 * 1000)
      await send_farewell({ farewell_id })
      expect(await waiting()).toEqual([])
      // Nothing is left to send.
      await send_farewell({ farewell_id })
      expect(peer.received).toEqual([])
    } finally {
      await peer.stop()
    }
  })

  test('is not sent to an unconfirmed address, nor by a server without email', async () => {
    const unconfirmed = await createFullUser(database, all, 'stranger@example.org')
    await all.query('update auth.users set email_confirmed_at = null where id = $1', [unconfirmed.user_id])
    await erase(unconfirmed.user_id, true)
    const { user_id } = await createFullUser(database, all, 'here@example.org')
    await erase(user_id, false)
    expect(await waiting()).toEqual([])
  })
})
