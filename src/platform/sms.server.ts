import type { Config } from './config.server.ts'
import { writeToOutbox } from './outbox.server.ts'

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
  return { send: smsUrl === undefined ? toOutbox(dataDir) : viaWebhook(smsUrl) }
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

const toOutbox =
  (dataDir: string) =>
  ({ to, channel, text }: SmsMessage) =>
    writeToOutbox(dataDir, `To: +${to}\nChannel: ${channel}\n\n${text}\n`, 'txt')
