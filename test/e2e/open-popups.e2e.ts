import type { Locator, Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expectAccessibleInBothThemes } from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import { hydrated, usersOf } from '../support/private-area.ts'

/** Open popups have no axe violations. Those of a private page alone are checked with their page, in `private-screens.e2e.ts`. */
const area = usersOf(() => ({ address: inject('address') }))

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 640 }

/**
 * Checks an open popup, on a phone in the light theme and on a desktop in the dark one: no color depends on the width, and nothing else
 * on the theme.
 *
 * @param within the part of the page that it belongs to; a dialog needs none
 */
async function lookAt(popup: Locator, within?: string, except?: readonly string[]) {
  const page = popup.page()
  for (const [size, colorScheme] of [
    [phone, 'light'],
    [desktop, 'dark'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expect(popup).toBeVisible()
    await expectAccessible(page, undefined, except, within)
  }
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Checks the menus of a list, one after the other. */
async function lookAtSelects(page: Page) {
  for (const [key, item] of [
    ['type', 'Community'],
    ['sort', 'Oldest'],
  ] as const) {
    await page.locator(`[data-key=${key}]`).click()
    // An open menu covers half of a letter link, which axe reports as a too small target.
    await lookAt(page.getByRole('link', { name: item, exact: true }), '[data-part=menus]', ['target-size'])
    await page.locator(`[data-key=${key}]`).click()
  }
}

async function lookAtHeaderSearch(page: Page) {
  const box = page.getByRole('banner').getByRole('combobox')
  const results = page.getByRole('banner').getByRole('option')
  await box.fill('a')
  await expect(results).toHaveCount(5)
  await box.press('ArrowDown')
  await lookAt(results.first(), 'header')
  await box.press('Escape')
}

/** Checks the menu, which only small windows have. */
async function lookAtMenu(page: Page) {
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(dialog(page, 'Menu')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await page.setViewportSize(desktop)
}

describe('Open popups have no axe violations', () => {
  test('on public pages', async () => {
    const { page } = await area.visit('/glossary', desktop)
    await lookAtSelects(page)
    await lookAtHeaderSearch(page)
    await lookAtMenu(page)
    await page
      .getByRole('link', { name: /^Save .* to favorites$/ })
      .first()
      .click()
    await lookAt(dialog(page, 'Create Your Account'))
  })

  test('in the demo', async () => {
    const { page } = await area.visit('/demo/home', desktop)
    await page.locator('.driver-popover').getByRole('button', { name: 'Exit the tour' }).click()
    // Only large windows have the search of the demo.
    await page.getByRole('banner').getByRole('combobox').fill('a')
    await expect(page.getByRole('banner').getByRole('option').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('banner').getByRole('combobox').press('Escape')
    await lookAtMenu(page)
    await page.goto('/demo/glossary')
    await lookAtSelects(page)
    // The tooltip that says why a control has no function yet.
    await page.goto('/demo/settings')
    await page.locator('main .inert').first().focus()
    await lookAt(page.getByRole('tooltip').first(), 'main')
  })

  test('in a list of terms that is longer than its box', async () => {
    const { email } = await area.createUser()
    const { page } = await area.signIn(email, '/dashboard/connections/new', desktop)
    const box = page.getByRole('combobox', { name: /Linked term/ })
    const terms = page.getByRole('main').getByRole('option')
    await box.fill('a')
    await expect(terms).toHaveCount(50)
    await lookAt(terms.first(), 'main form')
    await box.press('ArrowDown')
    await lookAt(terms.first(), 'main form')
    await box.fill('zzzzqqq')
    await lookAt(page.getByText('No matching term.'), 'main form')
  })

  test('in the private glossary and its header', async () => {
    const { email } = await area.createUser()
    const { page } = await area.signIn(email, '/dashboard/glossary', desktop)
    await lookAtSelects(page)
    await lookAtHeaderSearch(page)
  })

  test('in success and error messages on a page, in a form and in a dialog', async () => {
    const { email } = await area.createUser()
    const { page } = await area.signIn(email, '/dashboard/glossary/darvo', desktop)
    const toast = (title: string) => page.locator('.toast', { hasText: title })
    await page.route('**/api/saved-terms/*', (route) => route.abort(), { times: 1 })
    await press(page, 'Save DARVO to favorites')
    await lookAt(toast('Error'), '.toasts')
    await press(page, 'Save DARVO to favorites')
    // The focus keeps the message open, because the checks take longer than it is shown.
    await toast('Added to favorites').getByRole('button').focus()
    await lookAt(toast('Added to favorites'), '.toasts')
    await page.route('**/api/journal-entries', (route) => route.abort())
    await page.getByRole('link', { name: 'Write about DARVO' }).click()
    const writing = dialog(page, 'Write about DARVO')
    await writing.getByRole('textbox').fill('Some words')
    await writing.getByRole('button', { name: 'Save' }).click()
    await expect(writing.locator('.toast', { hasText: 'Save failed' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/dashboard/connections/new')
    await hydrated(page)
    await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill('Some words')
    await press(page, 'Save Connection')
    await lookAt(page.locator('form .toast', { hasText: 'Error' }), 'main form')
  })
})
