import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import { expectAccessibleInBothThemes } from '../support/a11y-checks.ts'
import { expect } from '../support/journey.ts'
import { hydrated, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'

/** Every popup is checked with all axe rules while it is open: on a phone and on a desktop, in both themes. */
const area = usersOf(() => ({ address: inject('address') }))
const sizes = [
  [360, 640],
  [1280, 800],
] as const

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Checks an open dialog, and closes it. */
async function lookAtDialog(page: Page, name: string) {
  await expect(dialog(page, name)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog(page, name).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog(page, name)).toBeHidden()
}

/** Checks the result list of the header search and, on a phone, the menu. */
async function lookAtHeader(page: Page, width: number) {
  const box = page.getByRole('banner').getByRole('combobox')
  await box.fill('a')
  await expect(page.getByRole('banner').getByRole('option')).toHaveCount(5)
  await box.press('ArrowDown')
  await expectAccessibleInBothThemes(page)
  await box.press('Escape')
  await lookAtMenu(page, width)
}

async function lookAtMenu(page: Page, width: number) {
  if (width >= 1024) return
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Close the menu' }).click()
}

/** An open menu covers half of a letter link, which axe reports as a too small target. */
const underMenu = ['target-size']

/** Checks the menus of a list, one after the other. */
async function lookAtSelects(page: Page) {
  for (const [key, item] of [
    ['type', 'Community'],
    ['sort', 'Oldest'],
  ] as const) {
    await page.locator(`[data-key=${key}]`).click()
    await expect(page.getByRole('link', { name: item, exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page, underMenu)
    await page.locator(`[data-key=${key}]`).click()
  }
}

describe.each(sizes)('At a width of %i px, open popups have no axe violations', (width, height) => {
  const size = { width, height }

  test('on public pages', async () => {
    const { page } = await area.visit('/glossary', size)
    await lookAtSelects(page)
    await lookAtHeader(page, width)
    await page
      .getByRole('link', { name: /^Save .* to favorites$/ })
      .first()
      .click()
    await lookAtDialog(page, 'Create Your Account')
  })

  test.each([
    ['View larger', 'The dashboard'],
    ['Watch the film', 'The film'],
  ])('in the lightbox behind "%s" on the home page', async (opener, title) => {
    const { page } = await area.visit('/', size)
    // The accessible name is longer than the visible text.
    await page.getByRole('main').getByRole('button', { name: opener }).first().click()
    await lookAtDialog(page, title)
  })

  test('in the demo', async () => {
    const { page } = await area.visit('/demo/home', size)
    if (width >= 1024) {
      const tip = page.locator('.driver-popover')
      await expect(tip).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await tip.getByRole('button', { name: 'Exit the tour' }).click()
      await expect(tip).toHaveCount(0)
      const box = page.getByRole('banner').getByRole('combobox')
      await box.fill('a')
      await expect(page.getByRole('banner').getByRole('option').first()).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await box.press('Escape')
    } else {
      await expect(page.getByRole('complementary', { name: 'About the tour' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Close this message' }).click()
    }
    await lookAtMenu(page, width)
    await page.goto('/demo/glossary')
    await lookAtSelects(page)
    // The tooltip that says why a control has no function yet.
    await page.goto('/demo/settings')
    await page.locator('main .inert').first().focus()
    await expect(page.getByRole('tooltip').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  describe('in the private area', () => {
    let email = ''
    let connection = ''
    beforeAll(async () => {
      const person = await area.createUser()
      email = person.email
      const api = async (method: string, path: string, body?: object) => {
        const answer = await ask(area.address, `/api${path}`, {
          method,
          headers: {
            'Sec-Fetch-Site': 'same-origin',
            'Content-Type': 'application/json',
            Cookie: person.otherCookie,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        return JSON.parse(answer.body.toString())
      }
      const { id } = await api('GET', '/terms/gaslighting')
      await api('PUT', `/saved-terms/${id}`)
      const entry = await api('POST', '/journal-entries', { content: 'Some words', linked_term_id: null })
      connection = `/dashboard/connections/${entry.id}`
    })

    test('in a list of terms that is longer than its box', async () => {
      const { page } = await area.signIn(email, '/dashboard/connections/new', size)
      for (const path of ['/dashboard/connections/new', `${connection}/edit`]) {
        await page.goto(path)
        await hydrated(page)
        const box = page.getByRole('combobox', { name: /Linked term/ })
        await box.fill('a')
        await expect(page.getByRole('main').getByRole('option')).toHaveCount(50)
        await expectAccessibleInBothThemes(page)
        await box.press('ArrowDown')
        await expectAccessibleInBothThemes(page)
        await box.fill('zzzzqqq')
        await expect(page.getByText('No matching term.')).toBeVisible()
        await expectAccessibleInBothThemes(page)
      }
    })

    test('in lists, menus and dialogs', async () => {
      const { page } = await area.signIn(email, '/dashboard/glossary', size)
      await lookAtSelects(page)
      await lookAtHeader(page, width)
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Write about / })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: /^Write about/ })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.goto('/dashboard/favorites')
      await hydrated(page)
      await press(page, 'Remove Gaslighting from favorites')
      await lookAtDialog(page, 'Remove from Favorites')
      await page.goto(connection)
      await hydrated(page)
      await press(page, 'Delete')
      await lookAtDialog(page, 'Delete Connection')
      await page.goto('/dashboard/settings')
      await hydrated(page)
      for (const fold of await page.getByRole('main').locator('summary:visible').all()) await fold.click()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('main').getByRole('link', { name: /^Edit/ }).click()
      await lookAtDialog(page, 'Your profile')
      await page.goto('/dashboard/coming-soon')
      await hydrated(page)
      await page
        .getByRole('link', { name: /^View larger/ })
        .first()
        .click()
      await lookAtDialog(page, 'Word cloud')
    })

    test('in the dialogs about unsaved changes and about two versions', async () => {
      const { page } = await area.signIn(email, '/dashboard/connections/new', size)
      const text = page.getByRole('textbox', { name: 'What do you want to write down?' })
      await page.route('**/api/journal-drafts/*', (route) => route.abort())
      await text.fill('Kept nowhere')
      await expect(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(dialog(page, 'You have unsaved changes')).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await dialog(page, 'You have unsaved changes').getByRole('button', { name: 'Leave without it' }).click()
      await page.goto(`${connection}/edit`)
      await hydrated(page)
      const id = connection.split('/').at(-1)
      const { revision } = await (await page.request.get(`/api/journal-entries/${id}`)).json()
      const data = { revision, content: 'By the other tab. '.repeat(50), linked_term_id: null }
      const headers = { 'Sec-Fetch-Site': 'same-origin' }
      await page.request.patch(`/api/journal-entries/${id}`, { data, headers })
      await text.fill('By this tab')
      await press(page, 'Save Connection')
      await expect(dialog(page, 'Two versions')).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })

    test('in success and error messages on a page, in a form and in a dialog', async () => {
      const { page } = await area.signIn(email, '/dashboard/glossary/darvo', size)
      const toast = (title: string) => page.locator('.toast', { hasText: title })
      await page.route('**/api/saved-terms/*', (route) => route.abort(), { times: 1 })
      await press(page, 'Save DARVO to favorites')
      await expect(toast('Error')).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await press(page, 'Save DARVO to favorites')
      await expect(toast('Added to favorites')).toBeVisible()
      // The focus keeps the message open, because checking two themes takes longer than it is shown.
      await toast('Added to favorites').getByRole('button').focus()
      await expectAccessibleInBothThemes(page)
      await press(page, 'Saved: remove DARVO from favorites')
      await expect(toast('Removed from favorites')).toBeVisible()
      await page.route('**/api/journal-entries', (route) => route.abort())
      await page.getByRole('link', { name: 'Write about DARVO' }).click()
      await dialog(page, 'Write about DARVO').getByRole('textbox').fill('Some words')
      await dialog(page, 'Write about DARVO').getByRole('button', { name: 'Save' }).click()
      await expect(
        dialog(page, 'Write about DARVO').locator('.toast', { hasText: 'Save failed' }),
      ).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.goto('/dashboard/connections/new')
      await hydrated(page)
      await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill('Some words')
      await press(page, 'Save Connection')
      await expect(page.locator('form .toast', { hasText: 'Error' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })
  })
})

test('The tour has no axe violations at any step with more than text', async () => {
  const { page } = await area.visit('/demo/home')
  await expect(page.locator('.driver-popover')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Show me' }).click()
  await expect(page.getByRole('button', { name: 'Bring the page back' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
