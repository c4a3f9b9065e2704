import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCallback)

type Encoding = 'br' | 'gzip' | 'identity'
type Entry = {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Uint8Array<ArrayBuffer>
  /** Encoded on first request. */
  encoded: Map<Encoding, Promise<EncodedResponse>>
  /** Of Brotli. 11 takes up to 20 ms once, and saves 1 kB a page. */
  quality: 9 | 11
}
type EncodedResponse = { etag: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

/** Bytes, with the compressed forms and the overhead. */
const sizeOf = ({ plain }: Entry): number => Math.ceil(1.5 * plain.length) + 1024

/** Caches public responses until the version changes. Nothing about the visitor may be stored here. Without a `key` nothing is. */
export function createPublicCache(version: () => string, maxBytes = 48 * 1024 * 1024) {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  /** Undefined for a response that may not be stored. */
  const rendering = new Map<string, Promise<Entry | undefined>>()
  let cachedVersion = ''

  return async function respond(
    context: Context,
    key: string | undefined,
    render: () => Promise<Response>,
  ): Promise<Response> {
    const current = version()
    if (current !== cachedVersion) {
      entries.clear()
      rendering.clear()
      cachedVersion = current
    }
    const cached = key === undefined ? undefined : (entries.get(key) ?? rendering.get(key))
    const entry = (cached && (await cached)) ?? (await renderEntry(key, current, render))
    if (entry instanceof Response) return entry
    const encoding = acceptedEncoding(context.req.header('Accept-Encoding'))
    const { etag, headers, body } = await encodeOnce(entry, encoding)
    if (entry.status === 200 && matches(context.req.header('If-None-Match'), etag)) {
      const { 'Content-Length': _, 'Content-Encoding': __, ...unchanged } = headers
      return new Response(null, { status: 304, headers: unchanged })
    }
    return new Response(context.req.method === 'HEAD' ? null : body, { status: entry.status, headers })
  }

  /** Returns a failed response as it is. */
  async function renderEntry(
    key: string | undefined,
    current: string,
    render: () => Promise<Response>,
  ): Promise<Entry | Response> {
    const { promise, resolve } = Promise.withResolvers<Entry | undefined>()
    if (key !== undefined) rendering.set(key, promise)
    try {
      const response = await render()
      if (!response.ok && response.status !== 404) return response
      const entry = await toEntry(response)
      // It may have read the old version.
      if (key !== undefined && isStorable(response) && version() === current) {
        // Most parameters (`{…}`) are requested once; the longest list would take seconds.
        if (!key.includes('{')) entry.quality = 11
        entries.set(key, entry)
        resolve(entry)
      }
      return entry
    } finally {
      resolve(undefined)
      if (key !== undefined && rendering.get(key) === promise) rendering.delete(key)
    }
  }
}

const isStorable = (response: Response) =>
  response.ok && !response.headers.get('Cache-Control')?.includes('no-store')

async function toEntry(response: Response): Promise<Entry> {
  const plain = new Uint8Array(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  delete headers['content-length']
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const { status } = response
  return { status, headers, etag, plain, encoded: new Map(), quality: 9 }
}

/** Concurrent requests share one compression. */
function encodeOnce(entry: Entry, encoding: Encoding): Promise<EncodedResponse> {
  const existing = entry.encoded.get(encoding)
  if (existing) return existing
  const encoded = encode(entry, encoding)
  entry.encoded.set(encoding, encoded)
  encoded.catch(() => entry.encoded.delete(encoding))
  return encoded
}

async function encode(entry: Entry, encoding: Encoding): Promise<EncodedResponse> {
  const body = await compress(entry, encoding)
  // Two encodings are two representations (RFC 9110, section 8.8.3).
  const etag = `"${entry.etag}-${encoding}"`
  const headers = {
    ...entry.headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': String(body.length),
  }
  return { etag, headers, body }
}

async function compress({ plain, quality }: Entry, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return gzip(plain)
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      // The default window of 4 MB costs 13 ms a response instead of 1; 128 kB holds a page.
      [constants.BROTLI_PARAM_LGWIN]: plain.length > 2 ** 17 ? 18 : 17,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}

/** RFC 9110, section 12.5.3; `q=0` excludes an encoding. */
function acceptedEncoding(header = ''): Encoding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Weak comparison (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
