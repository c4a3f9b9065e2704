import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { npmStart, postmasterPid, readPage, signalGroup, startFixture } from '../support/start-directory.ts'

const { newDataDir, begin, start } = startFixture()

const postgresOf = (DATA_DIR: string) => postmasterPid(join(DATA_DIR, 'postgres'))

/** Reads everything the server sends until it closes the connection; empty if the connection fails. */
const hear = (socket: Socket): Promise<string> => text(socket).catch(() => '')

/** Sends only the beginning of a request. */
async function half(address: string, path: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const answer = hear(socket)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
  return { socket, answer, finish: () => socket.write('Accept: application/json\r\n\r\n') }
}

/** Waits until the port rejects connections. */
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

/** Whether a response is complete: its body is as long as its Content-Length. */
function whole(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return (
    head.startsWith('HTTP/1.1 200 ') &&
    Number(/^content-length: (\d+)/im.exec(head)?.[1]) === Buffer.byteLength(body)
  )
}

describe('SIGTERM', () => {
  test('completes the requests in progress, then stops PostgreSQL', async () => {
    const DATA_DIR = await newDataDir()
    const { address, process: server, ended } = await start({ DATA_DIR })
    // Searches are not cached, so each of these queries the database.
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => half(address, `/api/terms?search=a&limit=${n}`)),
    )
    // All have arrived once a later request has its response.
    await fetch(`${address}/api/terms?search=a`)
    server.kill('SIGTERM')
    await closed(address)
    for (const { finish } of asked) finish()
    const answers = await Promise.all(asked.map(({ answer }) => answer))
    expect(answers.map(whole)).toEqual(asked.map(() => true))
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
  })

  test('under load completes every request that was sent before it', async () => {
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

  test('lets a slow client read its whole response', async () => {
    const { address, process: server, ended } = await start({ DATA_DIR: await newDataDir() })
    const body = await readPage(`${address}/api/terms/index`)
    // 20 MB, more than the socket buffers hold, from as many pipelined requests as allowed (server/http/pipelining-limit.ts).
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

  test('does not wait for idle connections that were preconnected or kept alive', async () => {
    const { address, process: server, ended } = await start({ DATA_DIR: await newDataDir() })
    const port = Number(new URL(address).port)
    const [inAdvance, keptAlive] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await once(inAdvance, 'connect')
    keptAlive.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(keptAlive, 'data')
    const bothClosed = Promise.all([inAdvance, keptAlive].map((socket) => once(socket.resume(), 'close')))
    const began = performance.now()
    server.kill('SIGTERM')
    await bothClosed
    // By itself Node closes a kept-alive connection after six seconds, and the stop closes every other after ten.
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await ended).toBe(0)
  })

  test('during the start cancels it and leaves no PostgreSQL running', async () => {
    for (let tries = 1; ; tries++) {
      const DATA_DIR = await newDataDir()
      const { process: server, ended, output } = begin({ DATA_DIR })
      await expect.poll(() => postgresOf(DATA_DIR), { timeout: 30_000, interval: 5 }).not.toBe(0)
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(await postgresOf(DATA_DIR)).toBe(0)
      // On a busy machine the start may finish before the signal: try again.
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

  test('stops both under `npm start`, where the terminal signals every process and npm forwards it', async () => {
    const DATA_DIR = await newDataDir()
    const { process: npm, ended, address } = await start({ DATA_DIR }, npmStart)
    signalGroup(npm.pid ?? 0, 'SIGINT')
    expect(await ended).toBe(0)
    expect(await postgresOf(DATA_DIR)).toBe(0)
    await closed(address)
  })

  test('pressed again after a second stops the server at once, even with a request in progress', async () => {
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
