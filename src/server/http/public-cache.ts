import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'
type Kept = {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Uint8Array<ArrayBuffer>
  /** Ready to be sent, by encoding, once somebody has asked for it. */
  finished: Map<Encoding, Finished>
  finishing: Map<Encoding, Promise<Finished>>
  /** Brotli's: what is compressed once for many may take 20 ms, which save each of them 1 kB of a page. */
  quality: 9 | 11
}
type Finished = { etag: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
type Answer = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null }

/** Memory for finished public answers, in bytes. */
const room = 48 * 1024 * 1024

/** What an answer takes of it: its body, later its compressed forms, and what stands around them, so that many small ones count. */
const weightOf = ({ plain }: Kept): number => Math.ceil(1.5 * plain.length) + 1024

/**
 * Public answers (pages and JSON), finished and compressed once per version of the glossary and day, sent many times. They
 * are the same for everyone: nothing about who asks may reach what is kept here.
 *
 * @param stamp what an answer depends on besides its address; when it changes everything kept is let go
 */
export function createPublicCache(stamp: () => string) {
  const kept = new LRUCache<string, Kept>({ maxSize: room, sizeCalculation: weightOf })
  /** What is being made, undefined where it may not be kept: after a change everybody asks for the same at once. */
  const making = new Map<string, Promise<Kept | undefined>>()
  let keptFor = ''

  function forgetTheOld(current: string) {
    if (current === keptFor) return
    kept.clear()
    making.clear()
    keptFor = current
  }

  /** Answers from memory, or makes the answer and keeps it when it may be kept. Conditional requests get 304 (RFC 9110, 13). */
  async function answer(
    context: Context,
    key: string | undefined,
    make: () => Promise<Response>,
  ): Promise<Response> {
    const current = stamp()
    forgetTheOld(current)
    const held = key === undefined ? undefined : (kept.get(key) ?? making.get(key))
    const entry = (held && (await held)) ?? (await makeAnew(key, current, make))
    if (entry instanceof Response) return entry
    const encoding = acceptedEncoding(context.req.header('Accept-Encoding'))
    const finished = entry.finished.get(encoding) ?? (await finishOnce(entry, encoding))
    const { status, headers, body } = answerWith(entry, finished, context.req.header('If-None-Match'))
    return new Response(context.req.method === 'HEAD' ? null : body, { status, headers })
  }

  return answer

  /** @returns an answer that failed or is somebody's own search as it is, to be forgotten */
  async function makeAnew(
    key: string | undefined,
    current: string,
    make: () => Promise<Response>,
  ): Promise<Kept | Response> {
    const { promise, resolve } = Promise.withResolvers<Kept | undefined>()
    if (key !== undefined) making.set(key, promise)
    try {
      const made = await make()
      if (!made.ok && made.status !== 404) return made
      const entry = await finish(made)
      // What was read before a change and is ready only after it would be old for as long as the new version stands.
      if (key !== undefined && mayKeep(made) && stamp() === current) {
        keep(key, entry)
        resolve(entry)
      }
      return entry
    } finally {
      resolve(undefined)
      if (key !== undefined && making.get(key) === promise) making.delete(key)
    }
  }

  function keep(key: string, entry: Kept) {
    // What an address chooses (`{…}`) has more forms than are asked for twice, and the longest list would take seconds.
    if (!key.includes('{')) entry.quality = 11
    kept.set(key, entry)
  }
}

const mayKeep = (response: Response) =>
  response.ok && !response.headers.get('Cache-Control')?.includes('no-store')

async function finish(response: Response): Promise<Kept> {
  const plain = new Uint8Array(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  delete headers['content-length']
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    status: response.status,
    headers,
    etag,
    plain,
    finished: new Map(),
    finishing: new Map(),
    quality: 9,
  }
}

function answerWith({ status }: Kept, { etag, headers, body }: Finished, marks: string | undefined): Answer {
  if (status !== 200 || !matches(marks, etag)) return { status, headers, body }
  const { 'Content-Length': _, 'Content-Encoding': __, ...unchanged } = headers
  return { status: 304, headers: unchanged, body: null }
}

/** Who asks for the same meanwhile waits for it. */
function finishOnce(entry: Kept, encoding: Encoding): Promise<Finished> {
  const begun = entry.finishing.get(encoding)
  if (begun) return begun
  const finishing = finishIn(entry, encoding).finally(() => entry.finishing.delete(encoding))
  entry.finishing.set(encoding, finishing)
  return finishing
}

async function finishIn(entry: Kept, encoding: Encoding): Promise<Finished> {
  const body = await encode(entry, encoding)
  // The mark names the encoding too: two encodings are two representations (RFC 9110, section 8.8.3).
  const etag = `"${entry.etag}-${encoding}"`
  const headers = {
    ...entry.headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': String(body.length),
  }
  const finished = { etag, headers, body }
  entry.finished.set(encoding, finished)
  return finished
}

async function encode({ plain, quality }: Kept, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return zip(plain)
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      // 128 kB hold a page. The default, 4 MB, costs 13 ms for each answer instead of 1, mostly for clearing its memory.
      [constants.BROTLI_PARAM_LGWIN]: plain.length > 2 ** 17 ? 18 : 17,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}

/** The best encoding that the client takes (RFC 9110, section 12.5.3); `q=0` refuses one. */
function acceptedEncoding(header = ''): Encoding {
  const taken = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}

/** Weak comparison against a list or `*` (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((mark) => mark.trim() === '*' || mark.trim().replace(/^W\//, '') === etag)
}
