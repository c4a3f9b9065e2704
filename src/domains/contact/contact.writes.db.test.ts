import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createLimits } from '../../platform/rate-limits.server.ts'
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
  limits: createLimits(database.auth, key),
})

let places = 0
/** From a place of its own, so that no limit is met. */
const send = (message: Partial<ContactMessage> = {}, environment?: Record<string, string>) =>
  sendMessage(desk(environment), { ...letter, ...message }, `192.0.2.${++places}`)
const letter: ContactMessage = {
  name: 'Zaunkoenig',
  email: 'wren@example.org',
  helpType: 'general-feedback',
  message: 'I hid under the gooseberries.',
}
const kept = () => listMessages(database.auth, async () => key)

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

test('a message is kept as it was written, and nothing of it can be read in the database', async () => {
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(await kept()).toEqual([{ ...letter, id: expect.any(String), created_at: time.now, mailed_at: null }])
  const stored = `${await rows('contact_messages')} ${await jobs()}`
  const { sealed } = await database.auth
    .selectFrom('contact_messages')
    .select('sealed')
    .executeTakeFirstOrThrow()
  for (const word of Object.values(letter)) {
    expect(stored).not.toContain(word)
    expect(sealed.includes(word)).toBe(false)
  }
})

test('what serves pages can neither read, change nor erase one', async () => {
  await send()
  const refused = { code: '42501' }
  const app = database.app
  await expect(app.selectFrom('contact_messages').select('id').execute()).rejects.toMatchObject(refused)
  await expect(app.updateTable('contact_messages').set({ mailed_at: null }).execute()).rejects.toMatchObject(
    refused,
  )
  await expect(app.deleteFrom('contact_messages').execute()).rejects.toMatchObject(refused)
  const auth = database.auth
  await expect(
    auth
      .updateTable('contact_messages')
      .set({ sealed: Buffer.from('x') })
      .execute(),
  ).rejects.toMatchObject(refused)
})

test('one that was moved to another row does not open', async () => {
  await send()
  const all = await database.connect()
  await all.query('update contact_messages set id = gen_random_uuid()')
  await all.end()
  await expect(kept()).rejects.toThrow()
})

test('the same twice within an hour is one, and is mailed once; later, or otherwise, it is another', async () => {
  const environment = { CONTACT_TO: 'desk@example.org' }
  await Promise.all(Array.from({ length: 5 }, () => send({}, environment)))
  expect(await kept()).toHaveLength(1)
  expect((await jobs()).split('\n')).toHaveLength(1)
  await send({ message: `${letter.message}!` }, environment)
  expect(await kept()).toHaveLength(2)
  time.now = new Date('2026-03-04T13:10:00Z')
  await send({}, environment)
  expect(await kept()).toHaveLength(3)
})

test('from one place ten an hour are taken, and others are not kept waiting', async () => {
  const flood = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) =>
        sendMessage(desk(), { ...letter, message: `${letter.message} ${nth}` }, '198.51.100.7'),
      ),
    )
  const outcomes = (await flood(12)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10)
  const refused = await sendMessage(desk(), letter, '198.51.100.7')
  expect(refused).toMatchObject({ outcome: 'wait', seconds: expect.any(Number) })
  expect(await kept()).toHaveLength(10)
  expect(await send()).toEqual({ outcome: 'sent' })
})

describe('what could not be kept', () => {
  test('is said to be, and logged without a word of it', async () => {
    const gone = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }, 'unfog_app', 1)
    expect(await sendMessage({ ...desk(), database: gone }, letter, '192.0.2.200')).toEqual({
      outcome: 'failed',
    })
    await gone.destroy()
    expect(lines.splice(0)).toEqual([expect.stringMatching(/"a message could not be kept".*ECONNREFUSED/)])
  })

  test('leaves no job, and the other way round: both or neither', async () => {
    const all = await database.connect()
    await all.query('alter function graphile_worker.add_job rename to away')
    try {
      expect(await send({}, { CONTACT_TO: 'desk@example.org' })).toEqual({ outcome: 'failed' })
    } finally {
      await all.query('alter function graphile_worker.away rename to add_job')
      await all.end()
    }
    expect(await kept()).toEqual([])
    expect(lines.splice(0).join()).not.toContain('wren')
  })
})

test('what has been kept for its time is removed, and nothing else', async () => {
  await send()
  await send({ message: 'Mailed or not, it goes.' })
  const after = (days: number) =>
    deleteOldMessages(database.auth, 30, new Date(time.now.getTime() + days * 86_400_000))
  await after(29.9)
  expect(await kept()).toHaveLength(2)
  await after(30)
  expect(await kept()).toEqual([])
})
