import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'
import { ask } from '../support/request.ts'

const area = privateAreaWithoutEmail()
const { createUser, signIn, post } = area
const fresh = '/dashboard/connections/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const goOn = (page: Page) => page.getByRole('link', { name: 'Continue writing' }).click()
const offer = (page: Page) => page.getByRole('article', { name: /^Unfinished/ })
const items = (page: Page) => page.locator('[data-items] > li')
const plain = { javaScript: false }

describe('Without JavaScript', () => {
  test('pagination reaches all Connections; with JavaScript a search on any page covers all of them', async () => {
    const { email, otherCookie } = await createUser()
    for (let nth = 1; nth <= 45; nth++)
      await post(fresh, { content: `Note ${String(nth).padStart(2, '0')} of many` }, otherCookie)
    const { page } = await signIn(email, '/dashboard/connections', plain)
    const more = page.getByRole('link', { name: 'Load More' })
    for (const [first, last] of [
      ['Note 45', 'Note 26'],
      ['Note 25', 'Note 06'],
    ] as const) {
      await expect(items(page).first()).toContainText(first)
      await expect(items(page).last()).toContainText(last)
      await expect(items(page)).toHaveCount(20)
      await more.click()
    }
    await expect(items(page)).toHaveCount(5)
    await expect(items(page).last()).toContainText('Note 01')
    // Without a script the date is in UTC, and is labeled so.
    await expect(items(page).last().locator('time noscript')).toBeVisible()
    await expect(more).toHaveCount(0)
    const older = new URL(page.url())
    await page.getByRole('link', { name: 'Newer connections' }).click()
    await expect(items(page).first()).toContainText('Note 45')

    const { page: alike } = await signIn(email)
    await alike.goto(older.pathname + older.search)
    await hydrated(alike)
    const box = alike.getByRole('searchbox', { name: 'Search your connections' })
    await box.fill('note')
    await expect(alike.getByText('45 connections', { exact: true })).toBeVisible()
    await expect(items(alike).first()).toContainText('Note 45')
    await box.fill('')
    await expect(items(alike)).toHaveCount(5)
    await alike.getByRole('link', { name: 'Newer connections' }).click()
    await expect(items(alike).first()).toContainText('Note 45')
    await expect(alike.getByRole('link', { name: 'Newer connections' })).toHaveCount(0)
  })

  test.each(['new', 'changed'])('a draft of a Connection can be continued and saved: %s', async (which) => {
    const { email, otherCookie } = await createUser()
    const id = uuidv7()
    if (which === 'changed') await post(fresh, { id, content: 'As it was' }, otherCookie)
    const path = which === 'changed' ? `/dashboard/connections/${id}/edit` : fresh
    const draft = {
      content: 'Half a thought',
      entry_revision: which === 'changed' ? 1 : null,
      revision: null,
    }
    const { status } = await ask(area.address, `/api/journal-drafts/${id}`, {
      method: 'PUT',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: otherCookie },
      body: JSON.stringify(draft),
    })
    expect(status).toBe(200)

    const { page } = await signIn(email, path, plain)
    await expect(offer(page)).toContainText('Half a thought')
    await goOn(page)
    await expect(offer(page)).toHaveCount(0)
    await expect(text(page)).toHaveValue('Half a thought')
    await text(page).fill('  ')
    await press(page, 'Save Connection')
    await expect(page.getByText('Content is required')).toBeVisible()
    await text(page).fill('A whole thought')
    await press(page, 'Save Connection')
    await page.waitForURL((url) => !/new|edit/.test(url.pathname))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    await page.goto('/dashboard/connections')
    await expect(items(page)).toHaveCount(1)
    await expect(items(page)).toContainText('A whole thought')
  })

  test('a draft older than the saved version is kept, and both are shown before it replaces that version', async () => {
    const { email, otherCookie } = await createUser()
    await post(fresh, { content: 'As it was' }, otherCookie)
    const { page } = await signIn(email, '/dashboard/connections', plain)
    await items(page).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const path = new URL(page.url()).pathname
    await page.request.put(`/api/journal-drafts/${path.split('/').at(-2)}`, {
      data: { content: 'Begun', entry_revision: 1, revision: null },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    await page.goto(path)
    await expect(offer(page)).toContainText('Begun')
    await text(page).fill('As it was.')
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText('As it was.')
    await page.goto(path)
    await goOn(page)
    await press(page, 'Save Connection')
    await expect(text(page)).toHaveValue('Begun')
    await expect(page.getByRole('region', { name: 'The other one' })).toContainText('As it was.')
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText('Begun')
    await page.goto(path)
    await expect(offer(page)).toHaveCount(0)
  })

  test('controls that need a script are hidden, but the linked term from the URL is shown', async () => {
    const { email, otherCookie } = await createUser()
    await post(fresh, { content: 'A note' }, otherCookie)
    const { page } = await signIn(email, '/dashboard/connections', plain)
    const { page: alike } = await signIn(email)
    const picker = page.getByRole('combobox', { name: 'Linked term (optional)' })
    await expect(items(page)).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0)
    await page.goto(fresh)
    await expect(text(page)).toBeVisible()
    await expect(picker).toBeHidden()
    await expect(page.getByText('0 characters')).toBeHidden()
    await page.goto(`${fresh}?journal=gaslighting`)
    await expect(picker).toHaveValue('Gaslighting')
    await expect(page.getByRole('button', { name: 'No linked term' })).toHaveCount(0)
    await alike.goto(fresh)
    await expect(alike.getByRole('combobox', { name: 'Linked term (optional)' })).toBeVisible()
  })

  test('an edit conflict shows both versions before one is replaced', async () => {
    const { email, otherCookie } = await createUser()
    await post(fresh, { content: 'As it was' }, otherCookie)
    const { page } = await signIn(email, '/dashboard/connections', plain)
    await items(page).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await post(new URL(page.url()).pathname, { content: 'By a telephone', revision: '1' }, otherCookie)
    await text(page).fill('By this page')
    await press(page, 'Save Connection')
    await expect(text(page)).toHaveValue('By this page')
    await expect(
      page.getByText('changed somewhere else while you were editing. The other version is below'),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'The other one' })).toContainText('By a telephone')
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText('By this page')
  })

  test('the linked term stays when the form comes back with an error', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email, '/dashboard/glossary/gaslighting', plain)
    await page
      .getByRole('link', { name: /journal|write/i })
      .first()
      .click()
    await text(page).fill('  ')
    await press(page, 'Save Connection')
    await expect(page.getByText('Content is required')).toBeVisible()
    await text(page).fill('About that')
    await press(page, 'Save Connection')
    await expect(items(page)).toContainText('Gaslighting')
  })

  test('a form that is sent again after a lost response creates only one Connection', async () => {
    const { email, otherCookie } = await createUser()
    const { page } = await signIn(email, fresh, plain)
    const id = await page.locator('input[name=id]').inputValue()
    await post(fresh, { id, content: 'Sent twice' }, otherCookie)
    await text(page).fill('Sent twice')
    await press(page, 'Save Connection')
    await expect(items(page)).toHaveCount(1)
    // Different text creates another Connection.
    await page.goBack()
    await text(page).fill('Sent with other words')
    await press(page, 'Save Connection')
    if (await text(page).count()) await press(page, 'Save Connection')
    await expect(items(page)).toHaveCount(2)
  })
})
