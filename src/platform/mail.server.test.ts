import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Behavior, plainText, smtpPeer } from '../../test/support/smtp-peer.ts'
import { createMail, MailError } from './mail.server.ts'

const letter = {
  to: 'someone@example.org',
  subject: 'A subject',
  text: 'Some words.\n',
  html: '<p>Some words.</p>',
}
const from = 'letters@example.net'
const closing: (() => Promise<void>)[] = []
let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'unfog-mail-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(dataDir, { recursive: true })
})

async function bySmtp(manner: Behavior = 'accepts', settings = '') {
  const peer = await smtpPeer(manner)
  closing.push(peer.stop)
  return { peer, mail: createMail({ smtpUrl: `${peer.url}${settings}`, mailFrom: from, dataDir }) }
}

/** Invalid addresses, most of which try to add another recipient or header. */
const injections = [
  'a@example.org\r\nBcc: b@example.org',
  'a@example.org\nSubject: other',
  'a@example.org, b@example.org',
  'a@example.org;b@example.org',
  'Somebody <b@example.org>',
  '"a@example.org> <b"@example.org',
  'a@example.org b@example.org',
  'a@b@example.org',
  'a\0@example.org',
  'a\u0085@example.org',
  'group:a@example.org',
  'nobody',
  '',
]

describe('By SMTP,', () => {
  test('an email is delivered from the configured sender, with a text and an HTML part', async () => {
    const { peer, mail } = await bySmtp()
    expect(mail.configured).toBe(true)
    await mail.send(letter)
    expect(peer.received).toMatchObject([{ from, to: [letter.to] }])
    const raw = peer.received[0]?.raw
    for (const part of [
      `From: ${from}`,
      `To: ${letter.to}`,
      'Subject: A subject',
      'Auto-Submitted: auto-generated',
      'text/plain',
      'Some words.',
      'text/html',
      '<p>Some words.</p>',
    ]) {
      expect(raw).toContain(part)
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  test('no email is sent unencrypted to another machine unless the operator allows it', async () => {
    const peer = await smtpPeer('accepts')
    closing.push(peer.stop)
    // Reaches this machine, but is not a loopback address.
    const smtpUrl = peer.url.replace('127.0.0.1', '0.0.0.0')
    await expect(createMail({ smtpUrl, mailFrom: from, dataDir }).send(letter)).rejects.toThrow(MailError)
    expect(peer.received).toEqual([])
    await createMail({ smtpUrl: `${smtpUrl}?requireTLS=false`, mailFrom: from, dataDir }).send(letter)
    expect(peer.received).toHaveLength(1)
  })

  test.each([
    ['refuses the recipient', 'EENVELOPE 550'],
    ['hangs up', 'ECONNECTION'],
    ['loses the answer', 'ECONNECTION'],
    ['keeps silent', 'ETIMEDOUT'],
  ] as const)(
    'the error for a server that %s has a code, but not its message or the address',
    async (manner, code) => {
      const { mail } = await bySmtp(manner)
      const begun = performance.now()
      const failed = await mail.send(letter).catch((thrown: unknown) => thrown)
      expect(failed).toBeInstanceOf(MailError)
      expect(failed).toMatchObject({ code, message: `a mail was not sent: ${code}` })
      expect(JSON.stringify([failed, (failed as Error).stack])).not.toMatch(/someone|nobody by that name/)
      expect(failed).not.toHaveProperty('cause')
      expect(performance.now() - begun).toBeLessThan(15_000)
    },
  )

  test('a server that does not run is reported as ESOCKET', async () => {
    const { peer, mail } = await bySmtp()
    await peer.stop()
    closing.pop()
    await expect(mail.send(letter)).rejects.toMatchObject({ code: 'ESOCKET' })
  })

  test('nothing of the dialogue is logged, even if SMTP_URL turns logging on', async () => {
    const write = vi.spyOn(process.stdout, 'write')
    const console = ['log', 'info', 'debug', 'warn', 'error'] as const
    const spies = [...console.map((name) => vi.spyOn(globalThis.console, name)), write]
    const { mail } = await bySmtp('accepts', '/?logger=true&debug=true&transactionLog=true')
    await mail.send(letter)
    const calls = spies.flatMap((spy) => spy.mock.calls as unknown[][])
    for (const spy of spies) spy.mockRestore()
    expect(JSON.stringify(calls)).not.toMatch(/example[.]org|RCPT|Some words/)
  })

  test.each(injections)('%j is no address', async (to) => {
    const { peer, mail } = await bySmtp()
    await expect(mail.send({ ...letter, to })).rejects.toMatchObject({ code: 'EADDRESS' })
    expect(peer.received).toEqual([])
  })

  test('a subject with line breaks adds no header or recipient', async () => {
    const { peer, mail } = await bySmtp()
    await mail.send({ ...letter, subject: 'One\r\nBcc: b@example.org\r\n\r\nbody' })
    expect(peer.received).toMatchObject([{ to: [letter.to] }])
    expect(peer.received[0]?.raw).not.toMatch(/^Bcc:/m)
  })
})

describe('The Reply-To header', () => {
  test('has the given address', async () => {
    const { peer, mail } = await bySmtp()
    await mail.send({ ...letter, replyTo: 'other@example.org' })
    expect(peer.received[0]?.raw).toMatch(/^Reply-To: other@example[.]org$/m)
  })

  test.each(injections)('is left out for the invalid address %j, and the email is sent', async (replyTo) => {
    const { peer, mail } = await bySmtp()
    await mail.send({ ...letter, replyTo })
    expect(peer.received).toMatchObject([{ to: [letter.to] }])
    expect(peer.received[0]?.raw).not.toMatch(/^(?:Reply-To|Bcc):|other/im)
  })
})

describe('In the outbox,', () => {
  const outbox = () => createMail({ smtpUrl: undefined, mailFrom: from, dataDir })

  test('emails are complete files in the order of their names, readable only by the owner', async () => {
    expect(outbox().configured).toBe(false)
    await outbox().send(letter)
    await outbox().send({ ...letter, text: `https://example.org/${'long/'.repeat(30)}?token=1\n` })
    const folder = join(dataDir, 'outbox')
    const names = (await readdir(folder)).sort()
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{12}[.]eml$/)
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [first, second] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    expect(first).toContain(`To: ${letter.to}\n`)
    expect(first).toContain('<p>Some words.</p>')
    expect(plainText(second ?? '')).toBe(`https://example.org/${'long/'.repeat(30)}?token=1\n`)
  })

  test.each(injections)('%j is no address', async (to) => {
    await expect(outbox().send({ ...letter, to })).rejects.toMatchObject({ code: 'EADDRESS' })
    expect(await readdir(dataDir)).toEqual([])
  })
})
