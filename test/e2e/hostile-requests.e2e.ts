import { afterAll, describe, inject, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { ask, sendRaw } from '../support/request.ts'

const address = inject('address')
const long = 'a'.repeat(10_000)

/** The server must still run and serve terms after all of these requests. */
afterAll(async () => {
  const { status, body } = await ask(address, '/glossary/gaslighting')
  expect(status).toBe(200)
  expect(body.toString()).toContain('<h1')
})

async function expectCalm(path: string, options: Parameters<typeof ask>[2] = {}) {
  const { status, headers, body } = await ask(address, path, options)
  const text = body.toString()
  expect(status, text.slice(0, 500)).toBeGreaterThanOrEqual(200)
  expect(status, text.slice(0, 500)).toBeLessThan(500)
  // No response may contain a stack trace, a file path or the input as markup.
  expect(text).not.toMatch(/\n\s+at .+:\d+:\d+|node_modules|file:\/\/|<script>alert/)
  return { status, headers, text }
}

describe('A malformed or malicious address', () => {
  test.each([
    '/glossary/%',
    '/glossary/%E0%A4%A',
    '/glossary/%00',
    '/glossary/gaslighting%00',
    '/glossary/../../../etc/passwd',
    '/glossary/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/glossary/..%2f..%2f.env',
    '/glossary/..%5c..%5cwindows',
    '/glossary/%ED%A0%80',
    '/glossary/%F0%9F%98%80',
    "/glossary/'%20or%201=1--",
    '/glossary/<script>alert(1)</script>',
    '/glossary/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/glossary/a/b/c/d',
    '/glossary//gaslighting',
    '//evil.example/x',
    '/\\evil.example',
    '/%',
    '/%00',
    '/%E0%A4%A',
    '/%c0%af',
    '/..;/',
    '/constructor',
    '/__proto__',
    '/assets/%',
    '/assets/%00.js',
    '/api/terms/%',
    '/api/terms/%00',
    '/api/terms/..%2f..%2f',
    '/api/%E0%A4%A',
  ])('gets the normal 404 page: %s', async (path) => {
    const { status } = await expectCalm(path)
    expect([200, 400, 404, 414, 431]).toContain(status)
    if (!/gaslighting$/.test(path)) expect(status).not.toBe(200)
  })

  test('that is very long gets the normal 404 page', async () => {
    for (const path of [
      `/glossary/${long}`,
      `/${'a/'.repeat(4_000)}`,
      `/assets/${long}`,
      `/api/terms/${long}`,
    ]) {
      expect((await expectCalm(path)).status, path.slice(0, 20)).toBe(404)
    }
  })

  test('that is longer than the header limit is rejected with 431', async () => {
    const { status } = await expectCalm(`/glossary/${'a'.repeat(30_000)}`)
    expect(status).toBe(431)
  })
})

const hostileTexts = {
  'a percent sign': '%25',
  'a lone percent sign': '%',
  'broken percent signs': '%E0%A4%A',
  'a zero byte': 'a%00b',
  'only a zero byte': '%00',
  'half a letter': '%ED%A0%80',
  'signs of LIKE': '%25_%5C',
  'signs of a text search': "'%20%26%20!%20%7C%20(%20)%20:*%20%3C-%3E",
  'a quote': "don't",
  'quotes and a comment': "';%20drop%20table%20terms;%20--",
  markup: '%3Cscript%3Ealert(1)%3C/script%3E',
  'an attribute’s end': '%22%20onfocus=alert(1)%20autofocus=%22',
  'stop words': 'the%20of%20and',
  emoji: '%F0%9F%98%80',
  'writing from right to left': '%E2%80%AE%D7%A9',
  'very many words': Array.from({ length: 60 }, () => 'ab').join('+'),
  '10,000 letters': long,
  '10,000 percent signs': '%25'.repeat(3_000),
}

describe('A search for', () => {
  test.each(Object.keys(hostileTexts) as (keyof typeof hostileTexts)[])('%s is answered', async (name) => {
    const text = hostileTexts[name]
    const page = await expectCalm(`/glossary?search=${text}`)
    expect([200, 400]).toContain(page.status)
    expect(page.text).not.toContain('" onfocus=')
    for (const path of ['/api/terms?search=', '/api/terms/suggest?q=', '/api/terms/options?q=']) {
      const { status, headers } = await expectCalm(path + text)
      expect([200, 400]).toContain(status)
      if (status === 400) expect(headers['content-type']).toBe('application/problem+json')
    }
  })

  test('a text that is too long is rejected with 400, and the text stays in the search box', async () => {
    const { status, text } = await expectCalm(`/glossary?search=${long}`)
    expect(status).toBe(400)
    expect(text).toContain('That is more than we can search for')
    expect(text).toContain(`value="${long}"`)
  })

  test.each([
    'page=99999999999999999999',
    'page=0',
    'page=-1',
    'page=1e9',
    'page=2&page=3',
    'page=9999',
    'from=9999&page=2',
    'from=-1&page=x',
    'type=%3Cscript%3E',
    'type=__proto__&sort=constructor',
    'sort=',
    'letter=%00',
    'letter=abc',
    'letter=%25',
    'letter=_',
    'search=a&search=b',
    'search[]=a',
    'x=1&x=2&x=3&__proto__=4',
    '?&&=&%&',
  ])('terms with invalid parameters still shows a page: %s', async (query) => {
    const { status } = await expectCalm(`/glossary?${query}`)
    expect(status).toBe(200)
  })

  test.each([
    'offset=-1',
    'offset=1e99',
    'offset=NaN',
    'limit=0',
    'limit=101',
    'limit=x',
    'sort=up',
    'type=all%00',
    'offset=999999999999999999999',
  ])('terms through the API with invalid parameters is rejected with an error: %s', async (query) => {
    const { status, headers } = await expectCalm(`/api/terms?${query}`)
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/problem+json')
  })
})

describe('An invalid or unusual request', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'])(
    'with the method %s is rejected',
    async (method) => {
      for (const path of [
        '/',
        '/glossary',
        '/glossary/gaslighting',
        '/api/terms',
        '/robots.txt',
        '/assets/x.js',
      ]) {
        const { status, headers } = await expectCalm(path, { method })
        expect([400, 404, 405], path).toContain(status)
        if (status === 405) expect(headers.allow, path).toBe('GET, HEAD')
      }
    },
  )

  test('with a large body is rejected without reading the body', async () => {
    const { status } = await expectCalm('/api/terms', { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect(status).toBe(405)
  })

  test.each([
    ['noise', '\x00\x01\x02\x03\r\n\r\n'],
    ['a method of its own', 'FOO / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a strange host', 'GET / HTTP/1.1\r\nHost: a b<script>\r\nConnection: close\r\n\r\n'],
    ['a whole address', 'GET http://evil.example/glossary HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a path that is none', 'GET glossary HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a raw zero byte', 'GET /glossary/\x00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['raw letters beyond ASCII', 'GET /glossary/\xe9\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('does not crash the server: %s', async (_, bytes) => {
    // A closing connection gets only a response that is already cached, so the page is cached first.
    await ask(address, '/glossary')
    const heard = await sendRaw(address, Buffer.from(bytes, 'latin1'))
    expect(heard).toMatch(/^HTTP\/1\.1 [234]\d\d /)
    expect(heard).not.toContain('evil.example')
  })

  test('with two Host headers is rejected, for a cached page and for any other', async () => {
    await ask(address, '/glossary')
    for (const path of ['/glossary', '/api/terms', '/auth-test', '/nowhere'])
      for (const second of ['x', 'evil.example']) {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\nhOST: ${second}\r\nConnection: close\r\n\r\n`
        expect(await sendRaw(address, bytes), path).toMatch(/^HTTP\/1\.1 400 /)
      }
  })

  test('is answered when 100 are pipelined, while the connection is closed when thousands are', async () => {
    const answersTo = async (path: string, times: number) => {
      const heard = await sendRaw(address, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
      return heard.match(/HTTP\/1\.1 200 /g)?.length ?? 0
    }
    // The first request renders the page, the second one caches the compressed response.
    for (let time = 0; time < 2; time++) await ask(address, '/mission')
    expect(await answersTo('/mission', 100)).toBe(100)
    for (const path of ['/mission', '/auth-test']) expect(await answersTo(path, 2_000)).toBeLessThan(100)
  })

  test('with malformed conditions or encodings still gets a response', async () => {
    const odd: Record<string, string>[] = [
      { 'Accept-Encoding': ';q=x,,br;q=0,*' },
      { 'Accept-Encoding': 'a'.repeat(5_000) },
      { 'If-None-Match': '"'.repeat(3_000) },
      { Range: 'bytes=999999-1' },
      { Cookie: '__proto__=1; %=%' },
      { 'Content-Length': '5' },
    ]
    for (const headers of odd) {
      const { status } = await expectCalm('/glossary', {
        headers,
        body: headers['Content-Length'] ? 'aaaaa' : '',
      })
      expect([200, 400]).toContain(status)
    }
  })
})
