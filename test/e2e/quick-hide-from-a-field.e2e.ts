import type { Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import { signInByRequest } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { writeEntries } from '../support/many-entries.ts'
import { hydrated } from '../support/private-area.ts'
import { escapeTwice, quickHideSite } from '../support/quick-hide.ts'

declare global {
  interface Window {
    /** The times when ESC was pressed and when the page was blank (milliseconds). */
    escapes: number[]
    blankAt: number
  }
}

const quickHide = quickHideSite()
const many = 10_000
/** The longest time from the second ESC to the blank page, on a processor slowed down four times (milliseconds). */
const atOnce = 1_000

let email = ''
beforeAll(async () => {
  const { page, email: created } = await quickHide.signUp('/staying-safe')
  email = created
  const { id } = await (await page.request.get('/api/profile')).json()
  const contents = Array.from(
    { length: many },
    (_, place) => `Note ${place}: ${'he said it never happened. '.repeat(20)}`,
  )
  await writeEntries(quickHide.folder, id, contents)
})

function watch() {
  window.escapes = []
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Escape') window.escapes.push(timeStamp)
    },
    { capture: true },
  )
  new MutationObserver(() => {
    if (document.title === 'Loading') window.blankAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Signs in the user with many Connections, on a slow processor. */
async function enter(path: string): Promise<Page> {
  const page = await quickHide.visit(path, {
    before: async (page) => {
      await signInByRequest(page, quickHide.address, email)
      await page.addInitScript(watch)
    },
  })
  await hydrated(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

const write = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })

test.each<[string, string, (page: Page) => Promise<unknown>]>([
  [
    '/dashboard/connections',
    'the search of Connections',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search your connections' }).fill('note')
      await expect(page.getByText('10000 connections', { exact: true })).toBeVisible({ timeout: 60_000 })
    },
  ],
  [
    '/dashboard/connections',
    'the search of Connections while it searches',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search your connections' }).fill('note')
      await expect(page.getByText(/^Searching/)).toBeVisible()
    },
  ],
  ['/dashboard/connections/new', 'the text', (page) => write(page).fill('Half a thought. '.repeat(2_000))],
  [
    '/dashboard/connections/new',
    'the list of terms',
    async (page) => {
      await page.getByRole('combobox', { name: 'Linked term (optional)' }).fill('a')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  ],
  [
    '/dashboard/glossary',
    'the search of terms',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('silent')
      await expect(page.locator('mark').first()).toBeVisible()
    },
  ],
  [
    '/dashboard/glossary',
    'the dialog that writes',
    async (page) => {
      await page
        .getByRole('link', { name: /^Write about/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Your Connection' }).fill('Half a thought')
    },
  ],
  [
    '/dashboard',
    'the search of the header',
    async (page) => {
      await page.getByRole('combobox', { name: 'Search glossary' }).fill('silent')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  ],
  [
    '/dashboard/settings',
    'a form of the settings',
    async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).click()
      await page.getByRole('textbox').first().fill('Ana')
    },
  ],
])('ESC twice blanks %s at once from %s', async (path, _field, prepare) => {
  Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
  const page = await enter(path)
  await prepare(page)
  await escapeTwice(page)
  await expect.poll(() => page.evaluate(() => window.blankAt)).toBeGreaterThan(0)
  const waited = await page.evaluate(() => window.blankAt - (window.escapes[1] ?? 0))
  expect(waited).toBeLessThan(atOnce)
})

test('The first ESC keeps the text in the search field', async () => {
  const page = await enter('/dashboard/connections')
  const box = page.getByRole('searchbox', { name: 'Search your connections' })
  await box.fill('note 77')
  await page.keyboard.down('Escape')
  // A held key repeats its events.
  await page.keyboard.down('Escape')
  await page.keyboard.up('Escape')
  await expect(box).toHaveValue('note 77')
})
