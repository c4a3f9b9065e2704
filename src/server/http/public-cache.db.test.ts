import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyTerms, sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser } from '../../../test/support/user.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing', { type: 'clinical' }), ...manyTerms(30)]

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)
const text = async (path: string, init?: RequestInit) => (await request(path, init)).text()

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('The public cache', () => {
  test.each(['/', '/glossary', '/glossary/apple', '/api/terms', '/api/terms/apple', '/api/terms/index'])(
    'sends %s with an ETag, and responds with 304 to a matching If-None-Match',
    async (path) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'Accept-Encoding': encoding }
        const first = await request(path, { headers })
        const etag = first.headers.get('ETag') ?? ''
        expect(etag).toMatch(new RegExp(`^"[\\w-]{22}-${encoding}"$`))
        const again = await request(path, { headers: { ...headers, 'If-None-Match': etag } })
        expect(again.status).toBe(304)
        expect(again.headers.get('Cache-Control')).toBe(first.headers.get('Cache-Control'))
        expect(await again.text()).toBe('')
      }
    },
  )

  test.each(['/glossary', '/api/terms', '/sitemap.xml'])(
    'sends %s with the same content in every encoding',
    async (path) => {
      const of = async (encoding: string) => {
        const response = await request(path, { headers: { 'Accept-Encoding': encoding } })
        expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding)
        return Buffer.from(await response.arrayBuffer())
      }
      const plain = await of('identity')
      const [small, zipped] = [await of('br'), await of('gzip')]
      expect(brotliDecompressSync(small).equals(plain)).toBe(true)
      expect(gunzipSync(zipped).equals(plain)).toBe(true)
      expect(small.length).toBeLessThan(plain.length / 2)
    },
  )

  const pressed = (plain: Buffer, quality: number) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: 17,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    })
  test.each([
    ['/glossary', 11],
    ['/glossary/apple', 11],
    ['/api/terms', 11],
    ['/api/terms/apple', 11],
    ['/glossary?sort=z-a', 9],
    ['/glossary?page=9999', 9],
    ['/api/terms?limit=30', 9],
    ['/GLOSSARY', 9],
    ['/glossary/apple/', 9],
    ['/%67lossary/apple', 9],
  ])(
    'compresses %s with Brotli quality %i: the slow best one only for canonical addresses',
    async (path, quality) => {
      for (let time = 0; time < 2; time++) {
        const answer = await request(path, { headers: { 'Accept-Encoding': 'br' } })
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.equals(pressed(brotliDecompressSync(bytes), quality))).toBe(true)
      }
    },
  )

  test.each(['/', '/glossary', '/glossary/apple', '/api/terms', '/api/terms/suggest?q=a', '/healthz'])(
    'responds to HEAD %s with the headers of GET, without a body, and does not affect GET',
    async (path) => {
      const head = await request(path, { method: 'HEAD' })
      expect(await head.text()).toBe('')
      const got = await request(path)
      const body = await got.text()
      expect(body).not.toBe('')
      expect(head.status).toBe(got.status)
      for (const name of ['Content-Type', 'Content-Length', 'Cache-Control', 'ETag']) {
        expect(head.headers.get(name)).toBe(got.headers.get(name))
      }
    },
  )

  test('does not query the database again until a sync', async () => {
    const before = [
      await text('/glossary/apple'),
      await text('/api/terms/apple'),
      await text('/api/terms?limit=100'),
    ]
    const rename = (term_name: string) =>
      database.owner.updateTable('terms').set({ term_name }).where('slug', '=', 'apple').execute()
    try {
      await rename('Changed')
      expect([
        await text('/glossary/apple'),
        await text('/api/terms/apple'),
        await text('/api/terms?limit=100'),
      ]).toEqual(before)
    } finally {
      await rename('Apple')
    }
  })

  test('marks build files as immutable, because their names change with their content', async () => {
    const [asset] = /\/assets\/[\w.-]+\.js/.exec(await text('/')) ?? []
    const response = await request(asset ?? '', { headers: { 'Accept-Encoding': 'br' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Encoding')).toBe('br')
    expect((await request('/favicon.svg')).headers.get('Cache-Control')).toBe('public, max-age=86400')
    expect((await request('/assets/nothing.js')).headers.get('Cache-Control')).toBeNull()
  })

  test('has another term of the day on the next day', async () => {
    const { term } = JSON.parse(await text('/api/term-of-the-day'))
    served.time.now = new Date('2026-03-05T00:00:00Z')
    try {
      expect(JSON.parse(await text('/api/term-of-the-day')).term.slug).not.toBe(term.slug)
    } finally {
      served.time.now = new Date('2026-03-04T12:00:00Z')
    }
    expect(JSON.parse(await text('/api/term-of-the-day')).term.slug).toBe(term.slug)
  })
})

describe('A cached response', () => {
  const version = { now: 'one' }
  let ours: Awaited<ReturnType<typeof testApp>>
  let server: Server
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers,
      method,
      redirect: 'manual',
    })
  const namesOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date'))

  beforeAll(async () => {
    ours = await testApp(database, { glossaryVersion: () => version.now })
    server = createServer(ours.app.listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  test.each(['/', '/glossary', '/glossary/apple', '/api/terms', '/api/terms/apple', '/api/terms/index'])(
    '%s has all headers of the first response',
    async (path) => {
      const made = await ask(path)
      const kept = await ask(path)
      expect(namesOf(kept)).toEqual(namesOf(made))
      expect(made.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(await kept.text()).toBe(await made.text())
      const again = await ask(path, { 'If-None-Match': made.headers.get('ETag') ?? '' })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(JSON.parse(ours.lines.at(-1) ?? '{}')).toMatchObject({
        method: 'GET',
        path: path.replace('apple', ':slug'),
        status: 304,
      })
    },
  )

  test('is not used for requests with Safe Mode or signed-out markers', async () => {
    await (await ask('/glossary/apple')).text()
    const inSafeMode = await ask('/glossary/apple', {
      Cookie: 'a=b; __Host-view=1',
      'Sec-Fetch-Dest': 'document',
    })
    expect(inSafeMode.headers.get('Refresh')).toBe('0;url=/')
    const { cookie } = await createTestUser(database)
    const left = await ask('/glossary/apple', { Cookie: `${cookie}; __Host-signed-out=1` })
    expect(left.headers.getSetCookie().join()).toContain('__Host-session=;')
  })

  test.each([
    ['HEAD', 200],
    ['POST', 405],
  ])('is not used for other methods: %s gets %i', async (method, status) => {
    await (await ask('/glossary/apple')).text()
    const answer = await ask('/glossary/apple', {}, method)
    expect([answer.status, (await answer.text()).includes('<html')]).toEqual([status, false])
  })

  test('is used until the glossary version changes', async () => {
    const rename = (term_name: string) =>
      database.owner.updateTable('terms').set({ term_name }).where('slug', '=', 'apple').execute()
    await (await ask('/glossary/apple')).text()
    try {
      await rename('Changed')
      version.now = 'two'
      expect(await (await ask('/glossary/apple')).text()).toContain('Changed')
    } finally {
      await rename('Apple')
    }
  })
})
