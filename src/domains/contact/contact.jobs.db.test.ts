import { afterEach, expect, test } from 'vitest'
import { type Received, smtpPeer } from '../../../test/support/smtp-peer.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createMail } from '../../platform/mail.server.ts'
import { addJob, startQueue } from '../../platform/queue.server.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
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

/** Starts the contact form's queue as the server does. */
async function open(environment: Record<string, string>) {
  const lines: string[] = []
  const at: Log['info'] = (message, fields) => lines.push(JSON.stringify({ message, ...fields }))
  const log = { debug: at, info: at, warn: at, error: at }
  const config = readConfig({ MAIL_FROM: 'letters@example.net', ...environment })
  const limits = createRateLimits(database.auth, key)
  const platform = { database: database.app, authDatabase: database.auth, masterKey: key, clock, log, config }
  const queue = await startQueue(database.at('unfog_app'), contactJobs(platform, createMail(config)), log)
  running.push(queue.stop)
  const send = (input: object = {}) =>
    sendMessage(
      { ...platform, limits },
      contactMessageSchema.parse({ ...written, ...input, confirmation: true }),
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
const storedMessages = () => listMessages(database.auth, async () => key)
const first = async (peer: { received: Received[] }) => {
  await expect.poll(() => peer.received.length, { timeout: 40_000 }).toBe(1)
  return peer.received[0] as Received
}
const headOf = ({ raw }: Received) => raw.slice(0, raw.indexOf('\n\n'))
const pendingJobs = async () => {
  const all = await database.connect()
  const { rows } = await all.query('select payload from graphile_worker._private_jobs')
  await all.end()
  return rows.map(({ payload }) => payload)
}

test('a message is emailed to the operator, who can reply; the headers name neither sender nor product', async () => {
  const { site } = await readSite('content/site.yaml')
  const { peer, send } = await withPeer()
  await send()
  const email = await first(peer)
  expect(email).toMatchObject({ from: 'letters@example.net', to: ['desk@example.org'] })
  for (const text of [
    'From: Ana Zaunkoenig, ana@example.org',
    'About: Questions about us',
    'What can I do?',
  ]) {
    expect(email.raw).toContain(text)
  }
  expect(headOf(email)).toMatch(/^Reply-To: ana@example[.]org$/m)
  expect(headOf(email)).not.toContain('Zaunkoenig')
  expect(email.raw.toLowerCase()).not.toContain(site?.name.toLowerCase())
  await expect.poll(async () => (await storedMessages())[0]?.mailed_at).toBeInstanceOf(Date)
})

test.each([
  { name: 'Ana\r\nBcc: all@example.org\r\n\r\nHello' },
  { name: 'Ana\nSubject: another' },
  { message: '\r\n.\r\nRCPT TO:<all@example.org>\r\nBcc: all@example.org\r\n' },
])('input cannot inject headers or another email: %j', async (input) => {
  const { peer, send } = await withPeer()
  await send(input)
  const email = await first(peer)
  expect(email.to).toEqual(['desk@example.org'])
  expect(headOf(email).match(/^\S+:/gm)?.toSorted()).toEqual(
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
  expect(headOf(email)).toMatch(/^Subject: A message for you$/m)
  expect(peer.received).toHaveLength(1)
})

test('an email is retried until the mail server is back, without message content in log or job', async () => {
  const { peer, send, lines } = await withPeer()
  peer.behavior = 'hangs up'
  await send()
  await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(1)
  const [message] = await storedMessages()
  expect(message?.mailed_at).toBeNull()
  expect(await pendingJobs()).toEqual([{ message_id: message?.id }])
  peer.behavior = 'accepts'
  await first(peer)
  await expect.poll(pendingJobs).toEqual([])
  expect(lines.join('\n')).not.toMatch(/ana|Zaunkoenig|desk@|list does not/i)
})

test('no email is sent for messages that were deleted or already sent', async () => {
  const { peer, send, lines } = await withPeer()
  await send()
  await first(peer)
  await expect.poll(pendingJobs).toEqual([])
  const [message] = await storedMessages()
  await addJob(database.app, 'mail_message', { message_id: message?.id ?? '' })
  await addJob(database.app, 'mail_message', { message_id: '01890000-0000-7000-8000-000000000000' })
  await expect.poll(pendingJobs).toEqual([])
  expect(peer.received).toHaveLength(1)
  expect(lines).toEqual([])
})

test('without CONTACT_TO, a message is stored and no email is sent', async () => {
  const peer = await smtpPeer()
  running.push(peer.stop)
  const { send } = await open({ SMTP_URL: peer.url })
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(await pendingJobs()).toEqual([])
  expect(await storedMessages()).toMatchObject([{ message: written.message, mailed_at: null }])
})

test('the hourly job deletes expired messages', async () => {
  const { send } = await open({ CONTACT_KEPT_DAYS: '1' })
  await send()
  await addJob(database.app, 'remove_old_messages', {})
  await expect.poll(pendingJobs).toEqual([])
  expect(await storedMessages()).toHaveLength(1)
  const all = await database.connect()
  await all.query("update contact_messages set created_at = now() - interval '25 hours'")
  await all.end()
  await addJob(database.app, 'remove_old_messages', {})
  await expect.poll(storedMessages).toEqual([])
})
