import type { Transporter } from 'nodemailer'
import type { Config } from './config.server.ts'
import { isLoopback } from './loopback.ts'
import { writeToOutbox } from './outbox.server.ts'

type Message = {
  to: string
  subject: string
  text: string
  html?: string
  /** Dropped unless it is a single address. */
  replyTo?: string
}

export type Mail = {
  /** Throws MailError without a confirmation; after a lost response it may have been sent. */
  send(message: Message): Promise<void>
  configured: boolean
}

/** A server's message may quote addresses, and job errors are stored. */
export class MailError extends Error {
  override name = 'MailError'
  readonly code: string

  constructor(code: string) {
    super(`a mail was not sent: ${code}`)
    this.code = code
  }
}

/** For each step. */
const timeoutMs = 10_000

/** No list, name, comment or line break (RFC 5321, 4.1.2, without quoted local parts). */
const singleAddress = /^[^\s\p{Cc}<>()[\]\\,;:@"]+@[^\s\p{Cc}<>()[\]\\,;:@"]+$/u

/** Sends email through SMTP_URL, or writes it to DATA_DIR/outbox. Never logs responses. */
export function createMail({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mail {
  const deliver = smtpUrl === undefined ? toOutbox(dataDir) : viaSmtp(smtpUrl)
  return {
    configured: smtpUrl !== undefined,
    async send({ to, subject, text, html, replyTo }) {
      if (!singleAddress.test(to)) throw new MailError('EADDRESS')
      await deliver({
        from: mailFrom,
        // An object is never parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo !== undefined &&
          singleAddress.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
        // Prevents automatic replies (RFC 3834, 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
  }
}

type MailOptions = NonNullable<Parameters<Transporter['sendMail']>[0]>

/** Large, and many servers never use it. */
const loadNodemailer = () => import('nodemailer')

function viaSmtp(address: string) {
  const url = new URL(address)
  // The dialogue contains links.
  for (const setting of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(setting)
  const transportOptions = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Sign-in links and our password must be encrypted; `?requireTLS=false` overrides it.
    requireTLS: url.protocol === 'smtp:' && !isLoopback(url.hostname),
    url: url.href,
  }
  return async (options: MailOptions) => {
    try {
      const { createTransport } = await loadNodemailer()
      await createTransport(transportOptions).sendMail(options)
    } catch (thrown) {
      const { code, responseCode } = thrown as { code?: string; responseCode?: number }
      throw new MailError([code ?? 'EUNKNOWN', responseCode].filter(Boolean).join(' '))
    }
  }
}

function toOutbox(dataDir: string) {
  return async (options: MailOptions) => {
    const { createTransport } = await loadNodemailer()
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(options)
    await writeToOutbox(dataDir, message, 'eml')
  }
}
