import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'
type Kept = {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Map<Encoding, Uint8Array>
}

/** Memory for finished public answers, in bytes of their bodies. */
const room = 48 * 1024 * 1024

/**
 * Public answers (pages and JSON), finished and compressed once per version of the glossary and day, sent many times. They
 * are the same for everyone: nothing about who asks may reach what is kept here.
 *
 * @param stamp what an answer depends on besides its address; when it changes everything kept is let go
 */
export function createPublicCache(stamp: () => string) {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let keptFor = ''

  /** Answers from memory, or makes the answer and keeps it when it may be kept. Conditional requests get 304 (RFC 9110, 13). */
  return async function answer(
    context: Context,
    key: string | undefined,
    make: () => Promise<Response>,
  ): Promise<Response> {
    const current = stamp()
    if (current !== keptFor) {
      kept.clear()
      bytes = 0
      keptFor = current
    }
    let entry = key === undefined ? undefined : kept.get(key)
    if (!entry) {
      const made = await make()
      // What failed or is somebody's own search is answered as it is, and forgotten.
      if (!made.ok && made.status !== 404) return made
      entry = await finish(made)
      if (key !== undefined && made.ok) keep(key, entry)
    }
    return send(context, entry)
  }

  function keep(key: string, entry: Kept) {
    kept.set(key, entry)
    bytes += entry.bodies.get('identity')?.length ?? 0
    for (const [oldest, { bodies }] of kept) {
      if (bytes <= room) break
      kept.delete(oldest)
      bytes -= bodies.get('identity')?.length ?? 0
    }
  }
}

async function finish(response: Response): Promise<Kept> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  delete headers['content-length']
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { status: response.status, headers, etag, bodies: new Map([['identity', body]]) }
}

async function send(context: Context, entry: Kept): Promise<Response> {
  const encoding = acceptedEncoding(context.req.header('Accept-Encoding') ?? '')
  // The mark names the encoding too: two encodings are two representations (RFC 9110, section 8.8.3).
  const etag = `"${entry.etag}-${encoding}"`
  const headers: Record<string, string> = { ...entry.headers, ETag: etag, Vary: 'Accept-Encoding' }
  if (entry.status === 200 && matches(context.req.header('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  const body = await bodyIn(entry, encoding)
  headers['Content-Length'] = String(body.length)
  return new Response(context.req.method === 'HEAD' ? null : (body as BodyInit), {
    status: entry.status,
    headers,
  })
}

async function bodyIn(entry: Kept, encoding: Encoding): Promise<Uint8Array> {
  const present = entry.bodies.get(encoding)
  if (present) return present
  const plain = entry.bodies.get('identity') as Uint8Array
  const made =
    encoding === 'br'
      ? await brotli(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
        })
      : await zip(plain)
  entry.bodies.set(encoding, made)
  return made
}

/** The best encoding that the client takes (RFC 9110, section 12.5.3); `q=0` refuses one. */
function acceptedEncoding(header: string): Encoding {
  const taken = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  if (taken.includes('br')) return 'br'
  if (taken.includes('gzip')) return 'gzip'
  return 'identity'
}

/** Weak comparison against a list or `*` (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((mark) => mark.trim() === '*' || mark.trim().replace(/^W\//, '') === etag)
}
