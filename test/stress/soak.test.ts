import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { residentMegabytes } from '../../bench/processes.ts'
import { signInTo } from '../support/operator.ts'
import { createUsers, postmasterOf, writeConnection, writeFigures } from '../support/reliability.ts'
import { ask } from '../support/request.ts'
import { queryOwn, startFixture } from '../support/start-directory.ts'
import type { TestUser } from '../support/user.ts'

const { newFolder, start } = startFixture()
/** In seconds. A lower value is for trying the test itself. */
const lasts = Number(import.meta.env.VITE_SOAK_SECONDS ?? 600)
const writers = 61
const atOnce = 16

test('Ten minutes at half the capacity cause no error, no memory growth and no leaked connection', async () => {
  const DATA_DIR = `${await newFolder()}/data`
  const server = await start({ DATA_DIR })
  const { address } = server
  const pid = server.process.pid ?? 0
  const persons = await createUsers(DATA_DIR, writers)
  await signInTo(address, 'ana@example.org', 'sign-up')

  let turn = 0
  const person = () => persons[turn % writers] as TestUser
  const get = async (path: string, Cookie = '') =>
    (await ask(address, path, { headers: { Cookie } }).catch(() => ({ status: 0 }))).status
  const words = ['dinner', 'silent treatment', 'gaslig', 'blame', 'hoover']
  /** The mix of requests, in percent. */
  const actions: [share: number, intent: () => Promise<number>][] = [
    [25, () => get('/glossary/gaslighting')],
    [10, () => get('/')],
    [15, () => get(`/api/terms?search=${encodeURIComponent(words[turn % words.length] ?? '')}`)],
    [5, () => get('/glossary?search=dinner')],
    [15, () => get('/api/journal-entries', person().cookie)],
    [10, () => get('/api/profile', person().cookie)],
    [8, () => get('/dashboard', person().cookie)],
    [10, async () => (await writeConnection(address, person(), ' and so on'.repeat(50))).status],
    [
      1,
      () =>
        signInTo(address, 'ana@example.org', 'sign-in').then(
          (cookie) => (cookie ? 200 : 0),
          () => 0,
        ),
    ],
    [1, () => get('/no-such-page')],
  ]
  const wheel = actions.flatMap(([share, intent]) => Array<() => Promise<number>>(share).fill(intent))
  /** Sends the next request; the kinds are interleaved. @returns the status, 0 if the connection was cut */
  const next = () => (wheel[(turn++ * 37) % wheel.length] as () => Promise<number>)()
  // A tenth of all requests are writes, spread over many users because of the daily limit.
  const failures = new Map<number, number>()
  const count = (status: number) => {
    if ((status < 200 || status > 299) && status !== 404)
      failures.set(status, (failures.get(status) ?? 0) + 1)
  }

  const measure = async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    let done = 0
    const work = async () => {
      for (; performance.now() < until; done++) count(await next())
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return done / seconds
  }
  await measure(5)
  const capacity = await measure(15)
  expect([...failures]).toEqual([])
  const rate = Math.max(1, Math.floor(capacity / 2))
  await sleep(2_000)
  const filesBefore = await openFiles(pid)

  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentMegabytes(pid)), 1_000)
  const loads: number[] = [loadavg()[0] ?? 0]
  const begun = performance.now()
  const took: number[] = []
  let tickets = 0
  // The concurrency is that of the measurement: on a busy machine the rate drops, and no queue builds up.
  const work = async () => {
    for (;;) {
      const due = begun + (tickets++ * 1000) / rate
      if (due > begun + lasts * 1000) return
      const early = due - performance.now()
      if (early > 1) await sleep(early)
      if (performance.now() > begun + lasts * 1000) return
      const since = performance.now()
      count(await next())
      took.push(performance.now() - since)
    }
  }
  const looking = setInterval(() => loads.push(loadavg()[0] ?? 0), 10_000)
  await Promise.all(Array.from({ length: atOnce }, work)).finally(() => {
    clearInterval(looking)
    clearInterval(sampling)
  })

  const third = Math.floor(samples.length / 3)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [first, middle, last] = [0, 1, 2].map((part) => mean(samples.slice(part * third, (part + 1) * third)))
  // Idle database connections are closed after half a minute, idle HTTP connections after some seconds.
  const [files, sessions] = await settled(pid, DATA_DIR)
  took.sort((a, b) => a - b)
  const at = (part: number) => `${(took[Math.floor(took.length * part)] ?? 0).toFixed(1)} ms`
  await writeFigures('Soak', [
    `${Math.round(lasts / 60)} minutes at ${rate} requests a second at most (${(took.length / lasts).toFixed(1)} were got), half of the ${Math.round(capacity)} that ${atOnce} at once got just before. The machine was shared with other work (load ${mean(loads).toFixed(1)} on average), and what asked ran on the same cores.`,
    `${took.length} requests, ${[...failures.values()].reduce((sum, many) => sum + many, 0)} errors; p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(0.999999)}.`,
    `Memory of the server by thirds: ${[first, middle, last].map((value) => value?.toFixed(1)).join(', ')} MB. Afterwards ${sessions} connections to PostgreSQL, and ${files} open files (${filesBefore} before).`,
  ])
  expect([...failures]).toEqual([])
  expect(Math.abs((last ?? 0) / (middle ?? 1) - 1)).toBeLessThan(0.05)
  expect(files).toBeLessThanOrEqual(filesBefore)
  expect(sessions).toBeLessThanOrEqual(10)
  expect(await postmasterOf(DATA_DIR)).toBeGreaterThan(0)
})

const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

/** Open files and PostgreSQL connections of the server, after some time without requests. */
async function settled(pid: number, dataDir: string): Promise<[number, number]> {
  await sleep(45_000)
  const rows = await queryOwn(
    dataDir,
    "select count(*) from pg_stat_activity where application_name like 'unfog%' and backend_type = 'client backend'",
  )
  expect(await readFile(`/proc/${pid}/status`, 'utf8')).toContain('Name:')
  return [await openFiles(pid), Number(rows[0]?.count)]
}
