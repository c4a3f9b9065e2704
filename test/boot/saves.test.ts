import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { password } from '../support/account.ts'
import { ask } from '../support/request.ts'
import { killProcess, postmasterPid, startFixture } from '../support/start-directory.ts'
import { findInFiles } from '../support/text-in-files.ts'

const { newDataDir, start } = startFixture()

const rounds = 5
const saves = 500
/** The number of concurrent requests. */
const pages = 10
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

function post(address: string, path: string, fields: Record<string, string>) {
  const headers = { ...sameOrigin, 'Content-Type': 'application/x-www-form-urlencoded' }
  return ask(address, path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
}

async function signUp(address: string, email: string): Promise<string> {
  const { status, headers } = await post(address, '/auth-test?mode=sign-up', {
    email,
    password,
    of_age: 'on',
  })
  expect(status).toBeLessThan(400)
  return headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0] ?? ''
}

/** Saves until all are saved or the server is gone. @returns the ids whose save was acknowledged */
async function saveMany(address: string, cookie: string, ids: string[], onSaved: (count: number) => void) {
  const acknowledged: string[] = []
  const waiting = ids.values()
  const page = async () => {
    for (const id of waiting) {
      const body = JSON.stringify({ id, content: `Text of ${id}` })
      const headers = { ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' }
      const answer = await ask(address, '/api/journal-entries', { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (answer?.status !== 201) return
      acknowledged.push(id)
      onSaved(acknowledged.length)
    }
  }
  await Promise.all(Array.from({ length: pages }, page))
  return acknowledged
}

/** All Connections of the user, by id. */
async function readAll(address: string, cookie: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let after: string | null = ''; after !== null; ) {
    const path = `/api/journal-entries?limit=100${after}`
    const { status, body } = await ask(address, path, { headers: { Cookie: cookie } })
    expect(status).toBe(200)
    const { entries, next }: { entries: { id: string; content: string }[]; next: string | null } = JSON.parse(
      body.toString(),
    )
    for (const { id, content } of entries) found.set(id, content)
    after = next && `&after=${next}`
  }
  return found
}

test('No acknowledged save is lost when server and database are killed during saves', {
  timeout: 300_000,
}, async () => {
  const DATA_DIR = await newDataDir()
  let server = await start({ DATA_DIR })
  const email = `${randomUUID()}@example.org`
  const cookie = await signUp(server.address, email)
  const acknowledged: string[] = []
  const sent = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const ids = Array.from({ length: saves }, () => uuidv7())
    for (const id of ids) sent.add(id)
    const [ours, postgres] = [server.process.pid, await postmasterPid(join(DATA_DIR, 'postgres'))]
    // The moment and the order of the kills vary. The total stays below the daily limit of a user.
    const moment = 50 + round * 60
    let killed: Promise<unknown> | undefined
    const done = await saveMany(server.address, cookie, ids, (count) => {
      if (count !== moment) return
      killed = Promise.all(
        round % 2 === 0
          ? [killProcess(ours), killProcess(postgres)]
          : [killProcess(postgres), killProcess(ours)],
      )
    })
    await killed
    expect(killed, 'they were killed').toBeDefined()
    expect(done.length, 'it was in the middle').toBeLessThan(saves)
    acknowledged.push(...done)
    server = await start({ DATA_DIR })
    const found = await readAll(server.address, cookie)
    expect(acknowledged.filter((id) => found.get(id) !== `Text of ${id}`)).toEqual([])
    for (const [id, content] of found) {
      expect(sent.has(id), 'nothing else came').toBe(true)
      expect(content, 'nothing is half there').toBe(`Text of ${id}`)
    }
  }
  // An email goes to the outbox too.
  await post(server.address, '/auth-test/reset', { email })
  const letters = () => findInFiles(join(DATA_DIR, 'outbox'), [email]).catch(() => new Map())
  await expect.poll(async () => (await letters()).size, { timeout: 30_000 }).toBe(1)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const held = await findInFiles(DATA_DIR, ['Text of', email])
  expect([...held.keys()], 'no text stands in any file').toEqual([email])
})
