import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startFixture } from '../support/start-directory.ts'

const { newDataDir, start } = startFixture()

const forOthers = async () => ({
  PUBLIC_URL: 'https://unfog.example',
  PORT: String(await freePort()),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@unfog.example',
})

test('A public site logs a warning while CONTACT_TO is not set', async () => {
  const unread = await start({ DATA_DIR: await newDataDir(), ...(await forOthers()) })
  expect(unread.output()).toMatch(/"level":40.*contact form promises an answer.*CONTACT_TO/)
  const read = await start({
    DATA_DIR: await newDataDir(),
    ...(await forOthers()),
    CONTACT_TO: 'desk@unfog.example',
  })
  expect(read.output()).not.toContain('CONTACT_TO')
})
