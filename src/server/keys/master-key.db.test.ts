import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { readConfig } from '../../platform/config.server.ts'
import { readMasterKey } from './master-key.ts'

const database = testDatabase()
let folder = ''
const read = (environment: Record<string, string> = {}) =>
  readMasterKey(readConfig({ DATA_DIR: folder, ...environment }), database.auth)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-key-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await rm(join(folder, 'master.key'), { force: true })
  await database.auth.deleteFrom('auth.master_keys').execute()
})

test('the master key is created once, and its file is readable only by the owner', async () => {
  const starts = await Promise.all([read(), read(), read()])
  expect(new Set(starts.map(({ id }) => id)).size).toBe(1)
  expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600)
  expect((await read()).id).toBe(starts[0]?.id)
})

test('a missing master key file is never replaced if the database has a key', async () => {
  await read()
  await rm(join(folder, 'master.key'))
  await expect(read()).rejects.toThrow('put it back from your safe copy')
  await expect(stat(join(folder, 'master.key'))).rejects.toThrow('ENOENT')
})

test('another master key is rejected, from a file or from the configuration', async () => {
  await read()
  await writeFile(join(folder, 'master.key'), randomBytes(32).toString('base64'))
  await expect(read()).rejects.toThrow('another master key: put back the file master.key')
  const MASTER_KEY = randomBytes(32).toString('base64')
  await expect(read({ MASTER_KEY })).rejects.toThrow('another master key: set MASTER_KEY')
})

test('a master key file without a key is rejected and left unchanged', async () => {
  await writeFile(join(folder, 'master.key'), 'half a k')
  await expect(read()).rejects.toThrow('holds no key')
  expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe('half a k')
})

test('the database contains no plain key', async () => {
  const { current: key } = await read()
  const rows = await database.auth.selectFrom('auth.master_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key.toString('hex'))
  expect(rows.some(({ fingerprint }) => fingerprint.equals(key))).toBe(false)
})
