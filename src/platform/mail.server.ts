import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from './config.server.ts'
import { isLoopback } from './loopback.ts'

type Message = {
  to: string
  subject: string
  text: string
  html?: string
  /** Where an answer goes. What is not one address and nothing else is left out, as the letter matters more. */
  replyTo?: string
}

export type Mail = {
  /**
   * @throws MailError when it did not go out, as far as we know: after a lost answer the other side may have it all the same
   */
  send(message: Message): Promise<void>
  /** Whether mail leaves this machine. */
  configured: boolean
}

/** What went wrong, by its code alone: the words of a mail server quote addresses, and a job's error is stored. */
export class MailError extends Error {
  override name = 'MailError'
  readonly code: string

  constructor(code: string) {
    super(`a mail was not sent: ${code}`)
    this.code = code
  }
}

/** Milliseconds that the other side may be silent, at each step. */
const patience = 10_000

/** One address and nothing else: no list, no name, no comment, no line break (RFC 5321, 4.1.2, without quoted local parts). */
const oneAddress = /^[^\s\p{Cc}<>()[\]\\,;:@"]+@[^\s\p{Cc}<>()[\]\\,;:@"]+$/u

/**
 * Mail to one person at a time: by SMTP_URL, or else as files in DATA_DIR/outbox, which only our own user can read.
 *
 * The sender is MAIL_FROM. What a mail server says is never logged.
 */
export function createMail({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mail {
  const deliver = smtpUrl === undefined ? intoOutbox(join(dataDir, 'outbox')) : bySmtp(smtpUrl)
  return {
    configured: smtpUrl !== undefined,
    async send({ to, subject, text, html, replyTo }) {
      if (!oneAddress.test(to)) throw new MailError('EADDRESS')
      await deliver({
        from: mailFrom,
        // As an object it is taken as it stands, never parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo !== undefined && oneAddress.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
        // So that no holiday reply comes back (RFC 3834, 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
  }
}

type Letter = NonNullable<Parameters<Transporter['sendMail']>[0]>

/** Loaded with the first letter: it is a tenth of the server's code, and a server of readers sends none. */
const library = () => import('nodemailer')

function bySmtp(address: string) {
  const url = new URL(address)
  // Settings may stand in the address (`?tls.servername=…`), but none that writes the dialogue, links and all, to the log.
  for (const setting of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(setting)
  const options = {
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    // Links that open an account, and our own password there, go in the open to no other machine. An operator whose relay knows no
    // TLS says so in the address (`?requireTLS=false`), which counts before this.
    requireTLS: url.protocol === 'smtp:' && !isLoopback(url.hostname),
    url: url.href,
  }
  return async (letter: Letter) => {
    try {
      const { createTransport } = await library()
      await createTransport(options).sendMail(letter)
    } catch (thrown) {
      const { code, responseCode } = thrown as { code?: string; responseCode?: number }
      throw new MailError([code ?? 'EUNKNOWN', responseCode].filter(Boolean).join(' '))
    }
  }
}

/** A file appears whole or not at all: it is written under another name first. */
function intoOutbox(folder: string) {
  return async (letter: Letter) => {
    const { createTransport } = await library()
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(letter)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const name = join(folder, `${time}-${randomBytes(6).toString('hex')}`)
    try {
      await writeFile(`${name}.part`, message, { flag: 'wx', mode: 0o600, flush: true })
      await rename(`${name}.part`, `${name}.eml`)
    } catch (thrown) {
      await rm(`${name}.part`, { force: true })
      throw thrown
    }
  }
}
