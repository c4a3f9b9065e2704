/**
 * A minimal server on the same stack (Node, Hono and its adapter), for comparison. Also serves plain HTML files, compressed like our
 * pages.
 *
 * `node bench/hello-world.ts <folder>` prints `ready http://localhost:PORT`.
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
/** Responses as large as our pages, from memory, so that bandwidth does not matter. */
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
