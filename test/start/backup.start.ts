import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { password } from '../support/account.ts'
import { ask } from '../support/ask.ts'
import { startPlace } from '../support/start-place.ts'

const { clone, newFolder, start } = startPlace()

const fromHere = { 'Sec-Fetch-Site': 'same-origin' }
const signIn = async (address: string, email: string, mode: 'sign-up' | 'sign-in') => {
  const { headers } = await ask(address, `/auth-test?mode=${mode}`, {
    method: 'POST',
    headers: { ...fromHere, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password, of_age: 'on' }).toString(),
  })
  return headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0]
}
const write = async (address: string, cookie = '', content: string) => {
  const { status } = await ask(address, '/api/journal-entries', {
    method: 'POST',
    headers: { ...fromHere, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: uuidv7(), content }),
  })
  expect(status).toBe(201)
}
const entries = async (address: string, cookie = '') => {
  const { status, body } = await ask(address, '/api/journal-entries', { headers: { Cookie: cookie } })
  return status === 200
    ? JSON.parse(body.toString()).entries.map(({ content }: { content: string }) => content)
    : status
}

/** As the operator types it. */
async function operator(env: Record<string, string>, ...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: clone, env: { PATH, HOME, ...env } }
  return promisify(execFile)(process.execPath, ['scripts/operator.ts', ...words], options).then(
    ({ stdout }) => stdout,
    ({ stderr }) => `refused: ${stderr}`,
  )
}

test('A machine is lost: with the backup, its keys and the master key people read on, but who had left stays gone', async () => {
  const folder = await newFolder()
  const [DATA_DIR, backups, key] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'key')]
  const [, BACKUP_RECIPIENT = ''] =
    /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(await operator({}, 'backup-key', key)) ?? []
  const env = { DATA_DIR, BACKUP_RECIPIENT }
  expect(await operator(env, 'backup', backups)).toContain('start it first')

  const { address, process: server, ended } = await start(env)
  const [ana, bea] = [
    await signIn(address, 'ana@example.org', 'sign-up'),
    await signIn(address, 'bea@example.org', 'sign-up'),
  ]
  await write(address, ana, 'What Ana wrote')
  await write(address, bea, 'What Bea wrote')
  expect(await operator({ DATA_DIR }, 'backup', backups)).toContain('BACKUP_RECIPIENT is not set')
  expect(await operator(env, 'backup', backups)).toMatch(
    /is made, and was restored as a trial: \d+ rows in \d+ tables/,
  )
  await write(address, bea, 'Too late for the backup')
  expect(await operator(env, 'user', 'erase', 'ana@example.org', '--yes', 'ana@example.org')).toContain(
    'erased',
  )
  expect(await operator(env, 'backup-keys', backups)).toContain('present.age is made')
  expect(await operator({}, 'verify', backups, '--key', key)).toMatch(/can be restored: .* 1 accounts/)
  expect(await operator(env, 'restore', backups, '--key', key), 'a server runs there').toContain('refused')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await readdir(backups)).toHaveLength(2)

  // Another machine. Without the master key nothing is begun.
  const again = { DATA_DIR: join(folder, 'again') }
  expect(await operator(env, 'restore', backups, '--key', key)).toContain('There are people in this database')
  expect(await operator(again, 'restore', backups, '--key', key)).toContain('master.key is gone')
  await writeFile(join(again.DATA_DIR, 'master.key'), Buffer.alloc(32).toString('base64'))
  expect(await operator(again, 'restore', backups, '--key', key)).toContain('sealed with another master key')
  await mkdir(again.DATA_DIR, { recursive: true })
  await copyFile(join(DATA_DIR, 'master.key'), join(again.DATA_DIR, 'master.key'))
  expect(await operator(again, 'restore', backups, '--key', key)).toMatch(/is restored: .* 1 accounts/)

  const restored = await start(again)
  expect(await entries(restored.address, bea), 'nobody is signed in').toBe(401)
  const anew = await signIn(restored.address, 'bea@example.org', 'sign-in')
  expect(await entries(restored.address, anew)).toEqual(['What Bea wrote'])
  expect(await signIn(restored.address, 'ana@example.org', 'sign-in'), 'who had left').toBeUndefined()
  await write(restored.address, anew, 'And on it goes')
})
