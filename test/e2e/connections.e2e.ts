import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, inject, test } from 'vitest'
import {
  emailBox,
  newEmail,
  ofAge,
  password,
  passwordBox,
  signInByRequest,
  signUpByRequest,
} from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { enterAt, tabTo } from '../support/keyboard.ts'
import { ask } from '../support/request.ts'

declare global {
  interface Window {
    /** Texts that were added to live regions. */
    announced: string[]
  }
}

const address = inject('address')
const { visit } = journey()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, title: string, description: string) =>
  expect(page.locator('.toast', { hasText: title }).filter({ hasText: description })).toBeVisible()
const cut = (page: Page, is: boolean) => page.context().setOffline(is)

/** One account for most of this file, because sign-ups are rate-limited per IP address. */
const email = newEmail()
beforeAll(async () => {
  const body = new URLSearchParams({ email, password, of_age: 'on' }).toString()
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await ask(address, '/auth-test?mode=sign-up', { method: 'POST', headers, body })).status).toBe(302)
})

async function visitAs(path: string, options: VisitOptions = {}) {
  const { page } = await visit(path, {
    ...options,
    before: async (page) => {
      await signInByRequest(page, address, email)
      await options.before?.(page)
    },
  })
  return page
}

/** Removes browser features from 2020 and later (docs/decisions/025). */
function asOfOld() {
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  const young: [object, string[]][] = [
    [window, ['HTMLDialogElement', 'BroadcastChannel', 'Sanitizer', 'navigation']],
    [Object, ['hasOwn', 'groupBy']],
    [Array.prototype, ['at', 'findLast', 'toSorted', 'toReversed']],
    [Element.prototype, ['replaceChildren']],
    [HTMLButtonElement.prototype, ['commandForElement']],
    [AbortSignal, ['timeout', 'any']],
    [Intl, ['Segmenter']],
  ]
  for (const [place, names] of young) for (const name of names) Reflect.deleteProperty(place, name)
}

/** Waits until React has hydrated the page. */
const ready = (page: Page) => page.locator('html[data-interactive]').waitFor()

/** Keeps messages open from here on, as if the window had no focus. */
const holdToasts = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false
  })

/** Signs in, saves a Connection by request, and opens a page. */
async function visitWith(
  words: string,
  pathOf = (_id: string) => '/dashboard/connections',
  options: VisitOptions = {},
) {
  const id = uuidv7()
  const page = await visitAs(pathOf(id), {
    ...options,
    before: async (page) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin' }
      const saved = await page.request.post('/api/journal-entries', { data: { id, content: words }, headers })
      expect(saved.status()).toBe(201)
    },
  })
  await ready(page)
  return { page, id }
}

test.each([
  [360, 'dark'],
  [1280, 'light'],
] as const)(
  'A visitor signs up and saves a first Connection in under a minute by keyboard alone: %i px, %s',
  async (width, colorScheme) => {
    const begun = performance.now()
    const { page } = await visit('/', { width, colorScheme })
    await enterAt(page.getByRole('link', { name: 'Create free account' }).first())
    await page.waitForURL(/\/auth-test/)
    await tabTo(emailBox(page))
    await page.keyboard.type(newEmail())
    await tabTo(passwordBox(page))
    await page.keyboard.type(password)
    await tabTo(ofAge(page))
    await page.keyboard.press('Space')
    await enterAt(page.getByRole('button', { name: 'Create account', exact: true }))
    await page.waitForURL(`${address}/dashboard`)
    await ready(page)
    if (width < 1024) await enterAt(page.getByRole('button', { name: 'Open the menu' }))
    await enterAt(
      page.getByRole('link', { name: 'Connections', exact: true }).locator('visible=true').first(),
    )
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    await enterAt(page.getByRole('link', { name: 'Create First Connection' }))
    await expect(heading(page)).toHaveText('Create New Connection')
    // The page opens on the text.
    await page.keyboard.type('It was said, and then it was never said.')
    await expect(page.getByText('40 characters')).toBeVisible()
    const picker = page.getByRole('combobox', { name: /Linked term/ })
    await tabTo(picker)
    await page.keyboard.type('gaslighting')
    await expect(page.getByRole('option', { name: 'Gaslighting', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(picker).toHaveValue('Gaslighting')
    await enterAt(page.getByRole('button', { name: 'Save Connection' }))
    await page.waitForURL(`${address}/dashboard/connections`)
    await toast(page, 'Connection saved', 'Your journal entry has been created successfully.')
    expect(performance.now() - begun).toBeLessThan(60_000)
    await expect(page.getByRole('link', { name: 'Gaslighting' })).toBeVisible()
    await expect(page.getByText(/^\+\d+ more$/)).toBeVisible()
    const counts = page.locator('.counts')
    for (const name of ['Total Connections', 'This Month', 'Linked to Terms'])
      await expect(counts.locator('div', { hasText: name })).toContainText('1')
  },
)

test('A printed Connection shows its text, without buttons or links', async () => {
  const words = 'Swifts at the weir'
  const { page } = await visitWith(words, (id) => `/dashboard/connections/${id}`)
  await expect(heading(page)).toHaveText('Connection Detail')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.entry-text')).toHaveText(words)
  for (const role of ['button', 'link'] as const)
    expect(await page.getByRole('main').getByRole(role).count(), role).toBe(0)
})

test.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)(
  'A Connection is found, changed and deleted by keyboard alone: %i px, %s',
  async (width, colorScheme) => {
    const words = `Swallows over the roof ${Math.random()}`
    const { page } = await visitWith(words, undefined, { width, colorScheme })
    await tabTo(page.getByRole('searchbox', { name: 'Search your connections' }))
    await page.keyboard.type(words)
    await expect(page.getByText('1 connection', { exact: true })).toBeVisible()
    await enterAt(page.getByRole('link', { name: 'Freeform Entry' }))
    await expect(heading(page)).toHaveText('Connection Detail')
    await enterAt(page.getByRole('link', { name: 'Edit', exact: true }))
    await expect(heading(page)).toHaveText('Edit Connection')
    await tabTo(text(page))
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', and gone')
    await enterAt(page.getByRole('button', { name: 'Save Connection' }))
    await expect(page.locator('.entry-text')).toHaveText(`${words}, and gone`)
    const erase = page.getByRole('button', { name: 'Delete', exact: true })
    await enterAt(erase)
    const dialog = page.getByRole('dialog', { name: 'Delete Connection' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(erase).toBeFocused()
    await page.keyboard.press('Enter')
    await enterAt(dialog.getByRole('button', { name: 'Delete' }))
    await page.waitForURL(`${address}/dashboard/connections`)
    await expect(page.getByText(words)).toBeHidden()
  },
)

describe('A Connection', () => {
  test('is created, shown with its line breaks, edited and deleted', async () => {
    const page = await visitAs('/dashboard/connections/new')
    await ready(page)
    const words = `First line ${Math.random()}\n\nThird 👩‍👧 שלום`
    await text(page).fill(words)
    await press(page, 'Save Connection')
    await page.waitForURL(`${address}/dashboard/connections`)
    await holdToasts(page)
    await page.getByRole('link', { name: 'Freeform Entry' }).first().click()
    await expect(heading(page)).toHaveText('Connection Detail')
    await expect(page.getByText('Freeform', { exact: true })).toBeVisible()
    expect(await page.locator('.entry-text').textContent()).toBe(words)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(heading(page)).toHaveText('Edit Connection')
    await expect(text(page)).toHaveValue(words)
    await text(page).fill('Another text')
    await press(page, 'Save Connection')
    await toast(page, 'Connection updated', 'Your journal entry has been updated successfully.')
    await expect(page.locator('.toast')).toHaveCount(1)
    await expect(page.locator('.entry-text')).toHaveText('Another text')
    await press(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Connection' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await press(page, 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${address}/dashboard/connections`)
    await expect(page.getByText('Another text')).toBeHidden()
    await toast(page, 'Connection deleted', 'Your journal entry has been deleted.')
    await expect(page.locator('.toast')).toHaveCount(1)
  })

  test('that was edited or deleted does not show its old state when the list cannot be reloaded', async () => {
    const words = `Not for long ${Math.random()}`
    const { page } = await visitWith(words)
    await expect(page.getByText(words)).toBeVisible()
    await page.route('**/api/journal-entries?*', (route) => route.abort())
    await page.getByRole('listitem').filter({ hasText: words }).getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await text(page).fill(`${words} more`)
    await press(page, 'Save Connection')
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(page.getByText(`${words} more`)).toBeVisible()
    await page.getByRole('listitem').filter({ hasText: words }).getByRole('link').click()
    await press(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${address}/dashboard/connections`)
    await expect(page.getByRole('link', { name: 'New Connection' })).toBeVisible()
    await expect(page.getByText(words)).toBeHidden()
  })

  test('that is blank or too long is rejected with an error beside its field, and keeps its text', async () => {
    const page = await visitAs('/dashboard/connections/new')
    await ready(page)
    await text(page).fill(' \n ')
    await press(page, 'Save Connection')
    await expect(page.getByRole('alert').filter({ hasText: 'Content is required' })).toBeVisible()
    const long = `${'some words here '.repeat(6_251)}`
    await text(page).fill(long)
    await press(page, 'Save Connection')
    await expect(page.getByRole('alert').filter({ hasText: 'at most 100,000 characters' })).toBeVisible()
    expect(await text(page).inputValue()).toBe(long)
  })

  test('that cannot be saved offline shows an error, keeps its text, and can be saved later', async () => {
    const page = await visitAs('/dashboard/connections/new')
    await ready(page)
    await text(page).fill('Kept in spite of all')
    await cut(page, true)
    await press(page, 'Save Connection')
    await toast(page, 'Error', 'Failed to save your connection. Please try again.')
    await expect(text(page)).toHaveValue('Kept in spite of all')
    await cut(page, false)
    await press(page, 'Save Connection')
    await page.waitForURL(`${address}/dashboard/connections`)
    await expect(page.getByText('Kept in spite of all')).toHaveCount(1)
  })

  test('that was deleted elsewhere shows an error when an edit of it is saved', async () => {
    const { page, id } = await visitWith('Gone soon', (id) => `/dashboard/connections/${id}/edit`)
    await page.evaluate((entry) => fetch(`/api/journal-entries/${entry}`, { method: 'DELETE' }), id)
    await text(page).fill('Gone already')
    await press(page, 'Save Connection')
    await toast(page, 'Error', 'Failed to update your connection. Please try again.')
    await expect(text(page)).toHaveValue('Gone already')
    await page.goto(`/dashboard/connections/${id}`)
    await expect(page.getByText('Connection not found or failed to load.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await page.waitForURL(`${address}/dashboard/connections`)
  })

  test.each<[string, VisitOptions]>([
    ['without scripts', { javaScript: false }],
    ['in a browser that React does not know', { before: (page) => page.addInitScript(asOfOld) }],
  ])('%s is created, edited and deleted by plain forms', async (_where, options) => {
    const page = await visitAs('/dashboard/connections/new', options)
    // Without its script the picker would accept a term but not keep it.
    await expect(page.getByRole('combobox', { name: /^Linked term/ })).toBeHidden()
    await text(page).fill('   ')
    await press(page, 'Save Connection')
    await expect(page.getByText('Content is required')).toBeVisible()
    await text(page).fill('Without scripts')
    await press(page, 'Save Connection')
    await page.waitForURL(`${address}/dashboard/connections`)
    await page.getByRole('listitem').filter({ hasText: 'Without scripts' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await text(page).fill('Changed without scripts')
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText('Changed without scripts')
    await press(page, 'Delete')
    await expect(page.getByText('Are you sure you want to delete this connection?')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.locator('.entry-text')).toHaveText('Changed without scripts')
    await press(page, 'Delete')
    await expect(page.getByRole('region', { name: 'Delete Connection' })).toBeVisible()
    await press(page, 'Delete')
    await page.waitForURL(`${address}/dashboard/connections`)
    await expect(page.getByText('Changed without scripts')).toBeHidden()
  })
})

test('An unsaved draft is offered again until it is saved or discarded', async () => {
  let writer = ''
  const { page } = await visit('/dashboard/connections/new', {
    before: async (page) => {
      writer = await signUpByRequest(page, address)
    },
  })
  await ready(page)
  await text(page).fill('Half a thought')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.context().clearCookies()
  await signInByRequest(page, address, writer)
  await page.reload()
  await ready(page)
  const offer = page.getByRole('article', { name: /^Unfinished/ })
  await expect(offer).toContainText('Half a thought')
  await page.getByRole('link', { name: 'Continue writing' }).click()
  await expect(text(page)).toHaveValue('Half a thought')
  await text(page).fill('A whole thought')
  await press(page, 'Save Connection')
  await page.waitForURL(`${address}/dashboard/connections`)
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  await expect(heading(page)).toHaveText('Create New Connection')
  await expect(offer).toBeHidden()
  await text(page).fill('Thrown away')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.reload()
  await ready(page)
  await page.getByText('Discard draft…').click()
  await press(page, 'Discard it')
  await expect(offer).toBeHidden()
  await page.reload()
  await ready(page)
  await expect(offer).toBeHidden()
})

test('The search of Connections sends no search text to the server', async () => {
  const { page } = await visitWith('A heron by the canal')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await page.getByRole('searchbox', { name: 'Search your connections' }).fill('HERON')
  await expect(page.getByText('1 connection', { exact: true })).toBeVisible()
  await expect(page.getByText('A heron by the canal')).toBeVisible()
  expect(asked.filter((each) => /heron/i.test(each))).toEqual([])
})

describe('The quick journal dialog', () => {
  test('saves from the glossary with Ctrl+Enter, and shows an error when its text is empty', async () => {
    const page = await visitAs('/dashboard/glossary/gaslighting')
    await ready(page)
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
    const box = dialog.getByRole('textbox', { name: 'Your Connection' })
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await box.fill('  ')
    await box.press('Control+Enter')
    await toast(page, 'Content required', 'Please write something before saving.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    // The message goes away when the dialog closes or when text is typed.
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await box.press('Control+Enter')
    await toast(page, 'Content required', 'Please write something before saving.')
    await cut(page, true)
    await box.fill('  trimmed words  ')
    await expect(page.locator('.toast')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Save failed', 'Failed to save your connection. Please try again.')
    await expect(box).toHaveValue('  trimmed words  ')
    await cut(page, false)
    await page.evaluate(() => {
      window.announced = []
      // Screen readers announce what is added to a region, not what it contains when it appears (WAI-ARIA, "Live region").
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const added of addedNodes)
            if (added instanceof Element && (target as Element).closest('[aria-live]'))
              window.announced.push(added.textContent)
      }).observe(document, { childList: true, subtree: true })
    })
    await box.press('Control+Enter')
    await toast(page, 'Connection saved', 'Your journal entry has been saved successfully.')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Write about Gaslighting' })).toBeFocused()
    // The earlier error is gone.
    await expect(page.locator('.toast', { hasText: 'Save failed' })).toBeHidden()
    expect((await page.evaluate(() => window.announced)).join()).toContain('Connection saved')
    await page.goto('/dashboard/connections')
    await page.getByRole('listitem').filter({ hasText: 'trimmed words' }).getByRole('link').first().click()
    await expect(page.locator('.entry-text')).toHaveText('trimmed words')
    expect(await page.locator('.entry-text').textContent()).toBe('trimmed words')
  })
})
