import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncTerms } from '../../../test/support/user.ts'
import { buildFolder } from '../build/fingerprint.js'
import { scriptHashesPath, toIntegrity } from '../build/script-hashes.ts'
import { parseScriptList, type ScriptList } from '../build/script-list.ts'
import { compareSite } from '../operations/compare-hashes.ts'
import { pageFindings } from '../operations/page-scripts.ts'

const site = 'http://localhost'
const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
let list: ScriptList
const folders: string[] = []
const get = async (path: string, headers: Record<string, string> = {}) =>
  served.app.request(path, { headers })
const request = async (url: string) => served.app.request(url)

beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Apple')])
  served = await testApp(database)
  list = parseScriptList(await (await get(scriptHashesPath)).text())
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

describe('The list of hashes', () => {
  test('is text that is asked for each time, with the headers of everything else', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await served.app.request(scriptHashesPath, { method })
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(response.headers.get('Set-Cookie')).toBeNull()
    }
    expect((await served.app.request(scriptHashesPath, { method: 'POST' })).status).toBe(405)
    for (const path of [
      '/.well-known/',
      '/.well-known/source.tar.gz',
      '/script-hashes.txt',
      '/licenses.json',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('names neither the product nor the machine, and has the version', async () => {
    const text = await (await get(scriptHashesPath)).text()
    expect(text).not.toMatch(/unfog|abuse|\/(?:home|root|tmp|work)\//i)
    expect(list.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(text.endsWith('  source.tar.gz\n')).toBe(true)
  })

  test('is what sha256sum -c computes of the files as they are served', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unfog-hashes-'))
    folders.push(folder)
    const text = await (await get(scriptHashesPath)).text()
    for (const path of list.files.keys()) {
      const response = await get(`/${path}`)
      expect([path, response.status]).toEqual([path, 200])
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), Buffer.from(await response.arrayBuffer()))
    }
    const check = (input: string) =>
      execFileSync('sha256sum', ['-c', '--quiet', '--strict'], {
        cwd: folder,
        input,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(check(text)).toBe('')
    const [first = ''] = list.files.keys()
    await writeFile(join(folder, first), 'changed')
    expect(() => check(text)).toThrow()
  })

  test('names every script, worker and style sheet that is served', async () => {
    const files = globSync('**/*.{js,mjs,css,wasm,html}', { cwd: join(buildFolder(), 'client') })
    expect(files.length).toBeGreaterThan(50)
    expect([...list.files.keys()].toSorted()).toEqual([...files, 'source.tar.gz'].toSorted())
  })
})

describe('In Safe Mode', () => {
  const safe = { Cookie: '__Host-view=1' }

  test('the list opens at the one address, and programs get it as it is', async () => {
    const opened = await get(scriptHashesPath, { ...safe, 'Sec-Fetch-Dest': 'document' })
    expect([opened.status, opened.headers.get('Refresh')]).toEqual([404, '0;url=/'])
    const fetched = await get(scriptHashesPath, { ...safe, 'Sec-Fetch-Dest': 'empty' })
    expect(fetched.status).toBe(200)
    expect(fetched.headers.get('Cache-Control')).toBe('no-store')
    expect(parseScriptList(await fetched.text())).toEqual(list)
  })

  test.each(['/', '/contact'])('the page %s runs only what the list names', async (path) => {
    const moved = await get(path, { ...safe, 'Sec-Fetch-Dest': 'document' })
    const page = moved.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    const response = await get('/', { Cookie: `${safe.Cookie}; ${page}`, 'Sec-Fetch-Dest': 'document' })
    const html = await response.text()
    expect(html).toContain('data-safe-mode-script')
    expect(pageFindings(html, response.headers.get('Content-Security-Policy') ?? '', list)).toEqual([])
  })
})

describe('Subresource Integrity', () => {
  test.each(['/', '/glossary', '/glossary/apple', '/contact', '/nothing', '/auth-test'])(
    'each page names the hash of each script that its elements load: %s',
    async (path) => {
      const response = await get(path)
      const html = await response.text()
      const elements = [
        ...html.matchAll(/<(?:script|link)\b[^>]*? (?:src|href)="\/(assets\/[^"]+\.js)"[^>]*>/g),
      ]
      expect(elements.length).toBeGreaterThan(0)
      for (const [element, file = ''] of elements)
        expect(element).toContain(` integrity="${toIntegrity(list.files.get(file) ?? '')}"`)
      expect(pageFindings(html, response.headers.get('Content-Security-Policy') ?? '', list)).toEqual([])
    },
  )

  test('the import map comes before the first script, on pages with a form and interactive ones', async () => {
    for (const [path, has] of [
      ['/', false],
      ['/glossary', false],
      ['/contact', true],
      ['/auth-test', true],
      ['/demo/home', true],
    ] as const) {
      const html = await (await get(path)).text()
      expect([path, /<script[^>]*>/.exec(html)?.[0] === '<script type="importmap">']).toEqual([path, has])
    }
  })

  test('what a visitor types never becomes an element with a hash', async () => {
    const [file = ''] = list.files.keys()
    const text = `<script src="/${file}"></script>`
    const html = await (await get(`/glossary?search=${encodeURIComponent(text)}`)).text()
    expect(html).not.toContain(`<script src="/${file}"`)
    expect(html).not.toContain('</script>" integrity')
  })
})

describe('Comparing', () => {
  test('finds a file whose bytes differ from the list, one that is gone, and lists that differ', async () => {
    const [first = '', second = ''] = [...list.files.keys()].filter((path) => path.endsWith('.js'))
    const own = structuredClone(list)
    own.version = '0.0.1'
    own.files.set('assets/own.js', 'a'.repeat(64))
    own.files.delete('source.tar.gz')
    own.files.set(first, 'b'.repeat(64))
    const other = async (url: string) => {
      if (url === `${site}/${first}`) return new Response('changed')
      if (url === `${site}/${second}`) return new Response('', { status: 404 })
      return request(url)
    }
    const { findings } = await compareSite(site, own, other)
    expect(findings.toSorted()).toEqual(
      [
        `the site has version ${list.version}, the other list 0.0.1`,
        `${first}: the hashes differ`,
        'source.tar.gz: only the site has it',
        'assets/own.js: the site lacks it',
        `${first}: the site serves other bytes than it lists`,
        `${second}: the site lists it, and answers 404`,
      ].toSorted(),
    )
  })

  test('fails without a list', async () => {
    await expect(compareSite(site, list, async () => new Response('', { status: 404 }))).rejects.toThrow(
      'there is no list to compare',
    )
  })
})

test('The page that says how to compare links only to what exists, and Staying safe and Privacy link to it', async () => {
  const html = await (await get('/comparing-scripts')).text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const links = [...main.matchAll(/ href="(\/[^"#]*)/g)].map(([, path = '']) => path)
  expect(links).toEqual(expect.arrayContaining([scriptHashesPath, '/source', '/contact']))
  for (const path of links) expect([path, (await get(path)).status]).toEqual([path, 200])
  for (const path of ['/staying-safe', '/privacy'])
    expect(await (await get(path)).text()).toContain('href="/comparing-scripts"')
})
