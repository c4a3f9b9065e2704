import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import type { Download, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { findRunningPostgres } from '../../packages/embedded-postgres/find-running.ts'
import { password, passwordBox, sessionOf, submitSignIn, submitSignUp } from '../support/account.ts'
import { openArchive } from '../support/archive.ts'
import { expectAccessible } from '../support/browser.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { hydrated } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'
import { limitBandwidth } from '../support/throttling.ts'

/** A separate product, because a test changes times in its database. */
let product: Product
let dataDir: string
beforeAll(async () => {
  dataDir = await newDataFolder()
  product = await startProduct({ DATA_DIR: dataDir, PORT: '0' })
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const { visit } = journey(() => product.address, { severalTabs: true })
const account = (page: Page) => page.getByRole('region', { name: 'Account Management' })
const button = (page: Page, name: string) => account(page).getByRole('button', { name, exact: true })
const fold = (page: Page) => account(page).getByText('Delete my account…', { exact: true })
const tick = (page: Page) => account(page).getByRole('checkbox', { name: /^I want to delete my account/ })
const farewell = 'Your account is deleted, and everything in it. Take good care of yourself.'

/** Signs up a new user, opens the settings, and saves these Connections. */
async function atSettings(words: string[], options: VisitOptions = {}) {
  const { page } = await visit('/auth-test?mode=sign-up&next=/dashboard/settings', options)
  const email = await submitSignUp(page)
  await page.waitForURL(`${product.address}/dashboard/settings`)
  // Before hydration the forms work too, but differently.
  if (options.javaScript !== false) await hydrated(page)
  for (const content of words) {
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const saved = await page.request.post('/api/journal-entries', { data: { content }, headers })
    expect(saved.status()).toBe(201)
  }
  return { page, email }
}

/** Makes the last authentication of every session one hour older. */
async function anHourLater() {
  const connect = await findRunningPostgres(dataDir)
  if (!connect) throw new Error('the database does not run')
  const client = new pg.Client(connect('unfog_auth'))
  await client.connect()
  await client.query(`update auth.sessions set proven_at = proven_at - interval '1 hour'`)
  await client.end()
}

async function archiveIn(download: Download) {
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.zip$/)
  return openArchive(await readFile(await download.path()))
}
const whose = (page: Page) => page.locator('main input[name=user_id]').first().inputValue()
const contents = ({ data }: ReturnType<typeof openArchive>): string[] =>
  data.connections.map(({ content }: { content: string }) => content)

async function reauthenticatePath(page: Page) {
  await page.waitForURL(/\/auth-test\/prove/)
  await passwordBox(page).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.address}/dashboard/settings#account-title`)
  await expect(account(page).getByRole('heading', { name: 'Account Management' })).toBeInViewport()
}

test('The data download works by keyboard, shows its progress, and after an hour requires the password', async () => {
  const words = Array.from({ length: 50 }, (_, number) => `Line ${number}\nof mine`)
  const { page, email } = await atSettings(words, { width: 360, colorScheme: 'dark' })
  const said = await page.evaluateHandle(() => {
    const heard: string[] = []
    new MutationObserver(() => heard.push(document.body.textContent)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    return heard
  })
  await tabTo(button(page, 'Download My Data'))
  // With full bandwidth the file is ready before any progress is shown.
  const widen = await limitBandwidth(page)
  const [download, asked] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForRequest('**/api/account/export*'),
    page.keyboard.press('Enter'),
  ])
  await expect(account(page).getByRole('status')).toHaveText(/^Your file is ready/)
  // Without this header a tab left open could download the data of another user who signed in later.
  expect(asked.headers()['x-user-id']).toBe(await whose(page))
  const archive = await archiveIn(download)
  expect(contents(archive)).toEqual(words)
  expect(archive.data.account.email).toBe(email)
  expect(archive.pages).toContain('Line 49')
  expect((await said.jsonValue()).join('\n')).toMatch(/Preparing… \d+ of 50/)
  await widen()

  await anHourLater()
  await button(page, 'Download My Data').press('Enter')
  await reauthenticatePath(page)
  const again = page.waitForEvent('download')
  await button(page, 'Download My Data').press('Enter')
  expect(contents(await archiveIn(await again))).toEqual(words)
})

test('The data download can be stopped, and shows an error when the network fails', async () => {
  const { page } = await atSettings(['Mine'])
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/account/export*', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await button(page, 'Download My Data').press('Enter')
  await expect(account(page).getByRole('progressbar', { name: 'Preparing' })).toBeVisible()
  await button(page, 'Stop').press('Enter')
  await expect(account(page).getByRole('progressbar')).toBeHidden()
  release()
  await page.unroute('**/api/account/export*')
  await page.context().setOffline(true)
  await button(page, 'Download My Data').press('Enter')
  await expect(account(page).getByRole('alert')).toHaveText(/^Your file could not be put together just now/)
  await page.context().setOffline(false)
  const download = page.waitForEvent('download')
  await button(page, 'Download My Data').press('Enter')
  expect(contents(await archiveIn(await download))).toEqual(['Mine'])
  await expect(account(page).getByRole('alert')).toBeHidden()
})

test('An account is deleted by keyboard, after an hour only with the password, and all its sessions end', async () => {
  const { page, email } = await atSettings(['Mine'])
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  const { page: elsewhere } = await visit('/auth-test')
  await submitSignIn(elsewhere, email)
  await elsewhere.waitForURL(`${product.address}/dashboard`)
  await anHourLater()

  await page.bringToFront()
  await tabTo(fold(page))
  await page.keyboard.press('Enter')
  await tabTo(button(page, 'Delete my account'))
  await page.keyboard.press('Enter')
  // The browser itself requires the checkbox.
  await expect(tick(page)).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(button(page, 'Delete my account'))
  await page.keyboard.press('Enter')
  await reauthenticatePath(page)
  await tabTo(fold(page))
  await page.keyboard.press('Enter')
  await tabTo(tick(page))
  await page.keyboard.press('Space')
  await tabTo(button(page, 'Delete my account'))
  await page.keyboard.press('Enter')

  await page.waitForURL(`${product.address}/?done`)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: farewell })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  expect(await sessionOf(page)).toBeUndefined()
  await expect(tab).toHaveURL(`${product.address}/`)
  await elsewhere.goto('/dashboard')
  await elsewhere.waitForURL(/\/auth-test\?next=/)
  await submitSignIn(elsewhere, email)
  await expect(elsewhere.getByRole('main').getByRole('alert').first()).toContainText('isn’t right')
  await page.goBack()
  await page.waitForURL(/\/auth-test\?next=/)
})

test('The data download and the account deletion work without JavaScript', async () => {
  const { page } = await atSettings(['Mine'], { javaScript: false, width: 360 })
  await anHourLater()
  await button(page, 'Download My Data').click()
  await reauthenticatePath(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download My Data').click(),
  ])
  const archive = await archiveIn(download)
  expect(contents(archive)).toEqual(['Mine'])
  expect(archive.pages).toContain('All times are those of UTC.')

  await fold(page).click()
  await tick(page).check()
  await button(page, 'Delete my account').click()
  await page.waitForURL(`${product.address}/?done`)
  await expect(page.getByText(farewell)).toBeVisible()
  expect(await sessionOf(page)).toBeUndefined()
})

test('Account deletion, its confirmation and the downloaded pages have no accessibility violations', async () => {
  const { page } = await atSettings(['A line\nof mine <b>'])
  await fold(page).click()
  // Like a browser without form validation.
  await tick(page).evaluate((element) => element.removeAttribute('required'))
  await button(page, 'Delete my account').click()
  await expect(tick(page)).toHaveAccessibleDescription('Please tick this box first, if you are sure.')
  const download = page.waitForEvent('download')
  await button(page, 'Download My Data').click()
  const { pages } = await archiveIn(await download)
  await expect(account(page).getByRole('status')).toBeVisible()
  const inEveryLook = async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
  await inEveryLook()
  await page.goto('/?done')
  await inEveryLook()
  await page.route('**/readable', (route) => route.fulfill({ body: pages, contentType: 'text/html' }))
  await page.goto('/readable')
  await expect(page.getByText('of mine <b>')).toBeVisible()
  await inEveryLook()
})
