import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startExternalPostgres } from '../support/debian-postgres.ts'
import { signInTo } from '../support/operator.ts'
import { createUsers, idsOf, smallDisk, writeConnection, writeFigures } from '../support/reliability.ts'
import { ask } from '../support/request.ts'
import { killProcess, startFixture } from '../support/start-directory.ts'
import type { TestUser } from '../support/user.ts'

const { newFolder, start, begin } = startFixture()
const possible = await smallDisk(1)
await possible?.remove()
if (!possible) throw new Error('This test fills a disk, so it mounts one: run it as root.')

const disks: { remove(): Promise<void> }[] = []
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.remove()
})
async function newDisk(megabytes: number) {
  const disk = await smallDisk(megabytes)
  if (!disk) throw new Error('no disk')
  disks.push(disk)
  return disk
}

/** Some kB each, because encrypted text does not compress. */
const long = ' and so on'.repeat(1_000)

/** A user's Connections: the acknowledged ones, and count and body of the responses by status. */
function journal(person: TestUser) {
  const kept: string[] = []
  const answers = new Map<number, { count: number; body: string }>()
  return {
    kept,
    answers,
    async write(address: string) {
      const { id, status, body } = await writeConnection(address, person, long)
      if (status === 201) kept.push(id)
      answers.set(status, { count: (answers.get(status)?.count ?? 0) + 1, body })
      return status
    },
    /** The acknowledged Connections that are missing. */
    async lost(address: string) {
      const found = await idsOf(address, person)
      return kept.filter((id) => !found.has(id))
    },
  }
}

/** Expects cached pages, searches and private pages to work. */
async function readsGoOn(address: string, { cookie }: TestUser) {
  const read = async (path: string, Cookie = '') =>
    [path, (await ask(address, path, { headers: { Cookie } })).status] as const
  const paths = ['/glossary/gaslighting', '/glossary?search=dinner', '/api/terms?search=dinner']
  for (const path of paths) expect(await read(path)).toEqual([path, 200])
  for (const path of ['/dashboard', '/dashboard/connections', '/api/journal-entries'])
    expect(await read(path, cookie)).toEqual([path, 200])
}

describe('A full disk', () => {
  test('of the product and its embedded PostgreSQL rejects writes with 503 and loses no acknowledged write', async () => {
    const disk = await newDisk(400)
    const DATA_DIR = join(disk.folder, 'data')
    const server = await start({ DATA_DIR, LOG_LEVEL: 'error' })
    const [ana, ben] = (await createUsers(DATA_DIR, 2)) as [TestUser, TestUser]
    const own = journal(ana)
    for (let count = 0; count < 20; count++) expect(await own.write(server.address)).toBe(201)
    disk.fill()
    await expect.poll(() => own.write(server.address), { timeout: 60_000 }).toBe(503)
    for (let count = 0; count < 500; count++) await own.write(server.address)
    await readsGoOn(server.address, ana)
    // The message is the same whether our check or PostgreSQL rejected the write.
    const { body = '', count: refused = 0 } = own.answers.get(503) ?? {}
    expect([...own.answers.keys()].sort()).toEqual([201, 503])
    expect(body).toContain('this server has no room left')
    expect(body).not.toMatch(/stack|node_modules|ENOSPC|53100/)
    // Leaving in a hurry still works and ends the session.
    const leaving = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: ben.cookie } }
    expect((await ask(server.address, '/leave', leaving)).status).toBe(200)
    expect((await ask(server.address, '/api/profile', { headers: { Cookie: ben.cookie } })).status).toBe(401)
    expect(await own.lost(server.address)).toEqual([])

    // A restart on the full disk serves pages, or fails with one sentence that says what to do.
    await killProcess(server.process.pid)
    const again = begin({ DATA_DIR })
    const outcome = await Promise.race([
      again.ready.then(
        () => 'served' as const,
        () => 'refused' as const,
      ),
      again.ended.then(() => 'refused' as const),
    ])
    if (outcome === 'served') await readsGoOn(await again.ready, ana)
    else expect(again.output().trim()).toMatch(/^The disk that holds \S+ is full: [^\n]+\.$/)
    await killProcess(again.process.pid)

    disk.free()
    const last = await start({ DATA_DIR })
    await expect.poll(() => own.write(last.address), { timeout: 60_000 }).toBe(201)
    expect(await own.lost(last.address)).toEqual([])
    await readsGoOn(last.address, ana)
    await killProcess(last.process.pid)
    await writeFigures('Full disk: DATA_DIR with its own PostgreSQL', [
      `${own.kept.length} Connections acknowledged, none lost; ${refused} refused in words (503); reads, leaving in a hurry and opening what was written went on.`,
      `Started while full: ${outcome}. Started with room again: everything is there, and writing goes on.`,
    ])
  })

  test('of an external PostgreSQL rejects writes with 503 until there is space again', async () => {
    const disk = await newDisk(300)
    const before = process.env.TMPDIR
    process.env.TMPDIR = disk.folder
    const postgres = await startExternalPostgres().finally(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    })
    try {
      const admin = await postgres.connect()
      await admin.query("create role chief login superuser password 'secret'")
      await admin.query("create role web login password 'secret'")
      await admin.query('create database unfog')
      await admin.end()
      const server = await start({
        DATA_DIR: join(await newFolder(), 'data'),
        DATABASE_URL: postgres.url('web', 'secret', 'unfog'),
        MIGRATION_DATABASE_URL: postgres.url('chief', 'secret', 'unfog'),
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        LOG_LEVEL: 'error',
      })
      const cookie = (await signInTo(server.address, 'ana@example.org', 'sign-up')) ?? ''
      const ana = { cookie } as TestUser
      const own = journal(ana)
      for (let count = 0; count < 20; count++) expect(await own.write(server.address)).toBe(201)
      disk.fill()
      await expect.poll(() => own.write(server.address), { timeout: 60_000, interval: 1 }).toBe(503)
      for (let count = 0; count < 100; count++) await own.write(server.address)
      const { body = '', count: refused = 0 } = own.answers.get(503) ?? {}
      expect([...own.answers.keys()].sort()).toEqual([201, 503])
      expect(JSON.parse(body)).toMatchObject({ detail: 'Failed to save your connection. Please try again.' })
      await readsGoOn(server.address, ana)
      disk.free()
      await expect.poll(() => own.write(server.address), { timeout: 60_000 }).toBe(201)
      expect(await own.lost(server.address)).toEqual([])
      await writeFigures('Full disk: a PostgreSQL of the operator’s', [
        `${own.kept.length} Connections acknowledged, none lost; ${refused} refused in words (503); reads went on; with room again writing went on without a start.`,
      ])
    } finally {
      await postgres.stop()
    }
  })
})
