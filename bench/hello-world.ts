/**
 * What everything is measured beside: the least that the same server stack (Node, Hono and its adapter) can answer. It also
 * sends plain HTML files, compressed as the product compresses its pages.
 *
 * `node bench/hello-world.ts <folder of the files>`; the last line printed is `ready http://localhost:PORT`.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const folder = process.argv[2] ?? '.'
const app = new Hono()

app.get('/', (context) => context.html('<!doctype html><title>Hello</title><h1>Hello, world</h1>'))
/** As many bytes as a page of ours has, already in memory: what is left is the work, and not what the line can carry. */
const full = Buffer.alloc(1_000_000, 'x')
app.get('/bytes/:count{[0-9]+}', (context) =>
  context.body(full.subarray(0, Number(context.req.param('count'))), 200, {
    'Content-Type': 'text/html; charset=utf-8',
  }),
)
app.get('/plain/:name{[a-z]+}', async (context) => {
  const text = await readFile(join(folder, `${context.req.param('name')}.html`))
  const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return context.body(body, 200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' })
})

const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://localhost:${(server.address() as AddressInfo).port}`),
)
