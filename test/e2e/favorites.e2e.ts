import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { emailBox, newEmail, ofAge, password, passwordBox, submitSignUp } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { journey, see } from '../support/journey.ts'
import { enterAt, tabTo } from '../support/keyboard.ts'
import { withoutTour } from '../support/screens.ts'

const address = inject('address')
const { visit } = journey()
const heart = (page: Page, term: string) =>
  page.getByRole('button', { name: `Save ${term} to favorites`, exact: true })
const toast = (page: Page, title: string, description: string) =>
  see(page.locator('.toast', { hasText: title }).filter({ hasText: description })).toBeVisible()
const ready = (page: Page) => page.locator('html[data-interactive]').waitFor()

/** A new person, at a page of theirs. */
async function newcomer(
  path: string,
  options: { javaScript?: boolean; width?: number; height?: number } = {},
) {
  const { page } = await visit(`/auth-test?mode=sign-up&${new URLSearchParams({ next: path })}`, options)
  await submitSignUp(page)
  await page.waitForURL(`${address}${path}`)
  if (options.javaScript !== false) await ready(page)
  return page
}

test('A heart of a visitor is kept through signing up by keyboard alone, and done once', async () => {
  const { page } = await visit('/glossary?search=gaslighting', { width: 360, colorScheme: 'dark' })
  await enterAt(page.getByRole('link', { name: 'Save Gaslighting to favorites' }))
  await see(emailBox(page)).toBeFocused()
  await page.keyboard.type(newEmail())
  await tabTo(passwordBox(page))
  await page.keyboard.type(password)
  await tabTo(ofAge(page))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/dashboard`)
  await see(page.getByText('Gaslighting has been saved to your favorites.')).toBeVisible()
  await page.goto('/dashboard/favorites')
  await see(page.getByRole('link', { name: 'Gaslighting', exact: true })).toBeVisible()
  // Another site's link, in the same browser, changes nothing.
  await page.goto('data:text/html,<p>elsewhere')
  await page.goto(`${address}/dashboard?save=stonewalling`)
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, there')
  await page.goto('/dashboard/favorites')
  await see(page.getByRole('link', { name: 'Stonewalling', exact: true })).toBeHidden()
})

test('A heart answers at once, goes back when it could not be saved, and can be taken back', async () => {
  const page = await newcomer('/dashboard/glossary')
  const one = heart(page, 'Abuse')
  await see(one).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(true)
  await one.click()
  await toast(page, 'Error', 'Failed to update favorites. Please try again.')
  await see(one).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(false)
  await one.click()
  await see(one).toHaveAttribute('aria-pressed', 'true')
  await toast(page, 'Added to favorites', 'Abuse has been saved to your favorites.')
  await one.click()
  await toast(page, 'Removed from favorites', 'Abuse has been removed from your favorites.')
  await see(one).toHaveAttribute('aria-pressed', 'false')
})

test('On its own page a term says whether it is saved, and what pressing does', async () => {
  const page = await newcomer('/dashboard/glossary/gaslighting')
  const button = page.locator('main form[action="/dashboard/favorites"] button')
  await see(button).toHaveAccessibleName('Save Gaslighting to favorites')
  await button.click()
  await toast(page, 'Added to favorites', 'Gaslighting has been saved to your favorites.')
  await see(button).toHaveText(/^Saved/)
  await see(button).toHaveAccessibleName('Saved: remove Gaslighting from favorites')
  // A name that changes says it all: "pressed" beside it would say the opposite.
  await see(button).not.toHaveAttribute('aria-pressed')
  await button.click()
  await toast(page, 'Removed from favorites', 'Gaslighting has been removed from your favorites.')
  await see(button).toHaveAccessibleName('Save Gaslighting to favorites')
})

test('Favorites are counted, and go after a question', async () => {
  const page = await newcomer('/dashboard/favorites')
  await see(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Explore Glossary' }).click()
  // The heart answers at once; the page may go when the server has answered too, and it need not answer in their order.
  for (const term of ['Abuse', 'Abuse by Proxy']) {
    await heart(page, term).click()
    await toast(page, 'Added to favorites', `${term} has been saved to your favorites.`)
  }
  await page.goto('/dashboard/favorites')
  await ready(page)
  const count = (name: string) => page.locator('.counts > div', { hasText: name }).locator('dd')
  await see(count('Total Saved')).toHaveText('2')
  await see(count('Clinical')).toHaveText('1')
  await see(count('Community')).toHaveText('1')
  await see(page.getByText(/^Saved \w+ \d+, \d{4}$/).first()).toBeVisible()
  await enterAt(page.getByRole('button', { name: 'Remove Abuse from favorites', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Remove from Favorites' })
  await see(dialog).toContainText(
    'Are you sure you want to remove "Abuse" from your favorites? This action cannot be undone.',
  )
  await page.context().setOffline(true)
  await enterAt(dialog.getByRole('button', { name: 'Remove' }))
  await toast(page, 'Error', 'Failed to remove term from favorites. Please try again.')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await see(dialog).toBeHidden()
  await see(count('Total Saved')).toHaveText('1')
})

describe.each([
  ['/glossary/gaslighting', /^Saved ?: remove Gaslighting from favorites$/],
  ['/glossary?search=gaslighting', /^Save Gaslighting to favorites$/],
])('On the public page %s', (path, savedName) => {
  test('somebody who is signed in sees what is saved, and saves and removes it without leaving', async () => {
    const page = await newcomer('/dashboard')
    await page.goto(path)
    const save = heart(page, 'Gaslighting')
    const saved = page.getByRole('button', { name: savedName }).and(page.locator('[data-saved=true]'))
    await see(save).toHaveAttribute('data-saved', 'false')
    await page.context().setOffline(true)
    await save.click()
    await see(page.getByText('Failed to update favorites. Please try again.')).toBeVisible()
    await see(save).toHaveAttribute('data-saved', 'false')
    await page.context().setOffline(false)
    await save.press('Enter')
    await see(saved).toBeFocused()
    await see(saved).toBeEnabled()
    await see(page.getByText('Failed to update favorites.')).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await see(saved).toBeVisible()
    expect(page.url()).toBe(address + path)
    await saved.click()
    await see(save.and(page.locator('[data-saved=false]'))).toBeEnabled()
    await page.reload()
    await see(save).toHaveAttribute('data-saved', 'false')
    await save.click()
    await see(saved).toBeEnabled()
    // Signed out elsewhere: nothing of the person stays.
    await page.context().clearCookies()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await see(page.getByRole('link', { name: 'Save Gaslighting to favorites' })).toBeVisible()
    await see(page.locator('[data-saved]')).toHaveCount(0)
  })
})

test('Without scripts a heart is a form', async () => {
  const page = await newcomer('/dashboard/glossary/gaslighting', { javaScript: false })
  await page.getByRole('button', { name: 'Save Gaslighting to favorites' }).click()
  await page.waitForURL(`${address}/dashboard/favorites`)
  await page.getByRole('button', { name: 'Remove Gaslighting from favorites' }).click()
  await see(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
})

test('The glossary of the private area searches, filters and loads more in place; the words stay out of the address', async () => {
  const page = await newcomer('/dashboard/glossary', { width: 360 })
  const box = page.getByRole('searchbox', { name: 'Search terms' })
  const whole = (await page.locator('[data-shown]').textContent()) ?? ''
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/terms?*', (route) => held.then(() => route.continue()))
  await box.fill('gaslight')
  await see(page.locator('.skeleton')).toHaveCount(3)
  release()
  await see(page.getByRole('heading', { level: 3, name: 'Gaslighting', exact: true })).toBeVisible()
  await see(page.locator('.skeleton')).toHaveCount(0)
  await see(page.locator('[data-shown]')).not.toContainText(whole)
  expect(page.url()).toBe(`${address}/dashboard/glossary`)
  await box.fill('zzzzqqq')
  await see(page.getByText('No terms found matching "zzzzqqq"')).toBeVisible()
  await box.fill('')
  await see(page.locator('[data-shown]')).toContainText('20 of')
  await page.getByRole('link', { name: 'Load More' }).click()
  await see(page.locator('[data-shown]')).toContainText('40 of')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Load More' }).click()
  await see(page.getByRole('heading', { name: 'Error Loading Terms' })).toBeVisible()
  await see(page.locator('[data-items] > li')).toHaveCount(40)
  await page.context().setOffline(false)
})

test.each(['/dashboard/glossary', '/demo/glossary'])(
  'On a phone, %s shows its first result on the first screen with the tip open, and the box clear of the heading',
  async (path) => {
    const size = { width: 360, height: 640 }
    const page = path.startsWith('/demo')
      ? (await visit(path, { ...size, before: withoutTour })).page
      : await newcomer(path, size)
    const box = page.getByRole('searchbox', { name: 'Search terms' })
    await box.fill(path.startsWith('/demo') ? 'gas' : 'control')
    const first = page.locator('.short [data-items] > li').first()
    await see(first).toBeVisible()
    await see(page.getByRole('complementary', { name: 'About Quick Hide' })).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await see(first.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await see(first.locator('p').first()).toBeInViewport({ ratio: 1 })
    const gap = await box.evaluate((element) => {
      const heading = document.querySelector('main h1') as Element
      return element.getBoundingClientRect().top - heading.getBoundingClientRect().bottom
    })
    // The ring of the focus takes 5 px of it.
    expect(gap).toBeGreaterThan(8)
  },
)

test('What is said of a favorite breaks no rule of accessibility, in both themes', async () => {
  const page = await newcomer('/dashboard/glossary')
  await heart(page, 'Abuse').click()
  await see(page.locator('.toast')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
})
