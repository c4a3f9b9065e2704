import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, start } = startFixture()

test('the seed creates accounts with journals once, and only on this machine', async () => {
  const { address } = await start({ DATA_DIR: await newDataDir() })
  const seed = (to: string) =>
    promisify(execFile)(process.execPath, ['scripts/seed.ts', to], { cwd: clone }).then(
      ({ stdout }) => stdout,
      ({ stderr }) => stderr,
    )
  expect(await seed(address)).toContain('ana@example.org: 15 Connections')
  expect(await seed(address)).toContain('cleo@example.org: 60 Connections')
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'cleo@example.org', password: 'lantern over the quiet harbor' }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const list = await fetch(`${address}/api/journal-entries`, {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(await list.json()).toMatchObject({ total: 60 })
  expect(await seed('https://example.org')).toContain('is not on this machine')
})
