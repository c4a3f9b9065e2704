import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { overflowingElements } from '../support/a11y-checks.ts'
import { newEmail, password } from '../support/account.ts'
import { launchBrowser, newPage } from '../support/browser.ts'
import { ownNode } from '../support/product.ts'
import { pseudoLanguage, writePseudoCatalogs } from '../support/pseudo-language.ts'
import { screens, withoutTour } from '../support/screens.ts'
import { startFixture } from '../support/start-directory.ts'

const { newClone, newDataDir, start } = startFixture()
const launched = launchBrowser()
afterAll(async () => (await launched).close())

const privateScreens = [
  ...['/dashboard', '/dashboard/glossary', '/dashboard/glossary/gaslighting', '/dashboard/connections'],
  ...[
    '/dashboard/connections/new',
    '/dashboard/connections/calendar',
    '/dashboard/connections/tags',
    '/dashboard/connections/trash',
    '/dashboard/connections/import',
    '/dashboard/connections/lock',
    '/dashboard/connections/print',
    '/dashboard/favorites',
    '/dashboard/settings',
    '/dashboard/coming-soon',
  ],
]

/** Words of the site, which a translator of content translates. */
const content = globSync('content/**/*.yaml')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')

/** Names of controls and headings that are neither in a catalog nor content. */
async function untranslated(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      'button, label, legend, summary, [aria-label], input[placeholder], .btn, h1',
    )
    const names = [...parts].map(
      (part) => part.ariaLabel || part.getAttribute('placeholder') || part.textContent || '',
    )
    return [...new Set(names.map((name) => name.trim()))]
  })
  return names.filter((name) => /[a-z]{3}/.test(name) && !name.includes('[') && !content.includes(name))
}

test('In another language with accents and longer words, every screen is translated and fits', async () => {
  const clone = await newClone()
  writePseudoCatalogs(clone)
  const env = { DATA_DIR: await newDataDir(), LANGUAGE: pseudoLanguage }
  const { address } = await start(env, { cwd: clone, command: ownNode(clone) })
  const { page } = await newPage(await launched, { address, reducedMotion: true })
  await withoutTour(page)
  const problems: Record<string, string[]> = {}
  const look = async (path: string) => {
    await page.goto(path)
    expect(await page.locator('html').getAttribute('lang')).toBe(pseudoLanguage)
    const found = (await untranslated(page)).map((name) => `in English: ${name}`)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await overflowingElements(page)).map((part) => `too wide at ${width} px: ${part}`))
    }
    if (found.length > 0) problems[path] = found
  }
  for (const [path] of screens) await look(path)
  const { status } = await page
    .context()
    .request.post('/auth-test?mode=sign-up', {
      form: { email: newEmail(), password, of_age: 'on' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      maxRedirects: 0,
    })
    .then((response) => ({ status: response.status() }))
  expect(status).toBe(302)
  for (const path of privateScreens) await look(path)
  expect(problems).toEqual({})
})
