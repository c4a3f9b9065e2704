import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { describe, test } from 'vitest'
import { readAllTerms } from '../support/all-terms.ts'
import { expect } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { hydrated, prefetched, privateAreaWithoutEmail } from '../support/private-area.ts'
import { ask } from '../support/request.ts'
import { withoutTour } from '../support/screens.ts'

const area = privateAreaWithoutEmail()
const all = await readAllTerms(area.address)

/** Signs in a new user with data created through the API, and opens a private page. */
async function enter(path: string, before: (api: Api) => Promise<unknown> = async () => {}) {
  const { email, otherCookie } = await area.createUser()
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
    Cookie: otherCookie,
  }
  await before(async (method, path, body) => {
    const answer = await ask(area.address, `/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, answer.body.toString()).toBeLessThan(300)
    return JSON.parse(answer.body.toString())
  })
  return (await area.signIn(email, path)).page
}
type Api = (method: string, path: string, body?: object) => Promise<{ id: string }>

const main = (page: Page) => page.getByRole('main')
const told = (page: Page, words: string | RegExp) =>
  expect(main(page).getByRole('status').filter({ hasText: words })).toBeAttached()
const loadMore = (page: Page) => main(page).locator('a, button', { hasText: 'Load More' })

describe('Choosing an option in a glossary menu returns the focus to the menu button', () => {
  const sort = (page: Page) => page.locator('[data-key=sort]')
  async function choose(page: Page) {
    await sort(page).press('Enter')
    await page.getByRole('link', { name: 'Oldest' }).press('Enter')
    await expect(sort(page)).toContainText('Oldest')
    await expect(sort(page)).toBeFocused()
  }
  test('for visitors', async () => choose((await area.visit('/glossary')).page))
  test('for members', async () => choose(await enter('/dashboard/glossary')))
})

describe('Load More announces the new count and keeps the focus in the list', () => {
  test('in the glossary, where a search announces its count too', async () => {
    const counts = Map.groupBy(all, ({ slug }) => slug[0] ?? '')
    const [letter, terms] = [...counts].find(([, { length }]) => length > 20 && length <= 40) ?? ['', []]
    const page = await enter(`/dashboard/glossary?letter=${letter}`)
    await loadMore(page).press('Enter')
    await told(page, `${terms.length} of ${terms.length} terms`)
    await expect(
      page.locator('[data-items] > li').nth(20).getByRole('heading').getByRole('link'),
    ).toBeFocused()
    const box = page.getByRole('searchbox', { name: 'Search terms' })
    await box.fill('gaslighting')
    await told(page, /^\d+ of \d+ terms$/)
    await box.fill('zzzzqqq')
    await told(page, 'No Terms Found')
  })

  test('in the list of Connections', async () => {
    const page = await enter('/dashboard/connections', async (api) => {
      for (let note = 41; note > 0; note--)
        await api('POST', '/journal-entries', { content: `Note ${note}`, linked_term_id: null })
    })
    const entries = main(page).locator('li:has(h2)')
    await loadMore(page).press('Enter')
    await told(page, '40 of 41 connections')
    await expect(entries).toHaveCount(40)
    await expect(loadMore(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await told(page, '41 of 41 connections')
    await expect(entries.nth(40).getByRole('link')).toBeFocused()
  })
})

test('The term picker announces how many terms it found, or that there are none', async () => {
  const page = await enter('/dashboard/connections/new')
  const box = page.getByRole('combobox', { name: /Linked term/ })
  await box.fill('gaslighting')
  await told(page, /^\d+ results$/)
  await box.fill('zzzzqqq')
  await told(page, 'No matching term.')
})

test('Removing a favorite moves the focus to the next one, or to the page after the last one', async () => {
  const names = ['DARVO', 'Boundaries', 'Self-Trust']
  const page = await enter('/dashboard/favorites', async (api) => {
    for (const name of names) {
      const { id } = await api('GET', `/terms/${name.toLowerCase()}`)
      await api('PUT', `/saved-terms/${id}`)
    }
  })
  await prefetched(page)
  const heart = (name: string) => page.getByRole('button', { name: `Remove ${name} from favorites` })
  const dialog = page.getByRole('dialog', { name: 'Remove from Favorites' })
  const remove = async (name: string) => {
    await heart(name).press('Enter')
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(heart(name)).toHaveCount(0)
  }
  // The latest favorite comes first.
  await remove('Boundaries')
  await expect(page.getByRole('link', { name: 'DARVO', exact: true })).toBeFocused()
  await remove('DARVO')
  await expect(page.getByRole('link', { name: 'Self-Trust', exact: true })).toBeFocused()
  await remove('Self-Trust')
  await expect(main(page)).toBeFocused()
})

describe('A failed request leaves the focus on its button', () => {
  /** Presses a button whose request fails after a short busy state. */
  async function fail(page: Page, button: Locator, says: string) {
    await button.press('Enter')
    await expect(page.locator('.toast', { hasText: says })).toBeVisible()
    await expect(button).toBeFocused()
  }
  const cut = (page: Page) =>
    page.route(/api\/(journal-entries|saved-terms|profile)/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await sleep(200)
      await route.abort()
    })

  test('when a Connection is saved; an empty Connection moves the focus to its text box', async () => {
    const page = await enter('/dashboard/connections/new')
    await cut(page)
    const save = page.getByRole('button', { name: 'Save Connection' })
    const text = page.getByRole('textbox', { name: 'What do you want to write down?' })
    await save.press('Enter')
    await expect(text).toBeFocused()
    await expect(text).toHaveAccessibleDescription(/^Content is required/)
    await text.fill('Some words')
    await fail(page, save, 'Failed to save your connection')
    await page.goto('/dashboard/glossary/gaslighting')
    await hydrated(page)
    await page.getByRole('link', { name: 'Write about Gaslighting' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Some words')
    await fail(page, dialog.getByRole('button', { name: 'Save' }), 'Failed to save your connection')
  })

  test('when a favorite is removed or a Connection is deleted', async () => {
    let connection = ''
    const page = await enter('/dashboard/favorites', async (api) => {
      const { id } = await api('GET', '/terms/darvo')
      await api('PUT', `/saved-terms/${id}`)
      const words = { content: 'Some words', linked_term_id: null }
      connection = (await api('POST', '/journal-entries', words)).id
    })
    await cut(page)
    await page.getByRole('button', { name: 'Remove DARVO from favorites' }).press('Enter')
    const button = (name: string) => page.getByRole('dialog').getByRole('button', { name })
    await fail(page, button('Remove'), 'Failed to remove term from favorites')
    await page.goto(`/dashboard/connections/${connection}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await fail(page, button('Delete'), 'Please try again')
  })

  test('when the profile is saved', async () => {
    const page = await enter('/dashboard/settings')
    await cut(page)
    await page.getByRole('link', { name: /^Edit/ }).press('Enter')
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
    await save.press('Enter')
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expect(save).toBeFocused()
  })
})

test('A dialog focuses its text box, or Cancel in a confirmation, and never Quick Hide', async () => {
  const page = await enter('/dashboard/glossary/gaslighting')
  const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
  const write = page.getByRole('link', { name: 'Write about Gaslighting' })
  await write.press('Enter')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(write).toBeFocused()
  await page.getByRole('button', { name: /^Save Gaslighting/ }).click()
  // The button changes before the request is sent, so wait for the toast; leaving earlier has its own test.
  await expect(page.locator('.toast', { hasText: 'Gaslighting' })).toBeVisible()
  await page.goto('/dashboard/favorites')
  await hydrated(page)
  await page.getByRole('button', { name: 'Remove Gaslighting from favorites' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove from Favorites' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
})

describe('The skip link leads past the sidebar to the main content', () => {
  const skip = async (page: Page) => {
    await tabTo(page.getByRole('link', { name: /^Skip/ }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  test('for members', async () => {
    const page = await enter('/dashboard/connections')
    await skip(page)
    await expect(page.getByRole('link', { name: 'New Connection' })).toBeFocused()
    // Every change of pages leads there too.
    await page.locator('.sidebar').getByRole('link', { name: 'Favorites' }).press('Enter')
    await expect(main(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Explore Glossary' })).toBeFocused()
  })
  test('in the demo', async () => {
    const { page } = await area.visit('/demo/home', { before: withoutTour })
    await skip(page)
    await expect(page.getByRole('link', { name: /^Favorite Terms/ })).toBeFocused()
  })
})
