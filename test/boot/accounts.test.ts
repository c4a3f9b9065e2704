import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNobody } from '../../packages/embedded-postgres/os-user.ts'
import { isRoot, readPage, startFixture } from '../support/start-directory.ts'

const { newClone, newFolder, start, startError: refusal } = startFixture()

const mayLendRights =
  isRoot &&
  spawnSync('setpriv', ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', 'true']).status ===
    0

describe.runIf(isRoot)('An ordinary user', () => {
  test('can start a build made by root; if there is none, the error says what to do', async () => {
    const user = await findNobody()
    const DATA_DIR = join(await newFolder(user), 'data')
    const built = await start({ DATA_DIR }, user)
    expect(await readPage(`${built.address}/glossary/dissociation`)).toContain('Dissociation')
    built.process.kill('SIGTERM')
    expect(await built.ended).toBe(0)
    const cwd = await newClone({ sharedPackages: true })
    expect(await refusal({ DATA_DIR }, { ...user, cwd })).toBe(
      `The pages have to be built, and this user may not write to ${cwd}/build (EACCES): give it that right, or start once as a user who has it.`,
    )
  })

  test('gets an error for a data folder that they may not read and write', async () => {
    const DATA_DIR = join(await newFolder(), 'data')
    await mkdir(DATA_DIR, { mode: 0o700 })
    const user = await findNobody()
    const sentence = `The user nobody may not read and write ${DATA_DIR}: give it that right, or set another DATA_DIR.`
    expect(await refusal({ DATA_DIR }, user)).toBe(sentence)
    await chown(DATA_DIR, user.uid, user.gid)
    await chmod(DATA_DIR, 0o500)
    expect(await refusal({ DATA_DIR }, user)).toBe(sentence)
  })
})

test.runIf(mayLendRights)('Root can start a clone in a home folder that others may not read', async () => {
  const cwd = await newClone({ built: true }, 'my projects/unfog')
  await chmod(join(cwd, '..', '..'), 0o700)
  for (const start of ['first', 'second']) await readsAndStops(cwd, start)
})

async function readsAndStops(cwd: string, which: string) {
  const { address, ended, process: server } = await start({}, { cwd })
  expect(await readPage(`${address}/glossary/dissociation`), which).toContain('Dissociation')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
}
