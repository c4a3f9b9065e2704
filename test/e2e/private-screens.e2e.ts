import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import { expectAccessibleLayout as looks } from '../support/a11y-checks.ts'
import { openForm } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import { hydrated, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'

const area = usersOf(() => ({ address: inject('address') }))
const unknownEntry = '/dashboard/connections/0192f0c1-7d5e-7bbb-8aaa-000000000000'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const searchFor = (page: Page, name: string, words: string) =>
  page.getByRole('searchbox', { name }).fill(words)

const enter = async (email: string, path: string): Promise<Page> =>
  (await area.signIn(email, path, { reducedMotion: true })).page

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** Follows the link to a page while the requests for its data fail. */
async function goInVain(page: Page, name: string, asked: RegExp) {
  await page.route(asked, (route) => route.abort())
  await page.locator('.sidebar').getByRole('link', { name }).click()
}

/** The headers of a same-origin request. */
const headers = { 'Sec-Fetch-Site': 'same-origin' }

test('Empty pages are accessible and fit the window', async () => {
  const { email } = await area.createUser()
  const page = await enter(email, '/dashboard')
  await expect(page.getByText('Nothing yet, and that is fine.')).toBeVisible()
  await looks(page)
  await goTo(page, '/dashboard/connections')
  await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
  await looks(page)
  await goTo(page, '/dashboard/favorites')
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await looks(page)
})

describe('With Connections of every kind', () => {
  let email: string
  /** The latest Connection, about a term. */
  let connection: string
  beforeAll(async () => {
    const person = await area.createUser()
    email = person.email
    const api = async (method: string, path: string, body?: object) => {
      const sent = { ...headers, Cookie: person.otherCookie, 'Content-Type': 'application/json' }
      const answer = await ask(area.address, `/api${path}`, {
        method,
        headers: sent,
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(answer.status, answer.body.toString()).toBeLessThan(300)
      return JSON.parse(answer.body.toString())
    }
    const term = await api('GET', '/terms/gaslighting')
    const texts = [
      ...Array.from({ length: 18 }, (_, number) => `Note ${number}. And some words more.`),
      'onewordwithoutanend'.repeat(20),
      'היום הוא אמר לי שזה מעולם לא קרה.\n\nAnd then he said it had.',
      `${'A long text, with a line for each day. '.repeat(30)}\n\n\n\nThe end.`,
      'About a term',
    ]
    for (const content of texts) {
      const linked_term_id = content === texts.at(-1) ? term.id : null
      const made = await api('POST', '/journal-entries', { content, linked_term_id })
      connection = `/dashboard/connections/${made.id}`
    }
    await api('PUT', `/saved-terms/${term.id}`)
    await api('PATCH', '/profile', { username: 'W'.repeat(40), first_name: 'W'.repeat(80) })
  })

  /** Checks the title and the looks of the page at each path. */
  async function lookAt(rooms: (readonly [string, string | RegExp])[]) {
    const page = await enter(email, rooms[0]?.[0] ?? '')
    for (const [path, title] of rooms) {
      if (path !== rooms[0]?.[0]) await goTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await looks(page)
    }
  }

  test('the dashboard, the glossary and the pages for unknown addresses are accessible and fit the window', () =>
    lookAt([
      ['/dashboard', /^Welcome back, W+$/],
      ['/dashboard/glossary', 'Glossary'],
      ['/dashboard/glossary/gaslighting', 'Gaslighting'],
      ['/dashboard/glossary/no-such-word', 'Term Not Found'],
      [unknownEntry, 'Connection Detail'],
      ['/dashboard/no-such-room', 'Oops! Page not found'],
    ]))

  test('Connections, favorites and Coming Soon are accessible and fit the window', () =>
    lookAt([
      ['/dashboard/connections', 'Connections'],
      [connection, 'Connection Detail'],
      [`${connection}/edit`, 'Edit Connection'],
      [`${connection}/print`, 'Print'],
      ['/dashboard/connections/calendar', 'Calendar'],
      ['/dashboard/connections/tags', 'Your tags'],
      [`${connection}/history`, 'Earlier versions'],
      ['/dashboard/connections/trash', 'Trash'],
      ['/dashboard/connections/import', 'Import Connections'],
      ['/dashboard/connections/lock', 'Lock your journal'],
      ['/dashboard/connections/print', 'Print'],
      ['/dashboard/favorites', 'Favorites'],
      ['/dashboard/coming-soon', 'Coming Soon'],
    ]))

  test('searches with and without results are accessible and fit the window', async () => {
    const page = await enter(email, '/dashboard/glossary')
    await searchFor(page, 'Search terms', 'zzzzqqq')
    await expect(page.getByRole('heading', { name: 'No Terms Found' })).toBeVisible()
    await looks(page)
    await page.route('**/api/terms?*', (route) => route.abort())
    await searchFor(page, 'Search terms', 'abuse')
    await expect(page.getByRole('heading', { name: 'Error Loading Terms' })).toBeVisible()
    await looks(page)
    await goTo(page, '/dashboard/connections')
    await searchFor(page, 'Search your connections', 'onewordwithoutanend')
    await expect(page.getByText('1 connection', { exact: true })).toBeVisible()
    await looks(page)
  })

  test('the form is accessible and fits the window, also with its drafts, errors and dialogs', async () => {
    const page = await enter(email, '/dashboard/connections/new')
    await text(page).fill('Half a thought')
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await page.reload()
    await hydrated(page)
    await expect(page.getByRole('link', { name: 'Continue writing' })).toBeVisible()
    await press(page, 'Save Connection')
    await page.getByRole('combobox', { name: /Linked term/ }).fill('silent')
    await expect(page.getByRole('option').first()).toBeVisible()
    await looks(page)
    await page.route('**/api/journal-drafts/*', (route) => route.abort())
    await text(page).fill('Kept nowhere')
    await expect(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
    await page.locator('.sidebar').getByRole('link', { name: 'Home' }).click()
    await dialog(page, 'You have unsaved changes')
    await looks(page)
    await press(page, 'Leave without it')
    await page.unrouteAll()

    await goTo(page, `${connection}/edit`)
    const data = { revision: 1, content: 'By the other tab. '.repeat(50), linked_term_id: null }
    expect(
      (
        await page.request.patch(`/api/journal-entries/${connection.split('/').at(-1)}`, { data, headers })
      ).ok(),
    ).toBe(true)
    await text(page).fill('By this tab')
    await press(page, 'Save Connection')
    await dialog(page, 'Two versions')
    await looks(page)
    await press(page, 'Keep the other')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await press(page, 'Delete')
    await dialog(page, 'Delete Connection')
    await looks(page)
    await goTo(page, '/dashboard/glossary/gaslighting')
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await dialog(page, 'Write about Gaslighting')
    await page.getByRole('textbox', { name: 'Your Connection' }).press('Control+Enter')
    await expect(page.getByText('Content required')).toBeVisible()
    await looks(page)
  })

  test('settings, favorites, a picture and the menu are accessible and fit the window when open', async () => {
    const page = await enter(email, '/dashboard/settings')
    const folds = page.getByRole('main').locator('summary:visible')
    for (const fold of await folds.all()) await fold.click()
    await looks(page)
    await openForm(page, 'Change password…')
    await dialog(page, 'Your profile')
    await page.getByText('Change email…', { exact: true }).click()
    await looks(page)
    await goTo(page, '/dashboard/favorites')
    await press(page, 'Remove Gaslighting from favorites')
    await dialog(page, 'Remove from Favorites')
    await looks(page)
    await goTo(page, '/dashboard/coming-soon')
    await page
      .getByRole('link', { name: /^View larger/ })
      .first()
      .click()
    await dialog(page, 'Word cloud')
    await looks(page)
    await press(page, 'Close')
    await page.setViewportSize({ width: 360, height: 800 })
    await press(page, 'Open the menu')
    await dialog(page, 'Menu')
    await looks(page, [360])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('error pages after a failed request are accessible and fit the window', async () => {
    const page = await enter(email, '/dashboard')
    await goInVain(page, 'Connections', /connections\.data|api\/journal-entries/)
    await expect(page.getByText('Failed to load connections. Please try again.')).toBeVisible()
    await looks(page)
    await goInVain(page, 'Favorites', /favorites\.data|api\/saved-terms/)
    await expect(page.getByText('Error Loading Favorites')).toBeVisible()
    await looks(page)
    await goInVain(page, 'Settings', /settings\.data/)
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await looks(page)
  })
})
