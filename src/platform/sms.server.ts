import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.server.ts'

/** `to` is the number in digits, beginning with the country code. */
type SmsMessage = { to: string; channel: 'sms' | 'whatsapp'; text: string }

type Sms = {
  /** @throws SmsError if the webhook did not accept it */
  send(text: SmsMessage): Promise<void>
}

/** Has the code only: a provider's message may quote the number, and job errors are stored. */
class SmsError extends Error {
  override name = 'SmsError'

  constructor(code: string | number) {
    super(`a text was not sent: ${code}`)
  }
}

const timeoutMs = 10_000

/**
 * Sends SMS through the operator's webhook at SMS_URL: `POST` with `{"to": "+15551234567", "channel", "text"}` as JSON, and the URL's
 * credentials as Basic auth (RFC 7617). Anything but 2xx is retried later. Without SMS_URL messages are written to DATA_DIR/outbox,
 * readable only by our own user.
 */
export function createSms({ smsUrl, dataDir }: Pick<Config, 'smsUrl' | 'dataDir'>): Sms {
  return { send: smsUrl === undefined ? toOutbox(join(dataDir, 'outbox')) : viaWebhook(smsUrl) }
}

function viaWebhook(address: string) {
  const url = new URL(address)
  const credentials = decodeURIComponent(`${url.username}:${url.password}`)
  url.username = url.password = ''
  return async ({ to, channel, text }: SmsMessage) => {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect would send the number to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Content-Type': 'application/json',
        ...(credentials !== ':' && { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      body: JSON.stringify({ to: `+${to}`, channel, text }),
    }).catch((thrown: Error) => {
      throw new SmsError(thrown.name)
    })
    await response.body?.cancel()
    if (!response.ok) throw new SmsError(response.status)
  }
}

/** Writes atomically by rename, as with mail. */
function toOutbox(folder: string) {
  return async ({ to, channel, text }: SmsMessage) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const name = join(folder, `${time}-${randomBytes(6).toString('hex')}`)
    const lines = `To: +${to}\nChannel: ${channel}\n\n${text}\n`
    await writeFile(`${name}.part`, lines, { flag: 'wx', mode: 0o600, flush: true })
    await rename(`${name}.part`, `${name}.txt`)
  }
}
