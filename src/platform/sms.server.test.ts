import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSms } from './sms.server.ts'

const text = { to: '15551234567', channel: 'whatsapp', text: 'Your code is 123456.' } as const

test('an SMS is written to a file in the outbox when SMS_URL is unset', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'unfog-sms-'))
  try {
    await createSms({ smsUrl: undefined, dataDir }).send(text)
    const [name = ''] = await readdir(join(dataDir, 'outbox'))
    expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).toBe(
      'To: +15551234567\nChannel: whatsapp\n\nYour code is 123456.\n',
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the webhook gets recipient, channel, text and credentials, and an error has only the status', async () => {
  let status = 204
  const heard: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      heard.push([request.headers.authorization, JSON.parse(body)])
      response.writeHead(status).end('the number 15551234567 is unknown')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const sms = createSms({ smsUrl: `http://me:secret@127.0.0.1:${port}/texts`, dataDir: '' })
    await sms.send(text)
    expect(heard).toEqual([['Basic bWU6c2VjcmV0', { ...text, to: '+15551234567' }]])
    status = 422
    await expect(sms.send(text)).rejects.toThrow(/^a text was not sent: 422$/)
    const nobody = createSms({ smsUrl: 'http://127.0.0.1:1/', dataDir: '' })
    await expect(nobody.send(text)).rejects.toThrow(/^a text was not sent: TypeError$/)
  } finally {
    server.close()
  }
})
