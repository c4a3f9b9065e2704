import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, test } from 'vitest'
import { submitSignIn } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail({ severalTabs: true })
const fresh = '/dashboard/connections/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const saved = (page: Page) => expect(page.getByText('Draft saved.')).toBeVisible()
const drafts = (page: Page) => page.getByRole('region', { name: /unfinished drafts?$/ })

/** Saves drafts of the page's user, the last one the newest. */
async function begin(page: Page, ...drafts: string[]) {
  for (const content of drafts) {
    const response = await page.request.put(`${area.address}/api/journal-drafts/${uuidv7()}`, {
      data: { content, entry_revision: null, revision: null },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(response.ok()).toBe(true)
  }
}

describe('Drafts', () => {
  test('are listed with their count, can be continued, and are discarded only after a confirmation', async () => {
    const { page } = await area.signUp(fresh)
    await begin(page, 'The blue door', 'The long drive', 'The empty chair')
    await page.reload()
    await expect(page.getByRole('link', { name: '2 more drafts' })).toBeVisible()
    await page.goto('/dashboard')
    await hydrated(page)
    await page.getByRole('link', { name: 'You have 3 unfinished drafts' }).click()
    await expect(drafts(page).getByRole('article')).toHaveCount(3)
    await expectAccessible(page)
    const one = drafts(page).getByRole('article').filter({ hasText: 'The long drive' })
    await one.getByText('Discard draft…').click()
    await expect(one.getByText('It can’t be undone.')).toBeVisible()
    await expectAccessible(page)
    await one.getByRole('button', { name: 'Discard it' }).click()
    await expect(page.getByRole('heading', { name: 'You have 2 unfinished drafts' })).toBeVisible()
    await drafts(page)
      .getByRole('article')
      .filter({ hasText: 'The blue door' })
      .getByRole('link', { name: 'Continue writing' })
      .click()
    await expect(text(page)).toHaveValue('The blue door')
    await expect(page.getByRole('article', { name: 'Unfinished draft' })).toContainText('The empty chair')
    await page.getByRole('button', { name: 'Save Connection' }).click()
    await expect(page.getByRole('heading', { name: 'You have an unfinished draft' })).toBeVisible()
    await expect(drafts(page)).toContainText('The empty chair')
  })

  test('are listed, continued and discarded without scripts', async () => {
    const { page } = await area.signUp('/dashboard/connections', { javaScript: false })
    await begin(page, 'The blue door', 'The long drive')
    await page.reload()
    const one = drafts(page).getByRole('article').filter({ hasText: 'The blue door' })
    await one.getByRole('link', { name: 'Continue writing' }).click()
    await expect(text(page)).toHaveValue('The blue door')
    await page.goto('/dashboard/connections')
    await one.getByText('Discard draft…').click()
    await one.getByRole('button', { name: 'Discard it' }).click()
    await page.goto('/dashboard/connections')
    await expect(drafts(page).getByRole('article')).toHaveCount(1)
    await expect(drafts(page)).toContainText('The long drive')
  })

  test('of the quick dialog are restored when it opens again, however it was closed', async () => {
    const { page } = await area.signUp('/dashboard/glossary/gaslighting')
    const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
    const open = () => page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await open()
    await dialog.getByRole('textbox').fill('He said it never happened')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
    await open()
    await expect(dialog.getByRole('textbox')).toHaveValue('He said it never happened')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await dialog.getByRole('textbox').fill('He said it never happened. It did.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.reload()
    await hydrated(page)
    await open()
    await expect(dialog.getByRole('textbox')).toHaveValue('He said it never happened. It did.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await open()
    await expect(dialog.getByRole('textbox')).toHaveValue('')
    const { drafts } = await (await page.request.get('/api/journal-drafts')).json()
    expect(drafts).toEqual([])
  })
})

test('The quick dialog warns about unsaved changes when its draft cannot be saved, and keeps the text', async () => {
  const { page } = await area.signUp('/dashboard/glossary/gaslighting')
  const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
  await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
  await page.route('**/api/journal-drafts/*', (route) => route.abort())
  await dialog.getByRole('textbox').fill('Typed a moment ago')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toHaveCount(0)
  await expect(dialog.getByRole('textbox')).toHaveValue('Typed a moment ago')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('A user who is signed out while writing keeps the text, and saves it after signing in in a new tab', async () => {
  const { page, email } = await area.signUp(fresh)
  await text(page).fill('Before')
  await saved(page)
  await page.context().clearCookies({ name: '__Host-session' })
  await text(page).fill('Before and after')
  const told = page.getByRole('alert').filter({ hasText: 'You’re signed out' })
  await expect(told).toContainText('Your text is still on this page.')
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await expect(page.locator('.toast', { hasText: 'You’re signed out.' })).toBeVisible()
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    told.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ])
  await submitSignIn(other, email)
  await other.waitForURL('**/dashboard')
  await expect(text(page)).toHaveValue('Before and after')
  await expect(told).toBeHidden()
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await page.waitForURL('**/dashboard/connections')
  await expect(page.getByText('Before and after')).toBeVisible()
})

test('The message about a deleted Connection replaces the previous message', async () => {
  const { page } = await area.signUp(fresh)
  await text(page).fill('To be deleted')
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()
  // Messages stay open, as if the window had no focus.
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  await page.locator('[data-items] > li').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Connection' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Connection deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Connection saved', { exact: true })).toBeHidden()
})

test('A new user who turns on Safe Mode stays on the page and sees a confirmation', async () => {
  const { page } = await area.signUp()
  await page.getByRole('button', { name: 'Turn on Safe Mode' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  const done = page.getByText('Safe Mode is on, here and wherever else you sign in.')
  await expect(done).toBeFocused()
  await expect(page.getByRole('button', { name: 'Turn on Safe Mode' })).toHaveCount(0)
})

test('The Safe Mode message appears only when Safe Mode is on, whatever the URL says', async () => {
  const { page } = await area.signUp('/dashboard?safe-mode=on')
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await expect(page.getByText('Safe Mode is on')).toHaveCount(0)
  await page.goto('/dashboard/settings?safe-mode=on')
  await hydrated(page)
  await expect(page.getByText('Safe Mode is on')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Safe Mode' }).click()
  await expect(page.getByText('Safe Mode is on, here and wherever else you sign in.')).toBeFocused()
})

test('The journal uses UTC when the browser has no valid time zone', async () => {
  const nowhere = { env: { ...process.env, TZ: 'Foo/Bar' } as Record<string, string> }
  const { email, otherCookie } = await area.createUser()
  await area.post(fresh, { content: 'At some hour' }, otherCookie)
  const { page } = await area.signIn(email, '/dashboard/connections', { browser: nowhere })
  await page.locator('[data-items] > li').getByRole('link').first().click()
  await expect(page.locator('.entry-text')).toHaveText('At some hour')
  await expect(page.locator('time')).toHaveText(
    new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date()),
  )
  await page.goto('/dashboard')
  await hydrated(page)
  await page.goto('/dashboard/settings')
  await hydrated(page)
})
