import { expect, test } from 'vitest'
import { createUsers, idsOf, postmasterOf, writeConnection, writeFigures } from '../support/reliability.ts'
import { ask } from '../support/request.ts'
import { killProcess, startFixture } from '../support/start-directory.ts'
import type { TestUser } from '../support/user.ts'

const { newFolder, start } = startFixture()
const rounds = 20
const victims = ['the server', 'PostgreSQL', 'both at once'] as const

test('Twenty kills during writes lose no acknowledged write, and every start recovers by itself', async () => {
  const DATA_DIR = `${await newFolder()}/data`
  const acknowledged = new Map<TestUser, string[]>()
  const starts: number[] = []
  const killed = new Map<string, number>()
  let cut = 0
  let writers: TestUser[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    const server = await start({ DATA_DIR, LOG_LEVEL: 'silent' })
    starts.push(performance.now() - begun)
    if (writers.length === 0) writers = await createUsers(DATA_DIR, 4)
    for (const person of writers) {
      const found = await idsOf(server.address, person)
      const lost = (acknowledged.get(person) ?? []).filter((id) => !found.has(id))
      expect([round, lost]).toEqual([round, []])
    }
    let alive = true
    const write = async (person: TestUser) => {
      const kept = acknowledged.get(person) ?? acknowledged.set(person, []).get(person) ?? []
      // Stays below the daily limit of a user.
      for (let count = 0; alive && count < 45; count++) {
        const { id, status } = await writeConnection(server.address, person)
        if (status === 201) kept.push(id)
        else cut++
        const put = { method: 'PUT', headers: draftHeaders(person), body: draftOf(id) }
        await ask(server.address, `/api/journal-drafts/${id}`, put).catch(() => undefined)
      }
    }
    const writing = Promise.all(writers.flatMap((person) => [write(person)]))
    const victim = victims[Math.floor(Math.random() * victims.length)] ?? 'both at once'
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    await new Promise((done) => setTimeout(done, 50 + Math.random() * 400))
    const postgres = await postmasterOf(DATA_DIR)
    if (victim !== 'the server') void killProcess(postgres)
    if (victim !== 'PostgreSQL') void killProcess(server.process.pid)
    await server.ended
    alive = false
    await writing
  }
  const server = await start({ DATA_DIR, LOG_LEVEL: 'silent' })
  let all = 0
  for (const [person, kept] of acknowledged) {
    const found = await idsOf(server.address, person)
    expect(kept.filter((id) => !found.has(id))).toEqual([])
    all += kept.length
  }
  expect(cut, 'it was in the middle').toBeGreaterThan(rounds / 2)
  starts.sort((a, b) => a - b)
  const seconds = (milliseconds = 0) => `${(milliseconds / 1000).toFixed(1)} s`
  await writeFigures('Killed twenty times', [
    `kill -9 of ${[...killed].map(([victim, times]) => `${victim} ${times} times`).join(', ')}, after 50 to 450 ms of writing by four people.`,
    `${all} Connections acknowledged, none lost; ${cut} writes cut. Each of the ${starts.length} starts came back by itself: median ${seconds(starts[rounds / 2])}, longest ${seconds(starts.at(-1))}.`,
  ])
})

const draftHeaders = ({ cookie }: TestUser) => ({
  'Sec-Fetch-Site': 'same-origin',
  Cookie: cookie,
  'Content-Type': 'application/json',
})
const draftOf = (text: string) =>
  JSON.stringify({ content: `changed ${text}`, entry_revision: 1, revision: null })
