import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
import type { ContactMessage } from './contact.contract.ts'
import { listMessages } from './contact.reads.server.ts'
import { deleteOldMessages, sendMessage } from './contact.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const time = { now: new Date('2026-03-04T12:10:00Z') }
const lines: string[] = []
const at: Log['info'] = (message, fields) => lines.push(JSON.stringify({ message, ...fields }))
const desk = (environment: Record<string, string> = {}) => ({
  database: database.app,
  masterKey: key,
  clock: { now: () => time.now },
  log: { debug: at, info: at, warn: at, error: at },
  config: readConfig(environment),
  limits: createRateLimits(database.auth, key),
})

let addresses = 0
/** From its own IP address, to avoid the rate limit. */
const send = (message: Partial<ContactMessage> = {}, environment?: Record<string, string>) =>
  sendMessage(desk(environment), { ...validMessage, ...message }, `192.0.2.${++addresses}`)
const validMessage: ContactMessage = {
  name: 'Zaunkoenig',
  email: 'wren@example.org',
  helpType: 'general-feedback',
  message: 'I hid under the gooseberries.',
}
const storedMessages = () => listMessages(database.auth, async () => key)

async function rows(table: string): Promise<string> {
  const all = await database.connect()
  const { rows } = await all.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`)
  await all.end()
  return rows.map(({ row }) => row).join('\n')
}
const jobs = () => rows('graphile_worker._private_jobs')

beforeEach(async () => {
  time.now = new Date('2026-03-04T12:10:00Z')
  await database.auth.deleteFrom('contact_messages').execute()
})

test('stores a message unchanged and encrypted', async () => {
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(await storedMessages()).toEqual([
    { ...validMessage, id: expect.any(String), created_at: time.now, mailed_at: null },
  ])
  const stored = `${await rows('contact_messages')} ${await jobs()}`
  const { sealed } = await database.auth
    .selectFrom('contact_messages')
    .select('sealed')
    .executeTakeFirstOrThrow()
  for (const word of Object.values(validMessage)) {
    expect(stored).not.toContain(word)
    expect(sealed.includes(word)).toBe(false)
  }
})

test('the app role can neither read, change nor delete messages', async () => {
  await send()
  const permissionDenied = { code: '42501' }
  const app = database.app
  await expect(app.selectFrom('contact_messages').select('id').execute()).rejects.toMatchObject(
    permissionDenied,
  )
  await expect(app.updateTable('contact_messages').set({ mailed_at: null }).execute()).rejects.toMatchObject(
    permissionDenied,
  )
  await expect(app.deleteFrom('contact_messages').execute()).rejects.toMatchObject(permissionDenied)
  const auth = database.auth
  await expect(
    auth
      .updateTable('contact_messages')
      .set({ sealed: Buffer.from('x') })
      .execute(),
  ).rejects.toMatchObject(permissionDenied)
})

test('a message moved to another row cannot be decrypted', async () => {
  await send()
  const all = await database.connect()
  await all.query('update contact_messages set id = gen_random_uuid()')
  await all.end()
  await expect(storedMessages()).rejects.toThrow()
})

test('a message repeated within an hour is stored and emailed once; a different or later one again', async () => {
  const environment = { CONTACT_TO: 'desk@example.org' }
  await Promise.all(Array.from({ length: 5 }, () => send({}, environment)))
  expect(await storedMessages()).toHaveLength(1)
  expect((await jobs()).split('\n')).toHaveLength(1)
  await send({ message: `${validMessage.message}!` }, environment)
  expect(await storedMessages()).toHaveLength(2)
  time.now = new Date('2026-03-04T13:10:00Z')
  await send({}, environment)
  expect(await storedMessages()).toHaveLength(3)
})

test('accepts ten messages an hour from an IP address, without affecting others', async () => {
  const flood = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        sendMessage(desk(), { ...validMessage, message: `${validMessage.message} ${index}` }, '198.51.100.7'),
      ),
    )
  const outcomes = (await flood(12)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10)
  const limited = await sendMessage(desk(), validMessage, '198.51.100.7')
  expect(limited).toMatchObject({ outcome: 'wait', seconds: expect.any(Number) })
  expect(await storedMessages()).toHaveLength(10)
  expect(await send()).toEqual({ outcome: 'sent' })
})

describe('a message that cannot be stored or queued', () => {
  test('is reported, and logged without its content', async () => {
    const gone = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }, 'unfog_app', 1)
    expect(await sendMessage({ ...desk(), database: gone }, validMessage, '192.0.2.200')).toEqual({
      outcome: 'failed',
    })
    await gone.destroy()
    expect(lines.splice(0)).toEqual([expect.stringMatching(/"a message could not be kept".*ECONNREFUSED/)])
  })

  test('is not stored if its job cannot be added', async () => {
    const all = await database.connect()
    await all.query('alter function graphile_worker.add_job rename to away')
    try {
      expect(await send({}, { CONTACT_TO: 'desk@example.org' })).toEqual({ outcome: 'failed' })
    } finally {
      await all.query('alter function graphile_worker.away rename to add_job')
      await all.end()
    }
    expect(await storedMessages()).toEqual([])
    expect(lines.splice(0).join()).not.toContain('wren')
  })
})

test('deletes only expired messages', async () => {
  await send()
  await send({ message: 'Mailed or not, it goes.' })
  const after = (days: number) =>
    deleteOldMessages(database.auth, 30, new Date(time.now.getTime() + days * 86_400_000))
  await after(29.9)
  expect(await storedMessages()).toHaveLength(2)
  await after(30)
  expect(await storedMessages()).toEqual([])
})
