import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)
const text = async (path: string, init?: RequestInit) => (await request(path, init)).text()

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('Every response', () => {
  const answers: [string, RequestInit, number][] = [
    ['/', {}, 200],
    ['/glossary', {}, 200],
    ['/glossary', { method: 'HEAD' }, 200],
    ['/glossary/apple', {}, 200],
    ['/glossary/nothing', {}, 404],
    ['/nothing', {}, 404],
    ['/leave', { method: 'POST' }, 200],
    ['/glossary', { method: 'POST' }, 405],
    ['/assets/nothing.js', {}, 404],
    ['/favicon.svg', {}, 200],
    ['/robots.txt', {}, 200],
    ['/sitemap.xml', {}, 200],
    ['/api/terms', {}, 200],
    ['/api/terms?limit=0', {}, 400],
    ['/api/terms/nothing', {}, 404],
    ['/api/nothing', {}, 404],
    ['/api/terms', { method: 'DELETE' }, 405],
    ['/api/openapi.json', {}, 200],
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
  ]

  test.each(answers)('%s %o has the security headers', async (path, init, status) => {
    const response = await request(path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Referrer-Policy')).toBe(path === '/leave' ? 'no-referrer' : 'same-origin')
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(response.headers.get('X-Frame-Options')).toBe('DENY')
    expect(response.headers.get('Permissions-Policy')).toContain('camera=()')
    const policy = response.headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect(response.headers.has('Strict-Transport-Security')).toBe(false)
  })

  test('with a page keeps Safari on iPhone from linking phone numbers', async () => {
    expect(await (await request('/glossary/apple')).text()).toContain(
      '<meta name="format-detection" content="telephone=no"',
    )
  })

  test('with a script has only the headers that apply to scripts', async () => {
    const [script] = (await text('/')).match(/\/assets\/public-[^"]+\.js/) ?? []
    const { headers } = await request(script ?? '')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.has('Content-Security-Policy')).toBe(false)
  })

  test('has Strict-Transport-Security for two years if the public URL is https', async () => {
    const secure = await testApp(database, { environment: { PUBLIC_URL: 'https://unfog.example' } })
    const [script = ''] = (await text('/')).match(/\/assets\/public-[^"]+\.js/) ?? []
    for (const path of ['/healthz', '/', script]) {
      const { headers } = await secure.app.request(path)
      expect([path, headers.get('Strict-Transport-Security')]).toEqual([
        path,
        'max-age=63072000; includeSubDomains',
      ])
    }
  })

  test.each(['/', '/glossary', '/glossary/apple', '/nothing'])(
    'with the page %s has the hash of every inline script and style in its policy',
    async (path) => {
      const response = await request(path)
      const page = await response.text()
      const policy = response.headers.get('Content-Security-Policy')
      const inline = [...page.matchAll(/<(style|script)(?![^>]*(?: src=|ld\+json))[^>]*>([\s\S]*?)<\/\1>/g)]
      expect(inline.length).toBeGreaterThan(1)
      for (const [, , body = ''] of inline) {
        expect(policy).toContain(createHash('sha256').update(body).digest('base64'))
      }
      expect(page).not.toMatch(/ on[a-z]+="/)
      expect(page).not.toMatch(/ style="/)
    },
  )
})

describe('An address', () => {
  test.each([
    ['dots', '/glossary/../../package.json'],
    ['encoded dots', '/glossary/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['an encoded slash', '/glossary/apple%2fapple'],
    ['capitals', '/glossary/APPLE'],
    ['a NUL', '/glossary/apple%00'],
    ['bytes that are no text', '/glossary/%ff%fe'],
    ['a broken escape', '/glossary/%e0%a4%a'],
    ['10,000 letters', `/glossary/${'a'.repeat(10_000)}`],
    ['a backslash', '/glossary/..%5c..%5cpackage.json'],
    ['a NUL alone', '/%00'],
    ['a broken escape alone', '/%'],
    ['a file of ours', '/assets/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['a file of ours by backslashes', '/assets/..%5c..%5cpackage.json'],
    ['a file of the system', '/assets//etc/passwd'],
    ['a broken escape below assets', '/assets/%ff%'],
    ['a NUL below assets', '/assets/a%00.js'],
    ['the manifest of the build', '/.vite/manifest.json'],
    ['an unknown interface', '/api/%ff'],
    ['an interface with dots', '/api/terms/%2e%2e%2f%2e%2e%2f'],
    ['two slashes', '//evil.example/'],
  ])('with %s gets 404 without an error in the log', async (_what, path) => {
    const response = await request(path)
    expect(response.status).toBe(404)
    const body = await response.text()
    expect(body).not.toContain('"devDependencies"')
    expect(body).not.toContain('root:')
    expect(served.lines.filter((line) => line.includes('"error"'))).toEqual([])
  })

  test('of the API that does not exist gets 404 as problem JSON', async () => {
    for (const path of ['/api/nothing', '/api/terms/a/b', '/api/terms/']) {
      const response = await request(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'rejects %s with 405 and lists the allowed methods',
    async (method) => {
      for (const path of ['/api/terms', '/api/terms/apple', '/api/nothing', '/glossary', '/nothing']) {
        const response = await request(path, { method, body: 'x' })
        expect(response.status).toBe(405)
        expect(response.headers.get('Allow')).toBe('GET, HEAD')
        expect(response.headers.get('Content-Type')).toBe('application/problem+json')
        expect(await response.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
      }
    },
  )

  test('of a term gets a page without the name of a forged Host header', async () => {
    const response = await served.app.request('http://evil.example/glossary/love-bombing', {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('evil.example')
    expect(await text('/glossary/love-bombing')).not.toContain('evil.example')
  })
})

describe('A private page', () => {
  test.each([
    '/dashboard',
    '/dashboard/',
    '/Dashboard',
    '/dashboard/settings',
    '/DASHBOARD/settings',
    '/%64ashboard',
    '/dashboard.data',
  ])('%s shows nothing to a signed-out visitor', async (path) => {
    const response = await request(path)
    const body = await response.text()
    expect(response.status === 302 || response.status === 202 || response.status === 404).toBe(true)
    if (response.status === 302)
      expect(response.headers.get('Location')).toMatch(/^\/(?:auth-test\?next=|dashboard(?:\/|$))/)
    expect(body).not.toMatch(/You are signed in|Where you are signed in/)
  })

  test.each([
    ['/Auth-Test', '/auth-test'],
    ['/AUTH-TEST/link?token=x', '/auth-test/link?token=x'],
    ['/Auth-test/Callback?state=x', '/auth-test/Callback?state=x'],
    ['/%41uth-test/reset?token=x', '/auth-test/reset?token=x'],
    ['/Dashboard/settings?a=b', '/dashboard/settings?a=b'],
    ['/DASHBOARD.data', '/dashboard.data'],
    ['/Auth-Test//evil.example', '/auth-test//evil.example'],
  ])('with the spelling %s redirects to its canonical address without being cached', async (path, to) => {
    const { status, headers } = await request(path)
    expect([status, headers.get('Location'), headers.get('Cache-Control')]).toEqual([302, to, 'no-store'])
  })

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{}, 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 302],
    [{ Origin: 'http://localhost:3000' }, 302],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    // DNS rebinding: the name of another site resolves to this machine, so the browser considers it same-origin.
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://evil.example:3000' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost.evil.example:3000' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:4000' }, 302],
  ])('accepts a form only from its own origin: %o gets %i', async (headers, status) => {
    const body = new URLSearchParams({ intent: 'sign-out' })
    const response = await request('/auth-test/sign-out', { method: 'POST', headers, body })
    expect(response.status).toBe(status)
  })
})

describe('The response to Quick Hide', () => {
  test.each([
    ['our page', { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
    ['nowhere', { Origin: 'null' }],
    ['a very old browser', {}],
  ])(
    'is a blank page that clears cookies and storage, but not the cache: sent from %s',
    async (_from, headers) => {
      const response = await request('/leave', { method: 'POST', headers: headers as HeadersInit })
      expect(response.status).toBe(200)
      const page = await response.text()
      expect(page.replace(/<title>Loading<\/title>|<[^>]*>/g, '')).toBe('')
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Refresh')).toBe('0;url=https://www.allrecipes.com/')
      expect(response.headers.get('Clear-Site-Data')).toBe('"cookies", "storage"')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    },
  )

  test('redirects to the configured URL, encoded for a header', async () => {
    const other = await testApp(database, {
      environment: { QUICK_HIDE_URL: 'https://кухня.example/суп?a=б' },
    })
    const response = await other.app.request('/leave', { method: 'POST' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Refresh')).toBe(
      '0;url=https://xn--j1agri5c.example/%D1%81%D1%83%D0%BF?a=%D0%B1',
    )
  })
})
