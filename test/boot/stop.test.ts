import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { npmStart, postmasterPid, readPage, signalGroup, startFixture } from '../support/start-directory.ts'

const { newDataDir, begin, start } = startFixture()

const postgresOf = (DATA_DIR: string) => postmasterPid(join(DATA_DIR, 'postgres'))

/** Everything a server says on a connection until it ends it; what it did not say is missing. */
const hear = (socket: Socket): Promise<string> => text(socket).catch(() => '')

/** A request of which only the beginning has been sent. */
async function half(address: string, path: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const answer = hear(socket)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
  return { socket, answer, finish: () => socket.write('Accept: application/json\r\n\r\n') }
}

/** Waits until nothing listens there any more. */
async function closed(address: string) {
  const refused = async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    try {
      await once(socket, 'connect')
      return false
    } catch {
      return true
    } finally {
      socket.destroy()
    }
  }
  await expect.poll(refused).toBe(true)
}

/** Whether an answer came whole: the length it announced is the length it has. */
function whole(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return (
    head.startsWith('HTTP/1.1 200 ') &&
    Number(/^content-length: (\d+)/im.exec(head)?.[1]) === Buffer.byteLength(body)
  )
}

describe('SIGTERM', () => {
  test('lets those who are in the middle of a question have their whole answer, then stops PostgreSQL', async () => {
    const DATA_DIR = await newDataDir()
    const { address, process: server, ended } = await start({ DATA_DIR })
    // Searches are never kept in memory, so each of these needs the database.
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => half(address, `/api/terms?search=a&limit=${n}`)),
    )
    // Each has arrived once a later request of its kind has been answered.
    await fetch(`${address}/api/terms?search=a`)
    server.kill('SIGTERM')
    await closed(address)
    for (const { finish } of asked) finish()
    const answers = await Promise.all(asked.map(({ answer }) => answer))
    expect(answers.map(whole)).toEqual(asked.map(() => true))
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
  })

  test('under load answers, whole, every question that was asked before', async () => {
    const DATA_DIR = await newDataDir()
    const { address, process: server, ended } = await start({ DATA_DIR })
    const asked: { before: boolean; answer: string }[] = []
    let refused = false
    const ask = async () => {
      const before = !server.killed
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.once('error', () => {
        refused = true
      })
      const answer = hear(socket)
      socket.write('GET /api/terms?search=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      asked.push({ before, answer: await answer })
      if (asked.length === 60) server.kill('SIGTERM')
    }
    const person = async () => {
      while (!refused) await ask()
    }
    await Promise.all(Array.from({ length: 8 }, person))
    expect(asked.filter(({ before, answer }) => !whole(answer) && (before || answer !== ''))).toEqual([])
    expect(asked.length).toBeGreaterThan(60)
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
  })

  test('lets who reads slowly have the rest of what was answered', async () => {
    const { address, process: server, ended } = await start({ DATA_DIR: await newDataDir() })
    const body = await readPage(`${address}/api/terms/index`)
    // 20 MB, more than the system holds for a connection, by as much as may be asked for before an answer (server/http/pipelining-limit.ts).
    const times = 95
    expect(times * body.length).toBeGreaterThan(18_000_000)
    const slow = connect(Number(new URL(address).port), '127.0.0.1')
    slow.pause()
    slow.write('GET /api/terms/index HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times))
    await fetch(`${address}/healthz`)
    server.kill('SIGTERM')
    await closed(address)
    await sleep(500)
    const answer = await hear(slow)
    expect(answer.split(body).length - 1).toBe(times)
    expect(await ended).toBe(0)
  })

  test('does not wait for a connection that a browser opened in advance, or keeps for later', async () => {
    const { address, process: server, ended } = await start({ DATA_DIR: await newDataDir() })
    const inAdvance = connect(Number(new URL(address).port), '127.0.0.1')
    await once(inAdvance, 'connect')
    await fetch(`${address}/healthz`)
    const began = performance.now()
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    // Well below the ten seconds for which it waits for an answer under way.
    expect(performance.now() - began).toBeLessThan(7_000)
    inAdvance.destroy()
  })

  test('during the start gives the start up, and leaves no PostgreSQL behind', async () => {
    for (let tries = 1; ; tries++) {
      const DATA_DIR = await newDataDir()
      const { process: server, ended, output } = begin({ DATA_DIR })
      await expect.poll(() => postgresOf(DATA_DIR), { timeout: 30_000, interval: 5 }).not.toBe(0)
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(await postgresOf(DATA_DIR)).toBe(0)
      // Where the test itself was kept waiting, the start was over.
      if (output().startsWith('ready ') && tries < 5) continue
      return expect(output()).toBe('')
    }
  })
})

describe('Ctrl-C', () => {
  test('ends the server and PostgreSQL as SIGTERM does', async () => {
    const DATA_DIR = await newDataDir()
    const { process: server, ended } = await start({ DATA_DIR })
    server.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
  })

  test('in the terminal of `npm start`, where every process hears it and npm passes it on, does so too', async () => {
    const DATA_DIR = await newDataDir()
    const { process: npm, ended, address } = await start({ DATA_DIR }, npmStart)
    signalGroup(npm.pid ?? 0, 'SIGINT')
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
    await closed(address)
  })

  test('pressed again after a second ends the server at once, though somebody is in the middle of a question', async () => {
    const DATA_DIR = await newDataDir()
    const { address, process: server, ended } = await start({ DATA_DIR })
    const { socket } = await half(address, '/api/terms')
    await fetch(`${address}/healthz`)
    server.kill('SIGINT')
    await closed(address)
    await sleep(1_100)
    expect(server.exitCode, 'it waits for the answer').toBeNull()
    server.kill('SIGINT')
    expect(await ended).toBe(1)
    socket.destroy()
    expect((await start({ DATA_DIR })).address, 'the next start takes over what is left').toBeTruthy()
  })
})
