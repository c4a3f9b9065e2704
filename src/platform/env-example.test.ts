import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, readEnvironment, settings } from './config.server.ts'
import { envExample } from './env-example.ts'

test('.env.example matches the schema of the settings', async () => {
  expect(await readFile('.env.example', 'utf8')).toBe(envExample())
})

test('every setting has a description, and every default is accepted', () => {
  expect(settings.filter(({ description }) => !description)).toEqual([])
  const defaults = Object.fromEntries(settings.map(({ name, fallback }) => [name, fallback]))
  expect(readConfig(defaults)).toEqual(readConfig({}))
})

test('a .env file sets only variables that the environment does not set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-env-'))
  const file = join(folder, '.env')
  await writeFile(file, '# PORT=1\nMAIL_FROM="Notes <notes@example.org>"\nPATH=/nowhere\n')
  const { MAIL_FROM, PATH, PORT } = readEnvironment(file)
  expect([MAIL_FROM, PATH, PORT]).toEqual(['Notes <notes@example.org>', process.env.PATH, process.env.PORT])
  expect(() => readEnvironment(folder)).toThrow('cannot be read (EISDIR)')
  await rm(folder, { recursive: true })
  expect(readEnvironment(file).MAIL_FROM).toBe(process.env.MAIL_FROM)
})
