import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startFixture } from '../support/start-directory.ts'

const { newDataDir, start } = startFixture()

const forOthers = async () => ({
  PUBLIC_URL: 'https://unfog.example',
  PORT: String(await freePort()),
})

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@unfog.example' }
const mailbox = { CONTACT_TO: 'desk@unfog.example' }

test.each([
  ['logs a warning while only SMTP_URL is set', mailServer, true],
  ['logs a warning while only CONTACT_TO is set', mailbox, true],
  ['logs no warning when both are set', { ...mailServer, ...mailbox }, false],
])('A public site whose contact form promises an answer %s', async (_what, settings, warns) => {
  const { output } = await start({ DATA_DIR: await newDataDir(), ...(await forOthers()), ...settings })
  const warning = /"level":40.*contact form promises an answer.*CONTACT_TO/
  expect(warning.test(output())).toBe(warns)
})
