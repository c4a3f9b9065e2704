import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { expect } from '../support/journey.ts'
import { prefetched, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'

let cuttable: Awaited<ReturnType<typeof startProductBehindFaultProxy>> | undefined
const area = usersOf(() => {
  if (!cuttable) throw new Error('nothing was started')
  return cuttable.product
})

/** All tests share a user with a favorite and more Connections than a page shows: their changes fail, or do not matter to the others. */
let email: string
let entry: string

beforeAll(async () => {
  cuttable = await startProductBehindFaultProxy()
  const person = await area.createUser()
  email = person.email
  const headers = {
    Cookie: person.otherCookie,
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
  }
  const send = async (method: string, path: string, body: object) =>
    expect((await ask(area.address, path, { method, headers, body: JSON.stringify(body) })).status).toBe(201)
  for (let count = 0; count < 21; count++) {
    const id = uuidv7()
    await send('POST', '/api/journal-entries', { id, content: id, linked_term_id: null })
    entry = `/dashboard/connections/${id}`
  }
  const term: { id: string } = JSON.parse(String((await ask(area.address, '/api/terms/gaslighting')).body))
  await send('PUT', `/api/saved-terms/${term.id}`, {})
})
afterEach(() => cuttable?.proxy.restore())
afterAll(() => cuttable?.stop())

const toPage = (page: Page, name: string) => page.locator('.sidebar').getByRole('link', { name }).click()
const toast = (page: Page, title: string, description: string) =>
  expect(page.locator('.toast', { hasText: title }).filter({ hasText: description })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const expectFrame = async (page: Page) => {
  await expect(page.locator('quick-hide').first()).toBeVisible()
  await expect(page.locator('.sidebar')).toBeVisible()
}

/** What can fail, and how it recovers. */
const ways = {
  network: {
    cut: (page: Page) => page.context().setOffline(true),
    mend: (page: Page) => page.context().setOffline(false),
  },
  server: {
    // Unlike without a network, the browser believes to be online.
    cut: (page: Page) => page.context().route('**/*', (route) => route.abort('connectionrefused')),
    mend: (page: Page) => page.context().unroute('**/*'),
  },
  database: { cut: async () => cuttable?.proxy.cut(), mend: async () => cuttable?.proxy.restore() },
}

describe.each(['network', 'server', 'database'] as const)('When the %s is unavailable', (what) => {
  const { cut, mend } = ways[what]

  test('the typed text stays, and can be saved later', async () => {
    const { page } = await area.signIn(email, '/dashboard/connections/new')
    await prefetched(page)
    await cut(page)
    await text(page).fill('On this page alone')
    await press(page, 'Save Connection')
    await toast(page, 'Error', 'Failed to save your connection. Please try again.')
    await expect(page.getByText('Your draft couldn’t be saved. Please try again.')).toBeVisible()
    await toPage(page, 'Home')
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(text(page)).toHaveValue('On this page alone')
    await mend(page)
    await press(page, 'Save Connection')
    await expect(page.getByText('On this page alone')).toBeVisible()
  })

  test('every page shows an error with Quick Hide, and is loaded by "Try again" later', async () => {
    const { page: list, tab } = await area.signIn(email)
    const home = await tab('/dashboard')
    await toPage(list, 'Connections')
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('Connections')
    for (const each of [list, home]) await prefetched(each)
    await cut(list)
    await list.getByRole('link', { name: 'Load More' }).click()
    await expect(list.getByRole('alert')).toHaveText('Failed to load connections. Please try again.')
    await list.getByRole('link', { name: 'Freeform Entry' }).first().click()
    await expect(list.getByText('Connection not found or failed to load.')).toBeVisible()
    await expectFrame(list)
    await toPage(list, 'Favorites')
    await expect(list.getByRole('heading', { name: 'Error Loading Favorites' })).toBeVisible()
    await toPage(list, 'Glossary')
    await expect(list.getByRole('heading', { name: 'Error Loading Terms' })).toBeVisible()
    await toPage(list, 'Settings')
    await expect(list.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await expectFrame(list)
    await toPage(home, 'Connections')
    await expect(home.getByText('Failed to load connections. Please try again.')).toBeVisible()
    await expectFrame(home)
    await mend(list)
    await press(list, 'Try again')
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('Settings')
  })
})

// Without a server these fail as without a network.
describe.each(['network', 'database'] as const)('When the %s is unavailable', (what) => {
  const { cut } = ways[what]

  test('a Connection is neither changed nor deleted, and the page says so', async () => {
    const { page: editing, tab } = await area.signIn(email, `${entry}/edit`)
    const deleting = await tab(entry)
    await cut(editing)
    await text(editing).fill('Not changed')
    await press(editing, 'Save Connection')
    await toast(editing, 'Error', 'Failed to update your connection. Please try again.')
    await expect(text(editing)).toHaveValue('Not changed')
    await press(deleting, 'Delete')
    await deleting.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(deleting, 'Error', 'Failed to delete your connection. Please try again.')
  })

  test('a favorite is not removed, and the page says so', async () => {
    const { page: favorites, tab } = await area.signIn(email, '/dashboard/favorites')
    const term = await tab('/dashboard/glossary/gaslighting')
    await cut(favorites)
    await press(favorites, 'Remove Gaslighting from favorites')
    await favorites.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await toast(favorites, 'Error', 'Failed to remove term from favorites. Please try again.')
    await press(term, 'Saved: remove Gaslighting from favorites')
    await toast(term, 'Error', 'Failed to update favorites. Please try again.')
    await term.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await term.getByRole('textbox', { name: 'Your Connection' }).fill('Quick words')
    await term.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await toast(term, 'Save failed', 'Failed to save your connection. Please try again.')
    await expect(term.getByRole('textbox', { name: 'Your Connection' })).toHaveValue('Quick words')
  })
})
