import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { killProcess, postmasterPid, queryOwn, readPage, startFixture } from '../support/start-directory.ts'

const { newFolder, newDataDir, begin, start, startError: refusal } = startFixture()

const holderOf = (pid: number | undefined) =>
  `This data folder is in use by unfog, process ${pid}. Stop it first, or set another DATA_DIR.`

/** Starts a server and writes a row to its database. */
async function used() {
  const DATA_DIR = await newDataDir()
  const server = await start({ DATA_DIR, LOG_LEVEL: 'info' })
  await queryOwn(DATA_DIR, 'create table kept as select 42 as answer')
  return { DATA_DIR, server, postgres: await postmasterPid(join(DATA_DIR, 'postgres')) }
}

/** Expects the next start to keep the row, sync nothing, serve pages and stop cleanly. */
async function startsAsBefore(DATA_DIR: string) {
  const again = await start({ DATA_DIR, LOG_LEVEL: 'info' })
  expect(again.output().trim(), 'nothing had to be made anew').toBe(`ready ${again.address}`)
  expect(await readPage(`${again.address}/glossary/dissociation`)).toContain('Dissociation')
  expect(await queryOwn(DATA_DIR, 'select answer from kept')).toEqual([{ answer: 42 }])
  again.process.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  expect(await postmasterPid(join(DATA_DIR, 'postgres'))).toBe(0)
}

describe('After kill -9', () => {
  test('of the server, the next start takes over the PostgreSQL that is still running', async () => {
    const { DATA_DIR, server } = await used()
    await killProcess(server.process.pid)
    await startsAsBefore(DATA_DIR)
  })

  test('of PostgreSQL, the server logs the reason and exits with 1, and the next start recovers', async () => {
    const { DATA_DIR, server, postgres } = await used()
    await killProcess(postgres)
    expect(await server.ended, 'whoever watches over it learns that something went wrong').toBe(1)
    expect(server.output()).toContain('the connection that holds the data folder was lost; stopping')
    await startsAsBefore(DATA_DIR)
  })

  test('of both, the next start recovers', async () => {
    const { DATA_DIR, server, postgres } = await used()
    await Promise.all([killProcess(server.process.pid), killProcess(postgres)])
    await startsAsBefore(DATA_DIR)
  })
})

describe('Two starts at once on one data folder', () => {
  test('one serves; the other names the process that does, and exits with 1', async () => {
    const DATA_DIR = join(await newFolder(), 'data')
    const both = [begin({ DATA_DIR }), begin({ DATA_DIR })]
    const serves = await Promise.any(both.map(({ ready }, index) => ready.then(() => index)))
    const winner = both[serves]
    const loser = both[1 - serves]
    expect(await loser?.ended).toBe(1)
    expect(loser?.output()).toBe(`${holderOf(winner?.process.pid)}\n`)
    expect(await readPage(`${await winner?.ready}/glossary/dissociation`)).toContain('Dissociation')
    expect(await refusal({ DATA_DIR }), 'so does a third, later').toBe(holderOf(winner?.process.pid))
  })
})
