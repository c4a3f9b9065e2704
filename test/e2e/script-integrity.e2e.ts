import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page, Request } from 'playwright'
import { describe, inject, test } from 'vitest'
import { scriptHashesPath } from '../../src/server/build/script-hashes.ts'
import { parseScriptList } from '../../src/server/build/script-list.ts'
import { pageFindings } from '../../src/server/operations/page-scripts.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey } from '../support/journey.ts'
import { hydrated } from '../support/private-area.ts'
import { withoutTour } from '../support/screens.ts'

const address = inject('address')
const { visit } = journey()

/** Files whose bytes are changed on their way; the scripts would set `window.changed`. */
const changeFiles = (files: RegExp) => (page: Page) =>
  page.route(files, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `window.changed=true;${await response.text()}` })
  })
const hasRun = (page: Page) => page.evaluate(() => 'changed' in window)

/** @returns the scripts that a page loaded since it was opened, and its document does not name with a hash */
async function openAndListUnnamed(page: Page, path: string, use: () => Promise<unknown>) {
  const loaded = new Set<string>()
  const note = (request: Request) => {
    if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname)
  }
  page.on('request', note)
  const html = (await (await page.goto(path))?.text()) ?? ''
  await use()
  page.off('request', note)
  const hashed = new Set(
    [...html.matchAll(/(?:src|href)="([^"]+)" integrity="sha256-|"(\/[^"]+)":"sha256-/g)].map(
      ([, element, imported]) => element ?? imported ?? '',
    ),
  )
  expect(loaded.size).toBeGreaterThan(0)
  return [...loaded].filter((file) => !hashed.has(file))
}

describe('A script that was changed on its way', () => {
  test.each([
    ['an element', '/', /\/assets\/public-/],
    ['an element of a page with a form', '/contact', /\/assets\/public-/],
  ])('does not run: %s', async (_what, path, files) => {
    const { page } = await visit(path, { before: changeFiles(files) })
    expect(await hasRun(page)).toBe(false)
    await expect(page.getByRole('main')).toBeVisible()
  })

  test('does not run: one that is imported on demand', async () => {
    const { page } = await visit('/contact', { before: changeFiles(/\/assets\/(?:forms|search)-/) })
    await page.getByRole('main').getByRole('textbox').first().fill('Ana')
    const search = page.getByRole('combobox').or(page.getByRole('searchbox')).first()
    await search.fill('gaslight')
    await page.waitForLoadState('networkidle')
    expect(await hasRun(page)).toBe(false)
  })

  test.each([/\/assets\/react-/, /\/assets\/demo-area-/])('does not run: %s', async (files) => {
    const { page } = await visit('/demo/home', {
      before: async (page) => {
        await withoutTour(page)
        await changeFiles(files)(page)
      },
    })
    await page.waitForLoadState('networkidle')
    expect(await hasRun(page)).toBe(false)
  })
})

test('Documents of the private area name the hash of every script that they load, also on demand', async () => {
  const { page } = await visit('/', { before: (page) => signUpByRequest(page, address) })
  /** A client-side navigation, in the same document. */
  const follow = async (path: string) => {
    const link = page.locator(`a[href="/dashboard/${path}"]`).locator('visible=true').first()
    if ((await link.count()) === 0) return
    await link.click()
    await expect(page).toHaveURL(`${address}/dashboard/${path}`)
  }
  for (const path of [
    ...[
      '',
      '/glossary',
      '/glossary/gaslighting',
      '/connections',
      '/connections/new',
      '/connections/calendar',
    ],
    ...['/connections/tags', '/connections/trash', '/connections/import', '/connections/print', '/favorites'],
    ...['/settings', '/coming-soon'],
  ]) {
    const unnamed = await openAndListUnnamed(page, `/dashboard${path}`, async () => {
      await hydrated(page)
      for (const next of ['favorites', 'settings', 'connections/import', 'coming-soon', 'connections'])
        await follow(next)
    })
    expect([path, unnamed]).toEqual([path, []])
  }
})

test.each(['/demo/home', '/auth-test', '/contact'])('So does %s', async (path) => {
  const { page } = await visit('/', { before: withoutTour })
  const unnamed = await openAndListUnnamed(page, path, async () => {
    await page
      .getByRole('main')
      .getByRole('textbox')
      .or(page.getByRole('main').getByRole('button'))
      .first()
      .focus()
    await page.waitForLoadState('networkidle')
  })
  expect(unnamed).toEqual([])
})

test('The pages of a signed-in person run nothing but what the list names', async () => {
  const list = parseScriptList(await (await fetch(address + scriptHashesPath)).text())
  const { page } = await visit('/', { before: (page) => signUpByRequest(page, address) })
  for (const path of [
    '',
    '/connections',
    '/connections/new',
    '/connections/trash',
    '/favorites',
    '/settings',
  ]) {
    const response = await page.request.get(`${address}/dashboard${path}`)
    const html = await response.text()
    expect(html).toContain('rel="modulepreload"')
    expect(html.match(/<script type="importmap">/g)).toHaveLength(1)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect([path, pageFindings(html, policy, list)]).toEqual([path, []])
  }
})

describe('npm run compare-hashes', () => {
  const compare = (...args: string[]) =>
    promisify(execFile)('npm', ['run', '--silent', 'compare-hashes', '--', ...args]).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    )

  test('finds nothing in the site that serves this checkout', async () => {
    const { code, stdout } = await compare(address)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing differs')])
  })

  test('finds the file that another list has with another hash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unfog-compare-'))
    try {
      const text = await (await fetch(address + scriptHashesPath)).text()
      const changed = text.replace(/^[0-9a-f]{64}(?= {2}assets\/private-area)/m, 'a'.repeat(64))
      await writeFile(join(folder, 'list.txt'), changed)
      const { code, stdout } = await compare(address, '--list', join(folder, 'list.txt'))
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/^assets\/private-area-.*: the hashes differ$/m),
      ])
      const saved = join(folder, 'page.html')
      await writeFile(saved, '<!doctype html><script>steal()</script>')
      const page = await compare(address, '--page', saved)
      expect([page.code, page.stdout]).toEqual([
        1,
        expect.stringContaining('runs a script that the list lacks'),
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('says how it is used, and that it could not compare', async () => {
    expect(await compare()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') })
    expect(await compare(`${address}/`, '--list', '/no/such/list')).toMatchObject({ code: 2 })
  })
})
