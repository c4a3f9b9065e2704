import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { inject, test } from 'vitest'
import { expectAccessibleLayout as looks } from '../support/a11y-checks.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const list = '/dashboard/connections'
const items = (page: Page) => page.locator('[data-items] > li')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const says = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible()
const fold = (page: Page, name: string) => page.locator('summary', { hasText: name })

/** Sends a request as the page's user. */
async function send(page: Page, method: 'post' | 'put' | 'get', path: string, data?: object) {
  const answer = await page.request[method](`${inject('address')}/api${path}`, {
    ...(data && { data }),
    headers,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

const texts = (page: Page) => items(page).locator('.entry-preview:first-of-type').allTextContents()

/** A new user with five Connections, the last one the newest, and a draft. */
async function writer(tagging = true) {
  const { page } = await area.signUp('/dashboard/settings', { reducedMotion: true })
  if (tagging) await page.getByRole('switch', { name: 'Turn on Journal Tagging' }).click()
  await expect(page.getByRole('switch', { name: 'Turn on Journal Tagging' })).toHaveAttribute(
    'aria-checked',
    String(tagging),
  )
  const { id } = await send(page, 'get', '/terms/gaslighting')
  const happened = (date: string, time: string | null = null) => ({
    date,
    time,
    about: false,
    time_zone: null,
  })
  for (const entry of [
    { content: 'He hid my keys.', linked_term_id: id, happened: happened('2021-06-01'), tags: ['Kitchen'] },
    { content: 'She read my letters.', tags: ['kitchen', 'Family'] },
    { content: 'He smiled at them.', linked_term_id: id, happened: happened('2024') },
    {
      content: 'The long drive.',
      happened: happened('2021-06-15', '21:30'),
      record: { place: 'By the old lake' },
    },
    { content: 'Nothing was said.' },
  ])
    await send(page, 'post', '/journal-entries', entry)
  const change = {
    content: 'A thought about the lake',
    entry_revision: null,
    revision: null,
    tags: ['Family'],
  }
  await send(page, 'put', `/journal-drafts/${uuidv7()}`, change)
  await page.goto(list)
  await hydrated(page)
  return page
}

test('Connections are filtered and sorted, with counts, and the view comes back with Back', async () => {
  const page = await writer()
  await expect(page.getByText('Sort', { exact: true })).toBeHidden()
  await expect(button(page, 'Clear filters')).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))

  await button(page, 'Filter and sort').click()
  await fold(page, 'Term: any').click()
  await page.getByRole('radio', { name: 'Gaslighting (2)' }).check()
  await says(page, '2 connections')
  expect(await texts(page)).toEqual(['He smiled at them.', 'He hid my keys.'])
  await page.getByRole('radio', { name: 'No linked term (3)' }).check()
  await says(page, '3 connections')
  await fold(page, 'Tag: any').click()
  await page.getByRole('radio', { name: 'kitchen (1)' }).check()
  await says(page, '1 connection')
  await expect(items(page)).toContainText('Tags: kitchen, Family')
  await expect(button(page, 'Filter and sort (2)')).toHaveAttribute('aria-expanded', 'true')
  await button(page, 'Clear filters').click()
  await expect(button(page, 'Filter and sort')).toBeFocused()
  await expect(items(page)).toHaveCount(5)

  await fold(page, 'Month: any').click()
  await page.getByRole('radio', { name: 'When it happened' }).check()
  await page.getByRole('radio', { name: 'June 2021 (2)' }).check()
  await page.getByRole('radio', { name: 'Happened, earliest first' }).check()
  await says(page, '2 connections')
  expect(await texts(page)).toEqual(['He hid my keys.', 'The long drive.'])
  await expect(items(page).first()).toContainText('When it happened: June 1, 2021')
  await page.getByRole('link', { name: 'Freeform Entry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection Detail')
  await page.goBack()
  await says(page, '2 connections')
  await expect(page.getByRole('link', { name: 'Freeform Entry' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Happened, earliest first' })).toBeChecked()
  await expect(fold(page, 'Month: June 2021')).toBeVisible()
  const left = await page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(left + asked).not.toMatch(/2021|kitchen/i)

  await button(page, 'Clear filters').click()
  await page.getByRole('radio', { name: 'Happened, latest first' }).check()
  await expect(items(page).first()).toContainText('He smiled at them.')
  expect(await texts(page)).toEqual([
    'He smiled at them.',
    'The long drive.',
    'He hid my keys.',
    'Nothing was said.',
    'She read my letters.',
  ])
  await page.locator('.sidebar').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back')
  await page.locator('.sidebar').getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(button(page, 'Filter and sort')).toHaveAttribute('aria-expanded', 'false')
  await expect(items(page).first()).toContainText('Nothing was said.')
})

test('The search finds dates, tags and the fields of the record, and drafts where they are chosen', async () => {
  const page = await writer()
  const box = page.getByRole('searchbox', { name: 'Search your connections' })
  await box.fill('june 2021')
  await says(page, '2 connections')
  await expect(items(page).first().locator('mark')).toHaveText(['June', '2021'])
  await box.fill('lake')
  await says(page, '1 connection')
  await expect(items(page)).toContainText('Where was it?: By the old lake')
  await expect(items(page).locator('mark')).toHaveText('lake')
  await button(page, 'Filter and sort').click()
  await page.getByRole('checkbox', { name: 'Unfinished drafts (1)' }).check()
  await says(page, '1 draft')
  await expect(items(page)).toContainText('Unfinished draft')
  await items(page).getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'What do you want to write down?' })).toHaveValue(
    'A thought about the lake',
  )
  await page.goBack()
  await says(page, '1 draft')
  await expect(box).toHaveValue('lake')
  await button(page, 'Clear filters').click()
  await box.fill('family')
  await says(page, '1 connection')
  await expect(items(page).locator('mark')).toHaveText('Family')
})

test('Filters work by keyboard, at 360 px, and say when Connections cannot be loaded', async () => {
  const page = await writer()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.route('**/api/journal-entries?*', (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search your connections' }).focus()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Filter and sort')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load connections.' })).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(fold(page, 'Term: any')).toBeVisible()
  await button(page, 'Filter and sort').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Written, oldest first' })).toBeChecked()
  await expect(items(page).first()).toContainText('He hid my keys.')
  await page.keyboard.press('Tab')
  await expect(fold(page, 'Term: any')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await says(page, '3 connections')
  // The list of choices stays, and the focus in it.
  await page.keyboard.press('ArrowDown')
  await says(page, '2 connections')
  await expect(page.getByRole('radio', { name: 'Gaslighting (2)' })).toBeFocused()
  await fold(page, 'Tag: any').click()
  await looks(page)
  await fold(page, 'Month: any').click()
  await looks(page)
})

test('Without Journal Tagging the list knows nothing of tags', async () => {
  const page = await writer(false)
  await button(page, 'Filter and sort').click()
  await expect(fold(page, 'Month: any')).toBeVisible()
  await expect(fold(page, 'Tag: any')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Manage your tags' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search your connections' }).fill('kitchen')
  await says(page, '0 connections')
  await page.getByRole('searchbox', { name: 'Search your connections' }).fill('')
  await expect(items(page)).toHaveCount(5)
  await expect(page.getByText('kitchen')).toHaveCount(0)
})

test('Without scripts no filter is shown', async () => {
  const { page } = await area.signUp(list, { javaScript: false })
  await send(page, 'post', '/journal-entries', { content: 'He hid my keys.' })
  await page.reload()
  await expect(items(page)).toHaveCount(1)
  await expect(button(page, 'Filter and sort')).toBeHidden()
})
