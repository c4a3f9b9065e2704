import { globSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, inject, test } from 'vitest'
import { parse } from 'yaml'
import type { HelpLinesByNeed } from '../../src/domains/crisis/help-lines-by-need.contract.ts'
import { buildFolder } from '../../src/server/build/fingerprint.js'
import { readAllTerms } from '../support/all-terms.ts'
import { expect } from '../support/journey.ts'
import { type Answer, ask } from '../support/request.ts'

const address = inject('address')
const get = (path: string, headers: Record<string, string> = {}) => ask(address, path, { headers })
const brotli = { 'Accept-Encoding': 'gzip, br' }

let script: string
let fonts: string[]
beforeAll(async () => {
  const html = (await get('/')).body.toString()
  script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? ''
  fonts = [...html.matchAll(/url\(([^)]+\.woff2)\)/g)].map((match) => match[1] ?? '')
  expect(fonts).toHaveLength(2)
})

describe('Files', () => {
  test('with a hash in their name are cached forever', async () => {
    for (const path of [script, ...fonts]) {
      expect(path).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/)
      const { status, headers } = await get(path)
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  test('are served in Brotli or gzip when accepted, and uncompressed otherwise', async () => {
    const plain = await get(script)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['content-type']).toContain('javascript')
    const small = await get(script, brotli)
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers.vary).toContain('Accept-Encoding')
    expect(small.headers['content-type']).toContain('javascript')
    expect(brotliDecompressSync(small.body)).toEqual(plain.body)
    const zipped = await get(script, { 'Accept-Encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body)).toEqual(plain.body)
    for (const font of fonts) {
      const { headers, body } = await get(font, brotli)
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers['content-type']).toBe('font/woff2')
      expect(body.subarray(0, 4).toString()).toBe('wOF2')
    }
  })

  test.each([
    '/build',
    '/build/server/index.js',
    '/server/index.js',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/assets/..%5c..%5cserver%5cindex.js',
    '/assets/../../../package.json',
    '/assets//etc/passwd',
    '/assets/',
    '/fingerprint',
    '/.env',
    '/.git/config',
    '/src/root.tsx',
    '/src',
    '/package.json',
    '/node_modules/react/package.json',
    '/database/schema.sql',
    '/__manifest',
  ])('outside the public folder are not served: %s', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body.toString()).not.toMatch(/root:x:|"dependencies"|entry\.public\.ts/)
  })

  test('are served without source maps', async () => {
    expect((await get(`${script}.map`)).status).toBe(404)
    expect((await get(script)).body.toString()).not.toContain('sourceMappingURL')
  })
})

describe('Pages', () => {
  test.each(['/', '/glossary', '/glossary/gaslighting', '/resources', '/api/terms', '/sitemap.xml'])(
    'are served in Brotli with an ETag, and with 304 when it matches: %s',
    async (path) => {
      const { status, headers, body } = await get(path, brotli)
      expect(status).toBe(200)
      expect(headers['content-encoding']).toBe('br')
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.vary).toContain('Accept-Encoding')
      const plain = await get(path)
      expect(brotliDecompressSync(body).equals(plain.body)).toBe(true)
      expect(plain.headers.etag).not.toBe(headers.etag)
      const again = await get(path, { ...brotli, 'If-None-Match': `"other", ${headers.etag}` })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers.etag).toBe(headers.etag)
      expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
      expect((await get(path, { ...brotli, 'If-None-Match': '"other"' })).status).toBe(200)
    },
  )

  test('are cached only by the browser, and a search is not cached', async () => {
    expect((await get('/glossary')).headers['cache-control']).toBe('private, max-age=60')
    // In Safe Mode this address shows a different page.
    expect((await get('/')).headers['cache-control']).toBe('private, no-cache')
    expect((await get('/glossary?search=silent')).headers['cache-control']).toBe('no-store')
    expect((await get('/api/terms?search=silent')).headers['cache-control']).toBe('no-store')
    expect((await get('/api/terms/suggest?q=silent')).headers['cache-control']).toBe('no-store')
  })

  test.each(['/glossary?letter=d&sort=oldest', '/api/terms?sort=oldest&limit=7', '/no-such-page'])(
    'have their content in a GET that follows a HEAD request: %s',
    async (path) => {
      const head = await ask(address, path, { method: 'HEAD' })
      expect(head.body).toHaveLength(0)
      const { status, headers, body } = await get(path)
      expect(body.length).toBeGreaterThan(500)
      expect(head.status).toBe(status)
      expect(head.headers.etag).toBe(headers.etag)
      expect(head.headers['content-length']).toBe(headers['content-length'])
    },
  )
})

test('The examples of the design system are in no build, and their page is not found', async () => {
  const names = globSync('src/ui/**/*.examples.tsx').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ {2}'(.{15,})': /gm)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(20)
  const files = globSync(`${buildFolder()}/{client,server}/**/*.{js,css,json}`)
  const built = files.map((path) => readFileSync(path, 'utf8')).join('\n')
  expect(built).toContain('routes/public/not-found')
  const leaked = ['.examples.tsx', 'dev/components', ...names].filter((text) => built.includes(text))
  expect(leaked).toEqual([])
  for (const path of ['/dev/components', '/dev/components.data']) expect((await get(path)).status).toBe(404)
})

describe('Every response', () => {
  const paths = [
    '/',
    '/glossary?search=silent',
    '/glossary/no-such-word',
    '/no/such/page',
    '/api/terms',
    '/api/nothing',
    '/favicon.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/healthz',
  ]
  const answers = async () => {
    const all: [string, Answer][] = await Promise.all(
      [...paths, script].map(async (path) => [path, await get(path)] as [string, Answer]),
    )
    all.push(['POST /', await ask(address, '/', { method: 'POST' })])
    return all
  }

  test('has security headers, and does not reveal the server software', async () => {
    for (const [path, { headers }] of await answers()) {
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers[name], path).toBeUndefined()
      // A font or a script is no document, and these headers apply only to documents (server/http/security-headers.ts).
      if (/\.(?:woff2|js)$/.test(path)) continue
      expect(headers, path).toMatchObject({
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('geolocation=()'),
      })
      const policy = String(headers['content-security-policy'])
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy.replace("img-src 'self' data:", ''), path).not.toMatch(/unsafe-|\*|https?:|data:/)
    }
  })

  test('uses PUBLIC_URL for its links, never the Host header of the request', async () => {
    for (const path of ['/', '/glossary?letter=s', '/sitemap.xml', '/robots.txt']) {
      const { body, headers } = await get(path, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })
      expect(body.toString() + JSON.stringify(headers), path).not.toContain('evil.example')
    }
  })
})

describe('For search engines', () => {
  test('the sitemap lists home, the text pages, the needs, the glossary and every term, and each page exists', async () => {
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    const places = [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (match) => new URL(match[1] ?? ''),
    )
    const terms = await readAllTerms(address)
    const { needs }: HelpLinesByNeed = parse(readFileSync('content/help-lines-by-need.yaml', 'utf8'))
    expect(places.map((place) => place.pathname)).toEqual([
      '/',
      ...['/contact', '/resources', '/mission', '/disclaimers', '/terms', '/privacy', '/staying-safe'],
      '/comparing-scripts',
      ...needs.map(({ code }) => `/resources/${code}`),
      '/glossary',
      ...terms.map(({ slug }) => `/glossary/${slug}`),
    ])
    for (const { pathname } of places.slice(0, 14 + needs.length))
      expect((await get(pathname)).status).toBe(200)
  })

  test('robots.txt names the sitemap and disallows only the API', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(body.toString()).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m)
    expect(body.toString().match(/^Disallow: .+$/gm)).toEqual(['Disallow: /api/'])
  })
})

test('The API documentation page shows every described path with its method', async () => {
  const described: { paths: Record<string, Record<string, { summary: string }>> } = JSON.parse(
    (await get('/api/openapi.json')).body.toString(),
  )
  const { status, body } = await get('/api')
  expect(status).toBe(200)
  const text = body.toString().replace(/<!-- -->/g, '')
  const addresses = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({
      line: `${method.toUpperCase()} ${path}<`,
      summary,
    })),
  )
  expect(addresses.length).toBeGreaterThan(20)
  for (const { line, summary } of addresses) {
    expect(text).toContain(line)
    expect(text).toContain(summary)
  }
})
