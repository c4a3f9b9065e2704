import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { expectAccessible } from '../support/browser.ts'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { expect } from '../support/journey.ts'
import { cookieIn, prefetched, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'

let cuttable: Awaited<ReturnType<typeof startProductBehindFaultProxy>> | undefined
const productOf = () => {
  if (!cuttable) throw new Error('nothing was started')
  return cuttable.product
}
const area = usersOf(productOf)

beforeAll(async () => {
  cuttable = await startProductBehindFaultProxy()
})
beforeEach(() => cuttable?.proxy.restore())
afterAll(() => cuttable?.stop())

/** Creates a user with more Connections than a page shows, and a favorite. */
async function someone() {
  const { email } = await area.createUser()
  const { page, tab } = await area.signIn(email)
  const headers = {
    Cookie: await cookieIn(page),
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
  }
  const send = (method: string, path: string, body: object) =>
    ask(area.address, path, { method, headers, body: JSON.stringify(body) })
  const ids = Array.from({ length: 21 }, () => uuidv7())
  for (const id of ids) {
    const { status } = await send('POST', '/api/journal-entries', { id, content: id, linked_term_id: null })
    expect(status).toBe(201)
  }
  const term: { id: string } = JSON.parse(String((await ask(area.address, '/api/terms/gaslighting')).body))
  expect((await send('PUT', `/api/saved-terms/${term.id}`, {})).status).toBe(201)
  return { page, tab, entry: ids[0] ?? '' }
}

const toPage = (page: Page, name: string) => page.locator('.sidebar').getByRole('link', { name }).click()
const toast = (page: Page, title: string, description: string) =>
  expect(page.locator('.toast', { hasText: title }).filter({ hasText: description })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const stands = async (page: Page) => {
  await expect(page.locator('quick-hide').first()).toBeVisible()
  await expect(page.locator('.sidebar')).toBeVisible()
}

/** What can fail, and how it recovers. The server is last because it is not started again. */
const ways = {
  network: {
    cut: (page: Page) => page.context().setOffline(true),
    mend: (page: Page) => page.context().setOffline(false),
  },
  database: { cut: async () => cuttable?.proxy.cut(), mend: async () => cuttable?.proxy.restore() },
  server: {
    cut: async () => {
      await cuttable?.product.stop()
    },
    mend: undefined,
  },
}

describe.each(['network', 'database', 'server'] as const)('When the %s is unavailable', (what) => {
  const { cut, mend } = ways[what]

  test('the typed text stays, and every action and page shows an error', async () => {
    const { page: list, tab, entry } = await someone()
    const writing = await tab('/dashboard/connections/new')
    const editing = await tab(`/dashboard/connections/${entry}/edit`)
    const deleting = await tab(`/dashboard/connections/${entry}`)
    const term = await tab('/dashboard/glossary/gaslighting')
    const favorites = await tab('/dashboard/favorites')
    const home = await tab('/dashboard')
    await toPage(list, 'Connections')
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('Connections')
    for (const each of [list, writing, editing, deleting, term, favorites, home]) await prefetched(each)
    await cut(list)

    await list.getByRole('link', { name: 'Load More' }).click()
    await expect(list.getByRole('alert')).toHaveText('Failed to load connections. Please try again.')

    await text(writing).fill('On this page alone')
    await press(writing, 'Save Connection')
    await toast(writing, 'Error', 'Failed to save your connection. Please try again.')
    await expect(writing.getByText('Your draft couldn’t be saved. Please try again.')).toBeVisible()
    await expectAccessible(writing)
    await toPage(writing, 'Home')
    const question = writing.getByRole('dialog', { name: 'You have unsaved changes' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(text(writing)).toHaveValue('On this page alone')

    await text(editing).fill('Not changed')
    await press(editing, 'Save Connection')
    await toast(editing, 'Error', 'Failed to update your connection. Please try again.')
    await expect(text(editing)).toHaveValue('Not changed')

    await press(deleting, 'Delete')
    await deleting.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(deleting, 'Error', 'Failed to delete your connection. Please try again.')

    await press(term, 'Saved: remove Gaslighting from favorites')
    await toast(term, 'Error', 'Failed to update favorites. Please try again.')
    await term.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await term.getByRole('textbox', { name: 'Your Connection' }).fill('Quick words')
    await term.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await toast(term, 'Save failed', 'Failed to save your connection. Please try again.')
    await expect(term.getByRole('textbox', { name: 'Your Connection' })).toHaveValue('Quick words')

    await press(favorites, 'Remove Gaslighting from favorites')
    await favorites.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await toast(favorites, 'Error', 'Failed to remove term from favorites. Please try again.')

    await list.getByRole('link', { name: 'Freeform Entry' }).first().click()
    await expect(list.getByText('Connection not found or failed to load.')).toBeVisible()
    await stands(list)
    await toPage(list, 'Favorites')
    await expect(list.getByRole('heading', { name: 'Error Loading Favorites' })).toBeVisible()
    await toPage(list, 'Glossary')
    await expect(list.getByRole('heading', { name: 'Error Loading Terms' })).toBeVisible()
    await toPage(list, 'Settings')
    await expect(list.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await stands(list)
    await toPage(home, 'Connections')
    await expect(home.getByText('Failed to load connections. Please try again.')).toBeVisible()
    await stands(home)

    if (!mend) return
    await mend(list)
    await press(list, 'Try again')
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await press(writing, 'Save Connection')
    await expect(writing.getByText('On this page alone')).toBeVisible()
  })
})
