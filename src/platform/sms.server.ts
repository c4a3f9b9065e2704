import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.server.ts'

/** `to` in digits, from the country code. */
type SmsMessage = { to: string; channel: 'sms' | 'whatsapp'; text: string }

type Sms = {
  send(text: SmsMessage): Promise<void>
}

/** A provider's message may quote the number, and job errors are stored. */
class SmsError extends Error {
  override name = 'SmsError'

  constructor(code: string | number) {
    super(`a text was not sent: ${code}`)
  }
}

const timeoutMs = 10_000

/** Posts SMS to SMS_URL with Basic auth (RFC 7617), or writes them to DATA_DIR/outbox. Jobs retry. */
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
