/**
 * A minimal server for the same rows: `node:http` with one `pg` query per request, without validation, accounts, encryption, row level
 * security or logging.
 *
 * `node bench/baseline-server.ts <pg options as JSON>` prints `ready http://localhost:PORT`.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 })
const term = 'id, slug, term_name, type, definition, aliases, tags, examples, created_at'

/** Queries by path. */
const queries: Record<string, { text: string; values: (url: URL, body: string) => unknown[] }> = {
  '/terms': {
    text: `select ${term} from terms where retired_at is null order by sort_key, id limit 20`,
    values: () => [],
  },
  '/search': {
    text: `select term_name, slug, type, definition from terms
            where retired_at is null and term_name ilike '%' || $1 || '%' order by sort_key, id limit 5`,
    values: (url) => [url.searchParams.get('q')],
  },
  '/term': {
    text: `select ${term} from terms where retired_at is null and slug = $1`,
    values: (url) => [url.searchParams.get('slug')],
  },
  '/entries': {
    text: 'select * from plain_entries where user_id = $1 order by created_at desc, id desc limit 20',
    values: (url) => [url.searchParams.get('user_id')],
  },
  '/save': {
    text: 'insert into plain_entries values ($1, $2, $3, now()) returning *',
    values: (url, body) => [url.searchParams.get('user_id'), randomUUID(), JSON.parse(body).content],
  },
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request) body += piece
  return body
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const query = queries[url.pathname]
  if (!query) return response.writeHead(404).end()
  const body = request.method === 'POST' ? await bodyOf(request) : ''
  const { rows } = await pool.query(query.text, query.values(url, body))
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://localhost:${(server.address() as AddressInfo).port}`),
)
