import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../test/support/free-port.ts'
import { plainText, type Received, smtpPeer } from '../../../../test/support/smtp-peer.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { readConfig } from '../../../platform/config.server.ts'
import { hashToken, masterKey } from '../../../platform/crypto.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { createMail } from '../../../platform/mail.server.ts'
import { startQueue } from '../../../platform/queue.server.ts'
import { readSite } from '../../editorial/editorial.reads.server.ts'
import { accountRequestJobs } from '../accounts/pending-requests.jobs.server.ts'
import { emailTokenTtl } from '../identity.rules.ts'
import { mailJobs } from './messages.jobs.server.ts'
import type { MailPurpose } from './messages.rules.ts'
import { consumeEmailToken, queueEmail } from './messages.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const sent_to = 'someone@example.org'
const time = { now: new Date() }
const clock = { now: () => time.now }
const running: (() => Promise<void>)[] = []
let user_id = ''

beforeAll(async () => {
  user_id = await person()
})
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop()
  time.now = new Date()
})

async function person(): Promise<string> {
  const id = uuidv7()
  await database.auth.insertInto('auth.users').values({ id }).execute()
  return id
}

/** The queue as the server runs it. */
async function queue(environment: Record<string, string>) {
  const lines: string[] = []
  const at: Log['info'] = (message, fields) => lines.push(JSON.stringify({ message, ...fields }))
  const log = { debug: at, info: at, warn: at, error: at }
  const config = readConfig(environment)
  const platform = { authDatabase: database.auth, masterKey: key, clock, config }
  const jobs = { ...mailJobs(platform, createMail(config)), ...accountRequestJobs(platform) }
  const { stop } = await startQueue(database.at('unfog_app'), jobs, log)
  running.push(stop)
  return lines
}

async function withPeer(...given: Parameters<typeof smtpPeer>) {
  const peer = await smtpPeer(...given)
  running.push(peer.stop)
  return { peer, lines: await queue({ SMTP_URL: peer.url, MAIL_FROM: 'letters@example.net' }) }
}

const ask = (purpose: MailPurpose, more: Partial<Parameters<typeof queueEmail>[1]> = {}) =>
  queueEmail({ auth: database.auth, clock }, { user_id, purpose, sent_to, ...more })

async function letterOf(peer: { received: Received[] }, count = 1): Promise<Received> {
  await expect.poll(() => peer.received.length, { timeout: 40_000 }).toBe(count)
  return peer.received[count - 1] as Received
}

const tokenIn = ({ text }: Pick<Received, 'text'>) => /link[?]token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
const codeIn = ({ text }: Received) => /\n(\d{6})\n/.exec(text)?.[1] ?? ''

const byToken = (token: string, purposes: MailPurpose[] = ['recovery']) =>
  consumeEmailToken(database.auth, { token }, purposes, time.now)
const byCode = (code: string, purposes: MailPurpose[] = ['recovery'], whose = user_id) =>
  consumeEmailToken(database.auth, { user_id: whose, code, masterKey: key }, purposes, time.now)

/** Everything that the database stores about emails: their rows and the jobs. */
async function stored(): Promise<{ tokens: string; jobs: string }> {
  const client = await database.connect()
  const all = async (table: string) => {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
    return rows.map(({ row }) => row).join('\n')
  }
  const found = { tokens: await all('auth.mail_tokens'), jobs: await all('graphile_worker._private_jobs') }
  await client.end()
  return found
}

describe('an email', () => {
  test('arrives, and its link works once, for its purpose only', async () => {
    const { peer, lines } = await withPeer()
    await ask('signup', { wanted: { save: 'gaslighting' } })
    const email = await letterOf(peer)
    expect(email).toMatchObject({ from: 'letters@example.net', to: [sent_to] })
    expect(email.text).toContain('http://localhost:3000/auth-test/link?token=')
    const token = tokenIn(email)
    expect(await byToken(token, ['recovery', 'magiclink'])).toBeUndefined()
    expect(await byToken(token, [])).toBeUndefined()
    expect(await byToken(hashToken(token).toString('base64url'), ['signup'])).toBeUndefined()
    expect(await byToken(token, ['signup'])).toEqual({
      id: expect.any(String),
      user_id,
      purpose: 'signup',
      sent_to,
      redirect_to: null,
      wanted: { save: 'gaslighting' },
      code_challenge: null,
      code_challenge_method: null,
    })
    expect(await byToken(token, ['signup'])).toBeUndefined()
    expect(lines).toEqual([])
  })

  test('has a link that works for one of ten concurrent requests', async () => {
    const { peer } = await withPeer()
    await ask('recovery')
    const token = tokenIn(await letterOf(peer))
    const all = await Promise.all(Array.from({ length: 10 }, () => byToken(token)))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('reveals nothing about the site in headers or text', async () => {
    const { site } = await readSite('content/site.yaml')
    const { peer } = await withPeer()
    await ask('taken')
    const email = await letterOf(peer)
    expect(site?.name).toBeTruthy()
    expect(`${email.raw}\n${email.text}`.toLowerCase()).not.toContain(site?.name.toLowerCase())
    expect(await byToken(tokenIn(email), ['recovery', 'taken'])).toMatchObject({ purpose: 'taken', user_id })
  })

  test('is written to the outbox if there is no mail server', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'unfog-mail-'))
    running.push(() => rm(dataDir, { recursive: true }))
    await queue({ DATA_DIR: dataDir })
    await ask('recovery')
    const files = () => readdir(join(dataDir, 'outbox')).catch(() => [])
    await expect.poll(files).toEqual([expect.stringMatching(/[.]eml$/)])
    const [name = ''] = await files()
    const text = plainText(await readFile(join(dataDir, 'outbox', name), 'utf8'))
    expect(await byToken(tokenIn({ text }))).toMatchObject({ user_id })
  })
})

describe('an emailed code', () => {
  test('works once, for its own user, and consumes the link too', async () => {
    const { peer } = await withPeer()
    await ask('recovery')
    const email = await letterOf(peer)
    const code = codeIn(email)
    expect(await byCode(code, ['recovery'], await person())).toBeUndefined()
    expect(await byCode(code, ['signup'])).toBeUndefined()
    expect(await byCode(code)).toMatchObject({ user_id, purpose: 'recovery', sent_to })
    expect(await byCode(code)).toBeUndefined()
    expect(await byToken(tokenIn(email))).toBeUndefined()
  })
})

describe('an expired email', () => {
  test('has no valid link or code, from an hour after sending', async () => {
    const { peer } = await withPeer()
    await ask('recovery')
    const [email, sentAt] = [await letterOf(peer), time.now.getTime()]
    time.now = new Date(sentAt + emailTokenTtl)
    expect(await byToken(tokenIn(email))).toBeUndefined()
    expect(await byCode(codeIn(email))).toBeUndefined()
    time.now = new Date(sentAt + emailTokenTtl - 1)
    expect(await byToken(tokenIn(email))).toMatchObject({ user_id })
  })

  test('is skipped without an error if it was not sent yet, like a deleted one', async () => {
    await ask('magiclink')
    await ask('recovery', { user_id: await person() })
    await database.auth.deleteFrom('auth.mail_tokens').where('purpose', '=', 'magiclink').execute()
    time.now = new Date(time.now.getTime() + emailTokenTtl)
    const { peer, lines } = await withPeer()
    await expect.poll(async () => (await stored()).jobs).toBe('')
    expect(peer.received).toEqual([])
    expect(lines).toEqual([])
  })
})

test('a new request invalidates the earlier email of the same purpose and user only', async () => {
  const { peer } = await withPeer()
  const other = await person()
  await ask('magiclink', { user_id: other })
  const others = tokenIn(await letterOf(peer, 1))
  await ask('recovery')
  const earlier = await letterOf(peer, 2)
  await ask('magiclink')
  const link = tokenIn(await letterOf(peer, 3))
  await Promise.all(Array.from({ length: 5 }, () => ask('recovery')))
  await expect.poll(async () => (await stored()).jobs).toBe('')
  expect(await byToken(tokenIn(earlier))).toBeUndefined()
  expect(await byCode(codeIn(earlier))).toBeUndefined()
  const later = await Promise.all(peer.received.slice(3).map((email) => byToken(tokenIn(email))))
  expect(later.filter(Boolean)).toHaveLength(1)
  expect(await byToken(link, ['magiclink'])).toMatchObject({ user_id })
  expect(await byToken(others, ['magiclink'])).toMatchObject({ user_id: other })
})

test('no email is queued for a deleted account', async () => {
  await ask('recovery', { user_id: uuidv7() })
  expect((await stored()).jobs).toBe('')
})

test('an email is retried with a new token and code, and neither is stored or logged', async () => {
  // The peer restarts on the same port, so no other process may have taken it.
  const { peer, lines } = await withPeer('loses the answer', await freePort())
  await ask('recovery')
  const lost = await letterOf(peer)
  await expect.poll(() => lines).toHaveLength(1)
  // The log entry comes before the queue's update.
  await expect.poll(async () => (await stored()).jobs).toContain('a mail was not sent: ')
  const waiting = await stored()
  await peer.stop()
  await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(2)
  const back = await smtpPeer('accepts', peer.port)
  running.push(back.stop)
  const email = await letterOf(back)
  await expect.poll(async () => (await stored()).jobs).toBe('')

  const sent = await stored()
  for (const { token, code } of [lost, email].map((one) => ({ token: tokenIn(one), code: codeIn(one) }))) {
    expect([token.length, code.length]).toEqual([43, 6])
    for (const secret of [token, Buffer.from(token).toString('hex'), `"${code}"`]) {
      for (const kept of [waiting.tokens, waiting.jobs, sent.tokens, ...lines])
        expect(kept).not.toContain(secret)
    }
    expect([waiting.jobs, ...lines].join('\n')).not.toContain(sent_to)
  }
  expect(lines.join('\n')).not.toMatch(/127[.]0[.]0[.]1|RCPT/)

  expect(tokenIn(lost)).not.toBe(tokenIn(email))
  expect(await byToken(tokenIn(lost))).toBeUndefined()
  expect(await byToken(tokenIn(email))).toMatchObject({ user_id })
})
