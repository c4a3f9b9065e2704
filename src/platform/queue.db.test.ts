import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultProxy } from '../../test/support/network-fault-proxy.ts'
import { testDatabase } from '../../test/support/test-database.ts'
import type { Connection } from './database/pool.server.ts'
import { addJob, startQueue } from './queue.server.ts'

const database = testDatabase()
const done: string[] = []
const lines: string[] = []
let failures = 1
let queue: { stop(): Promise<void> }
const log = { debug() {}, info() {}, error() {}, warn: (message: string) => lines.push(message) }

beforeAll(async () => {
  queue = await startQueue(
    database.at('unfog_app'),
    {
      async send_mail({ mail_token_id }) {
        if (mail_token_id === 'fails once' && failures-- > 0) throw new Error('secret@example.org')
        done.push(mail_token_id)
      },
      async remove_expired() {
        done.push('hourly')
      },
      async answer_request() {},
      async send_farewell() {},
      async mail_message() {},
      async remove_old_messages() {},
    },
    log,
  )
})
afterAll(() => queue.stop().catch(() => {}))

test.each(['app', 'auth'] as const)(
  'a job added by the role %s runs, though the role owns no table',
  async (role) => {
    await addJob(database[role], 'send_mail', { mail_token_id: role })
    await expect.poll(() => done).toContain(role)
  },
)

test('a job added in a rolled back transaction does not run', async () => {
  const undone = database.app.transaction().execute(async (transaction) => {
    await addJob(transaction, 'send_mail', { mail_token_id: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await addJob(database.app, 'send_mail', { mail_token_id: 'after' })
  await expect.poll(() => done).toContain('after')
  expect(done).not.toContain('undone')
})

test('a failed job is retried, and its error is logged without the message', async () => {
  await addJob(database.app, 'send_mail', { mail_token_id: 'fails once' })
  await expect.poll(() => done, { timeout: 20_000 }).toContain('fails once')
  expect(lines).toEqual(['a job failed and will be tried again'])
})

test('hourly jobs are registered and run', async () => {
  const client = await database.connect()
  try {
    const known = async () =>
      (await client.query('select identifier from graphile_worker._private_known_crontabs order by 1')).rows
    await expect
      .poll(known)
      .toEqual([{ identifier: 'remove_expired' }, { identifier: 'remove_old_messages' }])
  } finally {
    await client.end()
  }
  await addJob(database.app, 'remove_expired', {})
  await expect.poll(() => done).toContain('hourly')
})

test('a stop waits until finished jobs are recorded, so that no email is sent twice', async () => {
  await queue.stop()
  const all = await database.connect()
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const send_mail = () => {
    begun.resolve()
    return goesOn.promise
  }
  const other = await startQueue(database.at('unfog_app'), { send_mail }, log)
  await addJob(database.app, 'send_mail', { mail_token_id: 'on its way' })
  await begun.promise
  const stopped = other.stop()
  goesOn.resolve()
  await stopped
  expect((await all.query('select 1 from graphile_worker._private_jobs')).rowCount).toBe(0)
  await all.end()
})

test('the next process takes the jobs of a killed one, but not those of a live one', async () => {
  const all = await database.connect()
  const held = async () =>
    (await all.query('select locked_by from graphile_worker._private_jobs where locked_by is not null')).rows
  const holdSince = (holder: string) =>
    all.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes', locked_by = ${holder}`,
    )
  const goesOn = Promise.withResolvers<void>()
  const begun: string[] = []
  const send_mail = ({ mail_token_id }: { mail_token_id: string }) => {
    begun.push(mail_token_id)
    return mail_token_id === 'takes long' ? goesOn.promise : Promise.resolve()
  }
  await addJob(database.app, 'send_mail', { mail_token_id: 'cut off' })
  await holdSince("'pool-that-was-killed'")
  const queues = [await startQueue(database.at('unfog_app'), { send_mail }, log)]
  try {
    await expect.poll(() => begun).toEqual(['cut off'])
    await expect.poll(held).toEqual([])
    await addJob(database.app, 'send_mail', { mail_token_id: 'takes long' })
    await expect.poll(() => begun).toContain('takes long')
    await holdSince('locked_by')
    const holders = await held()
    expect(holders).toHaveLength(1)
    const listenerPrefix = `select 1 from pg_stat_activity where application_name = 'unfog queue ${holders[0].locked_by}'`
    await expect.poll(async () => (await all.query(listenerPrefix)).rowCount).toBe(1)
    queues.push(await startQueue(database.at('unfog_app'), { send_mail }, log))
    expect(await held()).toEqual(holders)
  } finally {
    goesOn.resolve()
    for (const each of queues) await each.stop()
    await all.end()
  }
})

test.each([
  ['is done', () => {}],
  [
    'fails',
    () => {
      throw new Error('no database either')
    },
  ],
])(
  'after the database is lost while a job %s, that job and later ones run once it is back',
  async (how, stopRunner) => {
    const {
      host,
      port,
      user,
      database: name,
    } = database.at('unfog_app') as Extract<Connection, { host: string }>
    const line = await startFaultProxy(join(host, `.s.PGSQL.${port}`))
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const tried: string[] = []
    const send_mail = async ({ mail_token_id }: { mail_token_id: string }) => {
      tried.push(mail_token_id)
      if (tried.length > 1) return
      begun.resolve()
      await goesOn.promise
      stopRunner()
    }
    const queue = await startQueue(
      { host: '127.0.0.1', port: line.port, user, database: name },
      { send_mail },
      log,
    )
    try {
      await addJob(database.app, 'send_mail', { mail_token_id: `held, ${how}` })
      await begun.promise
      line.cut()
      goesOn.resolve()
      await sleep(1_000)
      line.restore()
      await addJob(database.app, 'send_mail', { mail_token_id: `later, ${how}` })
      await expect
        .poll(() => tried.toSorted(), { timeout: 30_000 })
        .toEqual([`held, ${how}`, `held, ${how}`, `later, ${how}`])
    } finally {
      await queue.stop()
      await line.close()
    }
  },
)
