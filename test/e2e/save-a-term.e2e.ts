import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { emailBox, passwordBox, sessionOf, submitSignIn, submitSignUp } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()
const term = { slug: 'gaslighting', path: '/glossary/gaslighting' }
const inList = '/glossary?search=gaslighting'

const heart = (page: Page) => page.getByRole('link', { name: 'Save Gaslighting to favorites' })
const pen = (page: Page) => page.getByRole('link', { name: 'Write about Gaslighting' })
const modal = (page: Page, name = 'Create Your Account') => page.getByRole('dialog', { name })

test('Without JavaScript a heart leads to sign-up, and its term is saved after it', async () => {
  const { page } = await visit(inList, { javaScript: false })
  await heart(page).click()
  await page.waitForURL(`${address}/auth-test?mode=sign-up&save=${term.slug}`)
  await submitSignUp(page)
  await page.waitForURL(new RegExp(`/dashboard(?:\\?save=${term.slug}(?:&proof=[\\w-]{43})?)?$`))
  await page.goto(term.path)
  await pen(page).click()
  await page.waitForURL(`${address}/dashboard/connections/new?journal=${term.slug}`)
})

describe.each([inList, term.path])('A visitor at %s', (path) => {
  test('gets the sign-up form in a modal, can close it by keyboard, and the focus returns', async () => {
    const { page, consoleErrors } = await visit(path)
    await heart(page).focus()
    await page.keyboard.press('Enter')
    await expect(emailBox(page)).toBeFocused()
    await expect(modal(page)).toBeVisible()
    const stops = await tabStops(page)
    expect(stops).toContain('Quick Hide: leave this page quickly')
    expect(stops).toContain('Close')
    expect(stops.filter((name) => name === 'outside')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(heart(page)).toBeFocused()
    await pen(page).press('Enter')
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter')
    await expect(modal(page)).toBeHidden()
    await expect(pen(page)).toBeFocused()
    expect(page.url()).toBe(`${address}${path}`)
    // Only the form is taken from its page; the content security policy would block that page's styles.
    expect(consoleErrors).toEqual([])
  })
})

test('Quick Hide keeps its place when the modal opens, and covers nothing', async () => {
  for (const [width, height] of [
    [1280, 800],
    [360, 640],
    [320, 256],
  ] as const) {
    const { page } = await visit(inList, { width, height })
    await heart(page).click()
    const eye = modal(page).getByRole('button', { name: /Quick Hide/ })
    await expect(eye).toBeInViewport({ ratio: 1 })
    await eye.click({ trial: true })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(modal(page)).toBeHidden()
  }
})

test('A visitor who signs up in the modal keeps the term', async () => {
  const { page } = await visit(inList)
  await heart(page).click()
  const email = await submitSignUp(page)
  await page.waitForURL(new RegExp(`/dashboard(?:\\?save=${term.slug}(?:&proof=[\\w-]{43})?)?$`))
  expect(await sessionOf(page)).toBeDefined()
  await page.goto(inList)
  await pen(page).click()
  await page.waitForURL(`${address}/dashboard/connections/new?journal=${term.slug}`)

  const { page: later } = await visit(term.path)
  await pen(later).click()
  await modal(later).getByRole('link', { name: 'Sign in' }).click()
  await expect(modal(later, 'Welcome Back')).toBeVisible()
  await expect(emailBox(later)).toBeFocused()
  await modal(later, 'Welcome Back').getByRole('link', { name: 'Create an account' }).click()
  await expect(modal(later)).toBeVisible()
  await modal(later).getByRole('link', { name: 'Sign in' }).click()
  await expect(modal(later, 'Welcome Back')).toBeVisible()
  await submitSignIn(later, email)
  await later.waitForURL(`${address}/dashboard/connections/new?journal=${term.slug}`)
})

test('An invalid form leads to the sign-up page, which shows the error and keeps the email and the term', async () => {
  const { page } = await visit(inList)
  await heart(page).click()
  await emailBox(page).fill('sam@example.org')
  await passwordBox(page).fill('short')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/auth-test?mode=sign-up&save=${term.slug}`)
  await expect(emailBox(page)).toHaveValue('sam@example.org')
  await expect(passwordBox(page)).toHaveAttribute('aria-invalid', 'true')
})

test('A heart opens the sign-up page when the form cannot be fetched', async () => {
  const { page } = await visit(inList, {
    before: (page) =>
      page.route('**/auth-test?*', (route) =>
        route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
      ),
  })
  await heart(page).click()
  await page.waitForURL(`${address}/auth-test?mode=sign-up&save=${term.slug}`)
})

test('The modal has no axe violations in both themes', async () => {
  const { page } = await visit(inList, { width: 360 })
  await heart(page).click()
  await expect(modal(page)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})

/** The tab stops, once around. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const at = document.activeElement as HTMLElement
        if (at === document.body) return 'the browser'
        return at.closest('dialog') ? (at.ariaLabel ?? at.textContent ?? '') : 'outside'
      }),
    )
  }
  return stops
}
