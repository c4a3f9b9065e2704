import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createPublicCache } from './public-cache.ts'

const megabyte = 'x'.repeat(1024 * 1024)

/** A cache in front of responses with the number of times they were rendered. */
function cacheOf(answerFor: (key: string, made: number) => Response | Promise<Response>, maxBytes?: number) {
  const made = new Map<string, number>()
  const state = { stamp: 'one' }
  const cached = createPublicCache(() => state.stamp, maxBytes)
  const app = new Hono()
  app.get('/:key', (context) => {
    const { key } = context.req.param()
    return cached(context, key, async () => {
      made.set(key, (made.get(key) ?? 0) + 1)
      return answerFor(key, made.get(key) ?? 0)
    })
  })
  const get = async (key: string, headers: Record<string, string> = {}) => app.request(`/${key}`, { headers })
  return { get, made, state }
}

describe('A public response', () => {
  test('is rendered once, until the version changes', async () => {
    const { get, state } = cacheOf((_key, made) => new Response(`made ${made}`))
    for (let time = 0; time < 3; time++) expect(await (await get('a')).text()).toBe('made 1')
    state.stamp = 'two'
    expect(await (await get('a')).text()).toBe('made 2')
  })

  test('is rendered once for concurrent requests', async () => {
    const { get, made } = cacheOf(async () => new Response('the same'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('a')))
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(10).fill('the same'))
    expect(made.get('a')).toBe(1)
  })

  test('is rendered again by waiting requests if the first was not stored or failed', async () => {
    const { get, made, state } = cacheOf(async (key, time) => {
      if (time === 1 && key === 'late') state.stamp = 'two'
      if (time === 1 && key === 'broken') throw new Error('gone')
      return new Response(`made ${time}`, { status: time === 1 && key === 'failed' ? 503 : 200 })
    })
    for (const key of ['late', 'broken', 'failed']) {
      const [, second] = await Promise.all([get(key), get(key)])
      expect(await second?.text()).toBe('made 2')
      expect(made.get(key)).toBe(2)
    }
  })

  test.each([
    ['no-store', new Response('someone’s own', { headers: { 'Cache-Control': 'private, no-store' } })],
    ['not found', new Response('nothing', { status: 404 })],
    ['failed', new Response('broken', { status: 503 })],
  ])('is not stored when it is %s', async (_what, response) => {
    const { get, made } = cacheOf(() => response.clone())
    await get('a')
    await get('a')
    expect(made.get('a')).toBe(2)
  })

  test('is not stored if the version changes while it renders', async () => {
    const reading = Promise.withResolvers<void>()
    const { get, state } = cacheOf(async (key, made) => {
      if (key === 'slow' && made === 1) await reading.promise
      return new Response(`made ${made}`)
    })
    const slow = get('slow')
    state.stamp = 'two'
    await get('other')
    reading.resolve()
    await slow
    expect(await (await get('slow')).text()).toBe('made 2')
  })
})

describe('The memory of the cache', () => {
  test('is limited: the oldest responses are evicted', async () => {
    const { get, made } = cacheOf(() => new Response(megabyte))
    for (let number = 0; number < 60; number++) await get(String(number))
    await get('59')
    expect(made.get('59')).toBe(1)
    await get('0')
    expect(made.get('0')).toBe(2)
  })

  test('is not exhausted by tiny responses', async () => {
    const { get, made } = cacheOf(() => new Response('x'), megabyte.length)
    for (let number = 0; number < 1_100; number++) await get(String(number))
    await get('1099')
    expect(made.get('1099')).toBe(1)
    await get('0')
    expect(made.get('0')).toBe(2)
  })

  test('counts a response once for concurrent requests', async () => {
    const { get, made } = cacheOf(() => new Response(megabyte))
    await Promise.all(Array.from({ length: 60 }, () => get('crowded')))
    await get('quiet')
    const before = made.get('crowded')
    await get('crowded')
    expect(made.get('crowded')).toBe(before)
  })
})

describe('The cache headers', () => {
  const { get } = cacheOf(
    () => new Response('word '.repeat(500), { headers: { 'Content-Type': 'text/plain' } }),
  )

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, identity', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip; q=0', null],
    ['deflate', null],
    ['identity', null],
    ['', null],
  ])('negotiate the encoding: Accept-Encoding %j gets %s', async (accepted, encoding) => {
    const response = await get('a', { 'Accept-Encoding': accepted })
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const body = await response.arrayBuffer()
    expect(response.headers.get('Content-Length')).toBe(String(body.byteLength))
  })

  test.each([
    ['the mark', (etag: string) => etag, 304],
    ['a weak mark', (etag: string) => `W/${etag}`, 304],
    ['one of several', (etag: string) => `"other", ${etag}`, 304],
    ['anything', () => '*', 304],
    ['another mark', () => '"other"', 200],
  ])('validate If-None-Match: %s gets %i', async (_what, from, status) => {
    const etag = (await get('a')).headers.get('ETag') ?? ''
    const mark = typeof from === 'function' ? from(etag) : ''
    const again = await get('a', { 'If-None-Match': mark })
    expect(again.status).toBe(status)
    expect(again.headers.get('ETag')).toBe(etag)
    if (status === 304) expect(await again.text()).toBe('')
  })

  test('have a different ETag for each encoding', async () => {
    const marks = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (name) =>
        (await get('a', { 'Accept-Encoding': name })).headers.get('ETag'),
      ),
    )
    expect(new Set(marks).size).toBe(3)
  })
})
