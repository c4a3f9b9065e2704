import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../support/debian-postgres.ts'
import { entriesOf, signInTo } from '../support/operator.ts'
import { processHeader, startProxy } from '../support/proxy.ts'
import { ask } from '../support/request.ts'
import { killProcess, readPage, startFixture } from '../support/start-directory.ts'

const { newClone, newFolder, start } = startFixture(afterAll)
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const secret = 'a-secret-of-the-test'
const MASTER_KEY = randomBytes(32).toString('base64')

let postgres: ExternalPostgres
const proxies: Awaited<ReturnType<typeof startProxy>>[] = []
/** For the tests that kill none. */
let shared: Awaited<ReturnType<typeof threeBehindOne>>
beforeAll(async () => {
  postgres = await startExternalPostgres()
  const admin = await postgres.connect()
  await admin.query(`create role web login password '${secret}'`)
  await admin.query(`create role chief login superuser password '${secret}'`)
  await admin.end()
  shared = await threeBehindOne('shared')
})
afterAll(async () => {
  for (const { stop } of proxies) stop()
  await postgres?.stop()
})

/** Three processes with separate data folders share a new database behind one proxy. */
async function threeBehindOne(name: string) {
  const admin = await postgres.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const folder = await newFolder()
  const settings = (place: number) => ({
    ...{ MASTER_KEY, TRUSTED_PROXIES: '1', CONTACT_TO: 'operator@example.org' },
    DATA_DIR: join(folder, String(place)),
    DATABASE_URL: postgres.url('web', secret, name),
    MIGRATION_DATABASE_URL: postgres.url('chief', secret, name),
  })
  const processes = await Promise.all([0, 1, 2].map((place) => start(settings(place))))
  const proxy = await startProxy(processes.map(({ address }) => address))
  proxies.push(proxy)
  const send = (process: number, method: string, path: string, cookie = '', body?: object) =>
    ask(proxy.address, path, {
      method,
      headers: {
        ...{ ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' },
        [processHeader]: String(process),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { folder, processes, proxy, send, settings }
}

test('A sign-out ends the session on all processes at once, and a changed term appears on all of them', async () => {
  const { send, processes, settings } = shared
  const [one, two, three] = [0, 1, 2]
  const cookie = await signInTo(processes[0]?.address ?? '', 'ana@example.org', 'sign-up')
  expect(
    (await send(two, 'POST', '/api/journal-entries', cookie, { id: uuidv7(), content: 'Here' })).status,
  ).toBe(201)
  expect(JSON.parse((await send(one, 'GET', '/api/journal-entries', cookie)).body.toString())).toMatchObject({
    entries: [{ content: 'Here' }],
  })
  expect((await send(three, 'POST', '/auth-test/sign-out', cookie)).status).toBeLessThan(400)
  expect((await send(one, 'GET', '/api/journal-entries', cookie)).status).toBe(401)
  expect((await send(two, 'GET', '/api/profile', cookie)).status).toBe(401)

  // A fourth process syncs a changed term, which the three others had cached.
  const term = '/glossary/dissociation'
  for (const { address } of processes) expect(await readPage(address + term)).not.toContain('Quokkas')
  const cwd = await newClone({ built: true, sharedPackages: true })
  const file = join(cwd, 'content/glossary/d/dissociation.yaml')
  const words = await readFile(file, 'utf8')
  await writeFile(file, words.replace('definition: >\n', 'definition: >\n  Quokkas smile.\n'))
  await start(settings(3), { cwd })
  for (const { address } of processes) {
    await expect.poll(() => readPage(address + term)).toContain('Quokkas smile.')
  }
})

test('With three processes, each job runs once', async () => {
  const { folder, send } = shared
  const messages = Array.from(
    { length: 10 },
    (_, place) => `This is message number ${place} of ten, no more and no less.`,
  )
  for (const [place, message] of messages.entries()) {
    const { status } = await send(place % 3, 'POST', '/api/contact', '', {
      ...{
        name: 'Ana',
        email: 'ana@example.org',
        helpType: 'general-feedback',
        message,
        confirmation: true,
      },
    })
    expect(status).toBeLessThan(300)
  }
  const letters = async () => {
    const found: string[] = []
    for (const place of await readdir(folder)) {
      const outbox = join(folder, place, 'outbox')
      for (const name of await readdir(outbox).catch(() => [])) {
        if (!name.endsWith('.eml')) continue
        const letter = await readFile(join(outbox, name), 'utf8')
        if (letter.includes('message number')) found.push(letter)
      }
    }
    return found
  }
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(10)
  // A second run of a job would have started by now.
  await new Promise((done) => setTimeout(done, 6_000))
  const all = (await letters()).join('\n')
  for (const place of messages.keys())
    expect(all.split(`number ${place} of`).length - 1, `message ${place}`).toBe(1)
})

test('A process killed under load loses no acknowledged write, and the other processes keep serving', async () => {
  const { proxy, processes } = await threeBehindOne('killed')
  const cookie = await signInTo(processes[0]?.address ?? '', 'ana@example.org', 'sign-up')
  const acknowledged: string[] = []
  const refused: number[] = []
  let killed: Promise<void> | undefined
  const page = async () => {
    for (let count = 0; count < 40; count++) {
      const content = uuidv7()
      const { status } = await ask(proxy.address, '/api/journal-entries', {
        method: 'POST',
        headers: { ...sameOrigin, Cookie: cookie ?? '', 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: content, content }),
      }).catch(() => ({ status: 0 }))
      if (status === 201) acknowledged.push(content)
      else refused.push(status)
      if (acknowledged.length > 60) killed ??= killProcess(processes[1]?.process.pid)
    }
  }
  await Promise.all(Array.from({ length: 8 }, page))
  await killed
  expect(refused.length, 'it was in the middle').toBeGreaterThan(0)
  expect(
    refused.every((status) => status === 0 || status === 502),
    String(refused),
  ).toBe(true)
  const found = new Set<string>()
  for (let after: string | null = ''; after !== null; ) {
    const { body } = await ask(processes[2]?.address ?? '', `/api/journal-entries?limit=100${after}`, {
      headers: { Cookie: cookie ?? '' },
    })
    const { entries, next }: { entries: { content: string }[]; next: string | null } = JSON.parse(
      body.toString(),
    )
    for (const { content } of entries) found.add(content)
    after = next && `&after=${next}`
  }
  expect(acknowledged.filter((content) => !found.has(content))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(150)
  expect(await entriesOf(processes[0]?.address ?? '', cookie)).not.toBe(401)
})
