import { afterEach, expect, test } from 'vitest'
import { type Received, smtpPeer } from '../../../test/support/smtp-peer.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createMail } from '../../platform/mail.server.ts'
import { addJob, startQueue } from '../../platform/queue.server.ts'
import { createLimits } from '../../platform/rate-limits.server.ts'
import { readSite } from '../editorial/editorial.reads.server.ts'
import { contactMessageSchema } from './contact.contract.ts'
import { contactJobs } from './contact.jobs.server.ts'
import { listMessages } from './contact.reads.server.ts'
import { sendMessage } from './contact.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const clock = { now: () => new Date() }
const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop()
  await database.auth.deleteFrom('contact_messages').execute()
})

/** The desk and its queue, as the server runs them. */
async function open(environment: Record<string, string>) {
  const lines: string[] = []
  const at: Log['info'] = (message, fields) => lines.push(JSON.stringify({ message, ...fields }))
  const log = { debug: at, info: at, warn: at, error: at }
  const config = readConfig({ MAIL_FROM: 'letters@example.net', ...environment })
  const limits = createLimits(database.auth, key)
  const platform = { database: database.app, authDatabase: database.auth, masterKey: key, clock, log, config }
  const queue = await startQueue(database.at('unfog_app'), contactJobs(platform, createMail(config)), log)
  running.push(queue.stop)
  const send = (given: object = {}) =>
    sendMessage(
      { ...platform, limits },
      contactMessageSchema.parse({ ...written, ...given, confirmation: true }),
      `${Math.random()}`,
    )
  return { send, lines }
}

async function withPeer() {
  const peer = await smtpPeer()
  running.push(peer.stop)
  return { peer, ...(await open({ SMTP_URL: peer.url, CONTACT_TO: 'desk@example.org' })) }
}

const written = {
  name: 'Ana Zaunkoenig',
  email: 'ana@example.org',
  helpType: 'questions-about-unfog',
  message: 'The list does not load.\n.\nWhat can I do?',
}
const kept = () => listMessages(database.auth, async () => key)
const first = async (peer: { received: Received[] }) => {
  await expect.poll(() => peer.received.length, { timeout: 40_000 }).toBe(1)
  return peer.received[0] as Received
}
const headOf = ({ raw }: Received) => raw.slice(0, raw.indexOf('\n\n'))
const jobsLeft = async () => {
  const all = await database.connect()
  const { rows } = await all.query('select payload from graphile_worker._private_jobs')
  await all.end()
  return rows.map(({ payload }) => payload)
}

test('a message reaches the operator, who can answer it; its head says neither who wrote nor what this is', async () => {
  const { site } = await readSite('content/site.yaml')
  const { peer, send } = await withPeer()
  await send()
  const letter = await first(peer)
  expect(letter).toMatchObject({ from: 'letters@example.net', to: ['desk@example.org'] })
  for (const text of [
    'From: Ana Zaunkoenig, ana@example.org',
    'About: Questions about us',
    'What can I do?',
  ]) {
    expect(letter.raw).toContain(text)
  }
  expect(headOf(letter)).toMatch(/^Reply-To: ana@example[.]org$/m)
  expect(headOf(letter)).not.toContain('Zaunkoenig')
  expect(letter.raw.toLowerCase()).not.toContain(site?.name.toLowerCase())
  await expect.poll(async () => (await kept())[0]?.mailed_at).toBeInstanceOf(Date)
})

test.each([
  { name: 'Ana\r\nBcc: all@example.org\r\n\r\nHello' },
  { name: 'Ana\nSubject: another' },
  { message: '\r\n.\r\nRCPT TO:<all@example.org>\r\nBcc: all@example.org\r\n' },
])('what is written begins no header and no other letter: %j', async (given) => {
  const { peer, send } = await withPeer()
  await send(given)
  const letter = await first(peer)
  expect(letter.to).toEqual(['desk@example.org'])
  expect(headOf(letter).match(/^\S+:/gm)?.toSorted()).toEqual(
    [
      ...[
        'From:',
        'To:',
        'Reply-To:',
        'Subject:',
        'Message-ID:',
        'Auto-Submitted:',
        'Date:',
        'MIME-Version:',
      ],
      ...['Content-Type:', 'Content-Transfer-Encoding:'],
    ].toSorted(),
  )
  expect(headOf(letter)).toMatch(/^Subject: A message for you$/m)
  expect(peer.received).toHaveLength(1)
})

test('a mail server that is gone: tried again until it is back, and nothing of the message is logged or in the job', async () => {
  const { peer, send, lines } = await withPeer()
  peer.manner = 'hangs up'
  await send()
  await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(1)
  const [message] = await kept()
  expect(message?.mailed_at).toBeNull()
  expect(await jobsLeft()).toEqual([{ message_id: message?.id }])
  peer.manner = 'accepts'
  await first(peer)
  await expect.poll(jobsLeft).toEqual([])
  expect(lines.join('\n')).not.toMatch(/ana|Zaunkoenig|desk@|list does not/i)
})

test('what was erased or mailed meanwhile is not mailed, and nothing is wrong with that', async () => {
  const { peer, send, lines } = await withPeer()
  await send()
  await first(peer)
  await expect.poll(jobsLeft).toEqual([])
  const [message] = await kept()
  await addJob(database.app, 'mail_message', { message_id: message?.id ?? '' })
  await addJob(database.app, 'mail_message', { message_id: '01890000-0000-7000-8000-000000000000' })
  await expect.poll(jobsLeft).toEqual([])
  expect(peer.received).toHaveLength(1)
  expect(lines).toEqual([])
})

test('without a mailbox messages are kept, and nobody is written to', async () => {
  const peer = await smtpPeer()
  running.push(peer.stop)
  const { send } = await open({ SMTP_URL: peer.url })
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(await jobsLeft()).toEqual([])
  expect(await kept()).toMatchObject([{ message: written.message, mailed_at: null }])
})

test('every hour, what has been kept for its time goes', async () => {
  const { send } = await open({ CONTACT_KEPT_DAYS: '1' })
  await send()
  await addJob(database.app, 'remove_old_messages', {})
  await expect.poll(jobsLeft).toEqual([])
  expect(await kept()).toHaveLength(1)
  const all = await database.connect()
  await all.query("update contact_messages set created_at = now() - interval '25 hours'")
  await all.end()
  await addJob(database.app, 'remove_old_messages', {})
  await expect.poll(kept).toEqual([])
})
