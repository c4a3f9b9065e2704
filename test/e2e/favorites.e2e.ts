import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { emailBox, newEmail, ofAge, password, passwordBox } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { enterAt, tabTo } from '../support/keyboard.ts'
import { withoutTour } from '../support/screens.ts'

const address = inject('address')
const { visit } = journey()
const heart = (page: Page, term: string) =>
  page.getByRole('button', { name: `Save ${term} to favorites`, exact: true })
const toast = (page: Page, title: string, description: string) =>
  expect(page.locator('.toast', { hasText: title }).filter({ hasText: description })).toBeVisible()
const ready = (page: Page) => page.locator('html[data-interactive]').waitFor()

/** Opens a page as a new user. */
async function newcomer(path: string, options: VisitOptions = {}) {
  const { page } = await visit(path, {
    ...options,
    before: async (page) => {
      const response = await page.context().request.post('/auth-test?mode=sign-up', {
        form: { email: newEmail(), password, of_age: 'on' },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        maxRedirects: 0,
      })
      expect(response.status()).toBe(302)
    },
  })
  if (options.javaScript !== false && path.startsWith('/dashboard')) await ready(page)
  return page
}

test('A favorite chosen by a visitor is saved after sign-up by keyboard alone, and only once', async () => {
  const { page } = await visit('/glossary?search=gaslighting', { width: 360, colorScheme: 'dark' })
  await enterAt(page.getByRole('link', { name: 'Save Gaslighting to favorites' }))
  await expect(emailBox(page)).toBeFocused()
  await page.keyboard.type(newEmail())
  await tabTo(passwordBox(page))
  await page.keyboard.type(password)
  await tabTo(ofAge(page))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/dashboard`)
  await expect(page.getByText('Gaslighting has been saved to your favorites.')).toBeVisible()
  await page.goto('/dashboard/favorites')
  await expect(page.getByRole('link', { name: 'Gaslighting', exact: true })).toBeVisible()
  // A link from another site saves no favorite.
  await page.goto('data:text/html,<p>elsewhere')
  await page.goto(`${address}/dashboard?save=stonewalling`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, there')
  await page.goto('/dashboard/favorites')
  await expect(page.getByRole('link', { name: 'Stonewalling', exact: true })).toBeHidden()
})

test('A heart button reverts when saving fails, and saves and removes a favorite when online', async () => {
  const page = await newcomer('/dashboard/glossary')
  const one = heart(page, 'Abuse')
  await expect(one).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(true)
  await one.click()
  await toast(page, 'Error', 'Failed to update favorites. Please try again.')
  await expect(one).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(false)
  await one.click()
  await expect(one).toHaveAttribute('aria-pressed', 'true')
  await toast(page, 'Added to favorites', 'Abuse has been saved to your favorites.')
  await one.click()
  await toast(page, 'Removed from favorites', 'Abuse has been removed from your favorites.')
  await expect(one).toHaveAttribute('aria-pressed', 'false')
})

test('The page of a term shows whether it is saved, and names what its button does', async () => {
  const page = await newcomer('/dashboard/glossary/gaslighting')
  const button = page.locator('main form[action="/dashboard/favorites"] button')
  await expect(button).toHaveAccessibleName('Save Gaslighting to favorites')
  await button.click()
  await toast(page, 'Added to favorites', 'Gaslighting has been saved to your favorites.')
  await expect(button).toHaveText(/^Saved/)
  await expect(button).toHaveAccessibleName('Saved: remove Gaslighting from favorites')
  // The name changes with the state, so `aria-pressed` would contradict it.
  await expect(button).not.toHaveAttribute('aria-pressed')
  await button.click()
  await toast(page, 'Removed from favorites', 'Gaslighting has been removed from your favorites.')
  await expect(button).toHaveAccessibleName('Save Gaslighting to favorites')
})

test('Favorites are counted, and are removed only after a confirmation', async () => {
  const page = await newcomer('/dashboard/favorites')
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Explore Glossary' }).click()
  // The heart changes before the server responds, and responses may come in any order, so wait for each.
  for (const term of ['Abuse', 'Abuse by Proxy']) {
    await heart(page, term).click()
    await toast(page, 'Added to favorites', `${term} has been saved to your favorites.`)
  }
  await page.goto('/dashboard/favorites')
  await ready(page)
  const count = (name: string) => page.locator('.counts > div', { hasText: name }).locator('dd')
  await expect(count('Total Saved')).toHaveText('2')
  await expect(count('Clinical')).toHaveText('1')
  await expect(count('Community')).toHaveText('1')
  await expect(page.getByText(/^Saved \w+ \d+, \d{4}$/).first()).toBeVisible()
  await enterAt(page.getByRole('button', { name: 'Remove Abuse from favorites', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Remove from Favorites' })
  await expect(dialog).toContainText(
    'Are you sure you want to remove "Abuse" from your favorites? This action cannot be undone.',
  )
  await page.context().setOffline(true)
  await enterAt(dialog.getByRole('button', { name: 'Remove' }))
  await toast(page, 'Error', 'Failed to remove term from favorites. Please try again.')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toBeHidden()
  await expect(count('Total Saved')).toHaveText('1')
})

describe.each([
  ['/glossary/gaslighting', /^Saved ?: remove Gaslighting from favorites$/, ':not([aria-pressed])'],
  ['/glossary?search=gaslighting', /^Save Gaslighting to favorites$/, '[aria-pressed=true]'],
])('On the public page %s', (path, savedName, savedState) => {
  test('a signed-in user sees the saved state, and saves and removes the term without leaving', async () => {
    const page = await newcomer(path)
    const save = heart(page, 'Gaslighting')
    const saved = page
      .getByRole('button', { name: savedName })
      .and(page.locator(`[data-saved=true]${savedState}`))
    await expect(save).toHaveAttribute('data-saved', 'false')
    await page.context().setOffline(true)
    await save.click()
    await expect(page.getByText('Failed to update favorites. Please try again.')).toBeVisible()
    await expect(save).toHaveAttribute('data-saved', 'false')
    await page.context().setOffline(false)
    await save.press('Enter')
    await expect(saved).toBeFocused()
    await expect(saved).toBeEnabled()
    await expect(page.getByText('Failed to update favorites.')).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await expect(saved).toBeVisible()
    expect(page.url()).toBe(address + path)
    await saved.click()
    await expect(save.and(page.locator('[data-saved=false]'))).toBeEnabled()
    await page.reload()
    await expect(save).toHaveAttribute('data-saved', 'false')
    await save.click()
    await expect(saved).toBeEnabled()
    // After a sign-out elsewhere no personal state remains.
    await page.context().clearCookies()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('link', { name: 'Save Gaslighting to favorites' })).toBeVisible()
    await expect(page.locator('[data-saved]')).toHaveCount(0)
  })
})

test('Without JavaScript favorites are saved and removed by plain forms', async () => {
  const page = await newcomer('/dashboard/glossary/gaslighting', { javaScript: false })
  await page.getByRole('button', { name: 'Save Gaslighting to favorites' }).click()
  await page.waitForURL(`${address}/dashboard/favorites`)
  await page.getByRole('button', { name: 'Remove Gaslighting from favorites' }).click()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
})

test('The private glossary searches and loads more in place, announces how many terms it shows, and keeps the search text out of the URL', async () => {
  const page = await newcomer('/dashboard/glossary', { width: 360 })
  const box = page.getByRole('searchbox', { name: 'Search terms' })
  const announced = page.locator('[role=status][data-announce]')
  const whole = (await page.locator('[data-shown]').textContent()) ?? ''
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/terms?*', (route) => held.then(() => route.continue()))
  await box.fill('gaslight')
  await expect(page.locator('.skeleton')).toHaveCount(3)
  await expect(announced).toHaveText('Loading...')
  release()
  await expect(page.getByRole('heading', { level: 3, name: 'Gaslighting', exact: true })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('[data-shown]')).not.toContainText(whole)
  await expect(announced).toHaveText(/^\d+ of \d+ terms$/)
  expect(page.url()).toBe(`${address}/dashboard/glossary`)
  await box.fill('zzzzqqq')
  await expect(page.getByText('No terms found matching "zzzzqqq"')).toBeVisible()
  await expect(announced).toHaveText('No Terms Found')
  await box.fill('')
  await expect(page.locator('[data-shown]')).toContainText('20 of')
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page.locator('[data-shown]')).toContainText('40 of')
  await expect(announced).toHaveText(`40 of ${whole.replace(/^20 of /, '')}`)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page.getByRole('heading', { name: 'Error Loading Terms' })).toBeVisible()
  await expect(page.locator('[data-items] > li')).toHaveCount(40)
  await page.context().setOffline(false)
})

test.each(['/dashboard/glossary', '/demo/glossary'])(
  'On a phone %s shows the open tip and the first result on one screen, with a gap above the search box',
  async (path) => {
    const size = { width: 360, height: 640 }
    const page = path.startsWith('/demo')
      ? (await visit(path, { ...size, before: withoutTour })).page
      : await newcomer(path, size)
    const box = page.getByRole('searchbox', { name: 'Search terms' })
    await box.fill(path.startsWith('/demo') ? 'gas' : 'control')
    const first = page.locator('.short [data-items] > li').first()
    await expect(first).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'About Quick Hide' })).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(first.locator('p').first()).toBeInViewport({ ratio: 1 })
    const gap = await box.evaluate((element) => {
      const heading = document.querySelector('main h1') as Element
      return element.getBoundingClientRect().top - heading.getBoundingClientRect().bottom
    })
    // The focus ring takes 5 px of it.
    expect(gap).toBeGreaterThan(8)
  },
)
