import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesOf, operator, signInTo, writeTo } from '../support/operator.ts'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, newFolder, start } = startFixture()

test('A backup restored on a new machine has all accounts and texts, except accounts erased since', async () => {
  const folder = await newFolder()
  const [backups, key] = [join(folder, 'backups'), join(folder, 'key')]
  const DATA_DIR = await newDataDir()
  const [, BACKUP_RECIPIENT = ''] =
    /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(await operator(clone, {}, 'backup-key', key)) ?? []
  const env = { DATA_DIR, BACKUP_RECIPIENT }
  expect(await operator(clone, env, 'backup', backups)).toContain('start it first')

  const { address, process: server, ended } = await start(env)
  const [ana, bea] = [
    await signInTo(address, 'ana@example.org', 'sign-up'),
    await signInTo(address, 'bea@example.org', 'sign-up'),
  ]
  await writeTo(address, ana, 'What Ana wrote')
  await writeTo(address, bea, 'What Bea wrote')
  expect(await operator(clone, { DATA_DIR }, 'backup', backups)).toContain('BACKUP_RECIPIENT is not set')
  expect(await operator(clone, env, 'backup', backups)).toMatch(
    /is made, and was restored as a trial: \d+ rows in \d+ tables/,
  )
  await writeTo(address, bea, 'Too late for the backup')
  expect(
    await operator(clone, env, 'user', 'erase', 'ana@example.org', '--yes', 'ana@example.org'),
  ).toContain('erased')
  expect(await operator(clone, env, 'backup-keys', backups)).toContain('present.age is made')
  expect(await operator(clone, {}, 'verify', backups, '--key', key)).toMatch(/can be restored: .* 1 accounts/)
  expect(await operator(clone, env, 'restore', backups, '--key', key), 'a server runs there').toContain(
    'refused',
  )
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await readdir(backups)).toHaveLength(2)

  // Another machine. Restoring without the right master key is rejected.
  const again = { DATA_DIR: join(folder, 'again') }
  expect(await operator(clone, env, 'restore', backups, '--key', key)).toContain(
    'There are people in this database',
  )
  expect(await operator(clone, again, 'restore', backups, '--key', key)).toContain('master.key is gone')
  await writeFile(join(again.DATA_DIR, 'master.key'), Buffer.alloc(32).toString('base64'))
  expect(await operator(clone, again, 'restore', backups, '--key', key)).toContain(
    'sealed with another master key',
  )
  await mkdir(again.DATA_DIR, { recursive: true })
  await copyFile(join(DATA_DIR, 'master.key'), join(again.DATA_DIR, 'master.key'))
  expect(await operator(clone, again, 'restore', backups, '--key', key)).toMatch(/is restored: .* 1 accounts/)

  const restored = await start(again)
  expect(await entriesOf(restored.address, bea), 'nobody is signed in').toBe(401)
  const anew = await signInTo(restored.address, 'bea@example.org', 'sign-in')
  expect(await entriesOf(restored.address, anew)).toEqual(['What Bea wrote'])
  expect(await signInTo(restored.address, 'ana@example.org', 'sign-in'), 'who had left').toBeUndefined()
  await writeTo(restored.address, anew, 'And on it goes')
})
