import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.server.ts'

/** A text to one telephone. @param to digits alone, as the country's code begins them */
type Text = { to: string; channel: 'sms' | 'whatsapp'; text: string }

type Sms = {
  /** @throws SmsError when it did not go out, as far as we know */
  send(text: Text): Promise<void>
}

/** What went wrong, by its code alone: the words of a provider quote numbers, and a job's error is stored. */
class SmsError extends Error {
  override name = 'SmsError'

  constructor(code: string | number) {
    super(`a text was not sent: ${code}`)
  }
}

/** Milliseconds that the other side may take. */
const patience = 10_000

/**
 * Texts, handed to whatever the operator runs behind SMS_URL: `POST` with `{"to": "+15551234567", "channel", "text"}` as JSON, and
 * the name and password of the address as Basic (RFC 7617). Anything but 2xx is tried again later. Without it they are files in
 * DATA_DIR/outbox, which only our own user can read.
 */
export function createSms({ smsUrl, dataDir }: Pick<Config, 'smsUrl' | 'dataDir'>): Sms {
  return { send: smsUrl === undefined ? intoOutbox(join(dataDir, 'outbox')) : byWebhook(smsUrl) }
}

function byWebhook(address: string) {
  const url = new URL(address)
  const named = decodeURIComponent(`${url.username}:${url.password}`)
  url.username = url.password = ''
  return async ({ to, channel, text }: Text) => {
    const response = await fetch(url, {
      method: 'POST',
      // Who is written to is nobody else's business.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: {
        'Content-Type': 'application/json',
        ...(named !== ':' && { Authorization: `Basic ${Buffer.from(named).toString('base64')}` }),
      },
      body: JSON.stringify({ to: `+${to}`, channel, text }),
    }).catch((thrown: Error) => {
      throw new SmsError(thrown.name)
    })
    await response.body?.cancel()
    if (!response.ok) throw new SmsError(response.status)
  }
}

/** A file appears whole or not at all, as with mail. */
function intoOutbox(folder: string) {
  return async ({ to, channel, text }: Text) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const name = join(folder, `${time}-${randomBytes(6).toString('hex')}`)
    const lines = `To: +${to}\nChannel: ${channel}\n\n${text}\n`
    await writeFile(`${name}.part`, lines, { flag: 'wx', mode: 0o600, flush: true })
    await rename(`${name}.part`, `${name}.txt`)
  }
}
