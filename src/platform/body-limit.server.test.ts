import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBody } from './body-limit.server.ts'

const most = 1_000
let server: Server
/** The number of bytes the handler read, for each request that reached it. */
const read: number[] = []

beforeAll(async () => {
  const app = new Hono()
  app.use(limitBody(most, (context) => context.text('too long', 413)))
  app.all('/', async (context) => {
    read.push((await context.req.text()).length)
    return context.text('read')
  })
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  if (!server.listening) await once(server, 'listening')
})
afterAll(() => server.close())

/** @param pieces parts of the body, sent chunked unless the headers include a length */
async function send(method: string, pieces: string[], headers: Record<string, string> = {}): Promise<number> {
  const { port } = server.address() as AddressInfo
  const asked = request({ port, method, headers, agent: false })
  for (const piece of pieces) asked.write(piece)
  asked.end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}

test.each([most - 1, most])(
  'a body of %d bytes is accepted with and without Content-Length',
  async (length) => {
    expect(await send('POST', ['x'.repeat(length)], { 'Content-Length': String(length) })).toBe(200)
    expect(read.at(-1)).toBe(length)
    expect(await send('POST', ['x'.repeat(length - 10), 'x'.repeat(10)])).toBe(200)
    expect(read.at(-1)).toBe(length)
  },
)

test('a body over the limit is rejected with 413 before the handler, with and without Content-Length', async () => {
  const before = read.length
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await send(method, ['x'.repeat(most + 1)], { 'Content-Length': String(most + 1) })).toBe(413)
    expect(await send(method, ['x'.repeat(most), 'x'], { 'Transfer-Encoding': 'chunked' })).toBe(413)
  }
  expect(read).toHaveLength(before)
})

test('an empty body without Content-Length is accepted', async () => {
  expect(await send('POST', [])).toBe(200)
  expect(await send('GET', [])).toBe(200)
})
