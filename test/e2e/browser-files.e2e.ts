import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from 'playwright'
import { describe, test } from 'vitest'
import { newEmail, submitSignUp } from '../support/account.ts'
import { canary, control, deviceStorage, entryField, writeAndBrowse } from '../support/canary-data.ts'
import { chromiumFlags, findChromium } from '../support/chromium.ts'
import { expect } from '../support/journey.ts'
import { hydrated } from '../support/private-area.ts'
import { escapeTwice, quickHideSite } from '../support/quick-hide.ts'
import { findInFiles } from '../support/text-in-files.ts'

const quickHide = quickHideSite()

/** Runs a browser with a profile on disk and closes it, so that its files are written. */
async function withProfile(walk: (page: Page) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-profile-'))
  const executablePath = findChromium(true)
  const browser = await chromium.launchPersistentContext(folder, {
    args: chromiumFlags,
    baseURL: quickHide.address,
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const [page = await browser.newPage()] = browser.pages()
    await walk(page)
    // Chromium writes its session and its history with a delay.
    await page.waitForTimeout(3_000)
  } finally {
    await browser.close()
  }
  return {
    /** Rows from one of the profile's databases. */
    read(file: 'History' | 'Favicons', sql: string): Record<string, unknown>[] {
      const rows = new DatabaseSync(join(folder, 'Default', file), { readOnly: true })
      const read = rows.prepare(sql).all()
      rows.close()
      return read
    },
    wordsIn: (words: string[]) => findInFiles(folder, words),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

test('Points 12 and 13: no browser file contains what a user wrote, and the history has only URLs', async () => {
  const profile = await withProfile(async (page) => {
    await page.goto('/auth-test?mode=sign-up')
    await writeAndBrowse(page)
    await page.goto('/dashboard/connections/new')
    await hydrated(page)
    await entryField(page).fill(`${canary}, begun`)
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
  })
  const holding = await profile.wordsIn([canary, control])
  const visited = profile.read('History', 'select distinct url from urls')
  await profile.remove()
  expect(holding.get(canary)).toBeUndefined()
  expect(holding.has(control), 'the search itself finds what stands there').toBe(true)
  const paths = visited.map(({ url }) => String(url).replace(quickHide.address, '')).toSorted()
  expect(paths).toEqual(
    [
      '/auth-test?mode=sign-up',
      '/dashboard',
      '/dashboard/connections',
      '/dashboard/connections/new',
      '/dashboard/connections/new?journal=gaslighting',
      ...['darvo', 'gaslighting'].map((slug) => `/dashboard/glossary/${slug}`),
      quickHide.site.recipes,
    ].toSorted(),
  )
})

describe('In Safe Mode', () => {
  /** Checks that the page with this heading is shown at `/`, with the neutral title and icon. */
  async function stands(page: Page, heading: string | RegExp) {
    await expect(page.locator('main h1').first()).toHaveText(heading)
    expect([page.url(), await page.title()]).toEqual([`${quickHide.address}/`, 'Home'])
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('%3Ccircle')
  }
  const sidebar = (page: Page, name: string) =>
    page.locator('.sidebar').getByRole('link', { name, exact: true })
  const footer = (page: Page, name: string) => page.locator('footer').getByRole('link', { name, exact: true })
  /** Sets the cookie that a sign-out leaves: Safe Mode stays on before the next sign-in. */
  const beSafe = (page: Page) =>
    page.context().addCookies([
      {
        name: '__Host-view',
        value: '1',
        url: quickHide.address.replace('http:', 'https:'),
        secure: true,
        httpOnly: true,
      },
    ])

  test('the browser keeps only one URL, one title and one icon, and Back leaves the site', async () => {
    const profile = await withProfile(async (page) => {
      await page.goto(quickHide.site.recipes)
      await beSafe(page)
      await page.goto('/')
      const entries = await page.evaluate(() => history.length)
      await stands(page, /Unmask/)
      await footer(page, 'Glossary').click()
      await stands(page, 'Glossary')
      // Navigation within a page keeps the URL too.
      await page.locator('a[data-list=letter]', { hasText: 'H' }).click()
      await page.locator('[data-items]').getByRole('link', { name: 'Hoovering', exact: true }).click()
      await stands(page, 'Hoovering')
      await page.reload()
      await stands(page, 'Hoovering')
      await footer(page, 'Demo').click()
      await stands(page, 'Welcome back, Username')
      await sidebar(page, 'Connections').click()
      await stands(page, 'Connections')
      await footer(page, 'Contact').click()
      await stands(page, 'Contact us')
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
      await stands(page, 'Contact us')
      await page.locator('header').getByRole('link', { name: 'Log In' }).click()
      await stands(page, 'Welcome back')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await stands(page, 'Create your account')
      await submitSignUp(page, newEmail())
      await stands(page, /^Welcome back, /)
      await hydrated(page)
      await page.getByRole('button', { name: 'Turn on Safe Mode' }).click()
      await expect(page.getByText('Safe Mode is on')).toBeVisible()
      await stands(page, /^Welcome back, /)
      await sidebar(page, 'Connections').click()
      await stands(page, 'Connections')
      await page.getByRole('link', { name: 'New Connection' }).click()
      await stands(page, 'Create New Connection')
      await entryField(page).fill(canary)
      await expect(page.getByText('Draft saved.')).toBeVisible()
      await page.getByRole('button', { name: 'Save Connection' }).click()
      await stands(page, 'Connections')
      await expect(page.getByText(canary)).toBeVisible()
      // The page changes in place, and then a POST tells the server the new location.
      const told = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await sidebar(page, 'Coming Soon').click()
      await stands(page, 'Coming Soon')
      expect(new URL((await told).url()).pathname).toBe('/')
      await page.reload()
      await stands(page, 'Coming Soon')
      await sidebar(page, 'Settings').click()
      await page.getByLabel('15 minutes', { exact: true }).check()
      await page.getByRole('button', { name: 'Save the time' }).click()
      await expect(page.getByText('Your pages lock when')).toBeVisible()
      await stands(page, 'Settings')
      const kept = JSON.parse(await deviceStorage(page))
      expect(kept).toMatchObject({ databases: [], caches: [] })
      const { origins } = await page.context().storageState({ indexedDB: true })
      expect(origins.filter(({ origin }) => origin === quickHide.address)).toEqual([])
      await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
      await stands(page, /Unmask/)
      expect(await page.evaluate(() => history.length), 'no entry was added').toBe(entries)
      await page.goBack()
      expect(page.url()).toBe(quickHide.site.recipes)
    })
    const holding = await profile.wordsIn([canary, 'hoovering', 'letter=h'])
    const history = profile.read('History', 'select distinct url, title from urls')
    const icons = profile.read(
      'Favicons',
      'select m.page_url, f.url from icon_mapping m join favicons f on f.id = m.icon_id',
    )
    await profile.remove()
    const ours = history.filter(({ url }) => String(url).startsWith(quickHide.address))
    expect(ours).toEqual([{ url: `${quickHide.address}/`, title: 'Home' }])
    for (const { page_url, url } of icons.filter(({ page_url }) =>
      String(page_url).startsWith(quickHide.address),
    ))
      expect([page_url, String(url).includes('%3Ccircle') || String(url).includes('<circle')]).toEqual([
        `${quickHide.address}/`,
        true,
      ])
    expect([...holding]).toEqual([])
  })

  test('a URL that is typed or opened from a message is hidden in the history, but stays in its file', async () => {
    const profile = await withProfile(async (page) => {
      await beSafe(page)
      await page.goto('/glossary/hoovering', { waitUntil: 'commit' }).catch(() => {})
      await stands(page, 'Hoovering')
      await page.goto('/staying-safe', { waitUntil: 'commit' }).catch(() => {})
      await stands(page, /.+/)
    })
    const shown = profile.read(
      'History',
      "select url, title from urls where hidden = 0 and url like '%/glossary/%'",
    )
    const hidden = profile.read(
      'History',
      "select title from urls where hidden = 1 and url like '%/glossary/%'",
    )
    await profile.remove()
    expect({ shown, hidden }).toEqual({ shown: [], hidden: [{ title: 'Home' }] })
  })
})
