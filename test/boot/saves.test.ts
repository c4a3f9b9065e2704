import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { signInTo, writeTo } from '../support/operator.ts'
import { ask } from '../support/request.ts'
import { killProcess, postmasterPid, startFixture } from '../support/start-directory.ts'
import { findInFiles } from '../support/text-in-files.ts'

const { newDataDir, start } = startFixture()

/** The number of concurrent requests. */
const pages = 10
const email = 'ana@example.org'
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const textOf = (id: string) => `Text of ${id}`

/** Saves Connections until the server is gone. @returns the ids that were sent, and those whose save was acknowledged */
async function saveUntilGone(address: string, cookie: string, onSaved: (count: number) => void) {
  const sent: string[] = []
  const acknowledged: string[] = []
  const headers = { ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' }
  const page = async () => {
    for (;;) {
      const id = uuidv7()
      sent.push(id)
      const body = JSON.stringify({ id, content: textOf(id) })
      const answer = await ask(address, '/api/journal-entries', { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (answer?.status !== 201) return
      acknowledged.push(id)
      onSaved(acknowledged.length)
    }
  }
  await Promise.all(Array.from({ length: pages }, page))
  return { sent, acknowledged }
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

test('No acknowledged save is lost when server and database are killed during saves', async () => {
  const DATA_DIR = await newDataDir()
  let server = await start({ DATA_DIR })
  const cookie = (await signInTo(server.address, email, 'sign-up')) ?? ''
  const acknowledged: string[] = []
  const sent: string[] = []
  // The moment and the order of the kills vary.
  for (const [moment, killedFirst] of [
    [20, 'server'],
    [60, 'database'],
    [110, 'server'],
    [150, 'database'],
  ] as const) {
    const pids = [server.process.pid, await postmasterPid(join(DATA_DIR, 'postgres'))]
    if (killedFirst === 'database') pids.reverse()
    let killed: Promise<unknown> | undefined
    const round = await saveUntilGone(server.address, cookie, (count) => {
      if (count === moment) killed = Promise.all(pids.map(killProcess))
    })
    expect(killed, 'they were killed').toBeDefined()
    await killed
    acknowledged.push(...round.acknowledged)
    sent.push(...round.sent)
    server = await start({ DATA_DIR })
    const found = await readAll(server.address, cookie)
    expect(acknowledged.filter((id) => found.get(id) !== textOf(id))).toEqual([])
    for (const [id, content] of found) {
      expect(sent, 'nothing else came').toContain(id)
      expect(content, 'nothing is half there').toBe(textOf(id))
    }
  }
})

test('No file of a data folder contains a text, after a kill neither; the outbox contains emails', async () => {
  const DATA_DIR = await newDataDir()
  const killed = await start({ DATA_DIR })
  const cookie = await signInTo(killed.address, email, 'sign-up')
  for (let count = 0; count < 20; count++) await writeTo(killed.address, cookie, textOf(uuidv7()))
  await killProcess(await postmasterPid(join(DATA_DIR, 'postgres')))
  await killed.ended
  const { address, process: server, ended } = await start({ DATA_DIR })
  await writeTo(address, cookie, textOf(uuidv7()))
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await ask(address, '/auth-test/reset', {
    method: 'POST',
    headers: { ...sameOrigin, ...form },
    body: new URLSearchParams({ email }).toString(),
  })
  const letters = () => findInFiles(join(DATA_DIR, 'outbox'), [email])
  await expect.poll(async () => (await letters()).size).toBe(1)
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect([...(await findInFiles(DATA_DIR, ['Text of', email])).keys()]).toEqual([email])
})
