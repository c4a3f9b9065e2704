import { rm } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { newDataFolder } from '../support/data-folder.ts'
import { expect } from '../support/journey.ts'
import { longestTask } from '../support/long-tasks.ts'
import { writeEntries } from '../support/many-entries.ts'
import { usersOf } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'
import { ask } from '../support/request.ts'

/** These tests start their own server because they write into its database. */
let product: Product
let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
  product = await startProduct({ DATA_DIR: folder, PORT: '0' })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const { createUser, post, signIn } = usersOf(() => product)
const list = '/dashboard/connections'
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search your connections' })
const items = (page: Page) => page.locator('[data-items] > li')
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load More' })
const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

/** Creates a user with these Connections; the last one is the newest. */
async function writer(contents: Parameters<typeof writeEntries>[2], { tagging = false } = {}) {
  const { email, otherCookie } = await createUser()
  const { body } = await ask(product.address, '/api/profile', { headers: { Cookie: otherCookie } })
  if (tagging)
    await post('/dashboard/settings', { intent: 'journal-tagging', journal_tagging: 'on' }, otherCookie)
  await writeEntries(folder, JSON.parse(body.toString()).id, contents)
  return { email, otherCookie }
}

const notes = (many: number) => Array.from({ length: many }, (_, place) => `Note ${place + 1} of many`)

test('A search in 10,000 Connections does not block the page and shows 20; clearing it shows the first page', async () => {
  const words = 'He said that it never happened, and that I imagine things. '.repeat(10)
  const { email } = await writer(notes(10_000).map((note) => `${note}. ${words}`))
  const { page } = await signIn(email, list)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(40)
  const longest = await longestTask(page, async () => {
    await box(page).fill('imagine')
    await says(page, '10000 connections')
    await expect(items(page)).toHaveCount(20)
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(40)
    for (const text of ['never', 'note 77', '"note 7777"']) await box(page).fill(text)
    await says(page, '1 connection')
    await box(page).fill('')
    await expect(items(page)).toHaveCount(20)
  })
  // It once took seconds. The goal is 50 ms; a machine of half the speed took 73 ms.
  expect(longest, 'milliseconds').toBeLessThanOrEqual(250)
  await expect(items(page).first()).toContainText('Note 10000 of many')
})

test('The calendar of 10,000 Connections does not block the page, and lists 20 at a time', async () => {
  const { email } = await writer(notes(10_000))
  const { page } = await signIn(email, list)
  const longest = await longestTask(page, async () => {
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByText('Loading your Connections...')).toHaveCount(0)
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.locator('.calendar button').first().click()
    await expect(items(page)).toHaveCount(20)
    await page.getByRole('radio', { name: 'List' }).check()
    await expect(items(page)).toHaveCount(20)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(items(page)).toHaveCount(40)
  })
  // It takes 33 ms. With a date format of its own for each day it took 141 ms; the goal is 50 ms.
  expect(longest, 'milliseconds').toBeLessThanOrEqual(100)
})

test('Filters of 10,000 Connections with 2,000 tags open at once and do not block the page', async () => {
  const words = 'He said that it never happened, and that I imagine things. '.repeat(10)
  const day = (place: number) => new Date(Date.UTC(2010, 0, 1 + (place % 5_000))).toISOString().slice(0, 10)
  const { email } = await writer(
    notes(10_000).map((content, place) => ({
      content: `${content}. ${words}`,
      tags: [`Tag ${place % 2_000}`, place % 2 ? 'Odd' : 'Évén'],
      ...(place % 4 && {
        happened: { date: day(place), time: place % 3 ? '21:30' : null, about: false, time_zone: null },
      }),
    })),
    { tagging: true },
  )
  const { page } = await signIn(email, list)
  const filterButton = page.getByRole('button', { name: /^Filter and sort/ })
  const choice = (name: string) => page.getByText(name, { exact: true })
  const longest = await longestTask(page, async () => {
    await filterButton.click()
    await choice('Tag: any').click()
    await choice('Évén (5000)').click()
    await says(page, '5000 connections')
    await choice('Happened, earliest first').click()
    await expect(items(page).first()).toContainText('January 3, 2010')
    await page.getByRole('textbox', { name: 'Type to find one' }).fill('tag 1998')
    await choice('Tag 1998 (5)').click()
    await says(page, '5 connections')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await says(page, '10000 connections')
    await choice('Month: any').click()
    await choice('When it happened').click()
    await page.getByRole('textbox', { name: 'Type to find one' }).last().fill('may 2012')
    await choice('May 2012 (46)').click()
    await says(page, '46 connections')
    await box(page).fill('may 2012')
    await says(page, '46 connections')
  })
  expect(longest, 'milliseconds').toBeLessThanOrEqual(250)
  await filterButton.click()
  await expect(page.getByText('Sort', { exact: true })).toBeHidden()
  // With everything loaded, until the choices are there.
  const opened = await filterButton.evaluate(async (button: HTMLElement) => {
    const start = performance.now()
    button.click()
    while (!document.querySelector('main details')) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  expect(opened, 'milliseconds').toBeLessThanOrEqual(500)
})

describe('Load More', () => {
  test('neither skips nor repeats a Connection when others are added or deleted in another session', async () => {
    const { email, otherCookie } = await writer(notes(45))
    const { page } = await signIn(email, list)
    await expect(items(page)).toHaveCount(20)
    const headers = { Cookie: otherCookie, 'Sec-Fetch-Site': 'same-origin' }
    const { body } = await ask(product.address, '/api/journal-entries?limit=3', { headers })
    for (const { id } of JSON.parse(body.toString()).entries)
      await ask(product.address, `/api/journal-entries/${id}`, { method: 'DELETE', headers })
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(40)
    await expect(items(page).nth(19)).toContainText('Note 26 of many')
    await expect(items(page).nth(20)).toContainText('Note 25 of many')
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(45)
    await expect(loadMore(page)).toHaveCount(0)
    await expect(page.getByText('45 of 42 connections')).toHaveCount(0)
  })
})

describe('A search in the list of Connections', () => {
  const contents = notes(90).map((note, place) => (place % 2 ? note : `${note}, with a heron`))

  test('is restored by Back with its scroll position and focus, and is empty on a new visit', async () => {
    const { email } = await writer(contents)
    const { page } = await signIn(email, list)
    await box(page).fill('HÉRON')
    await says(page, '45 connections')
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(40)
    await expect(items(page).nth(29).locator('mark')).toHaveText('heron')
    const link = items(page).nth(29).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(1_000)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection Detail')
    await page.goBack()
    await expect(box(page)).toHaveValue('HÉRON')
    await expect(items(page)).toHaveCount(40)
    await expect(link).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    await says(page, '45 connections')

    await link.click()
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(box(page)).toHaveValue('HÉRON')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)

    await page.locator('.sidebar').getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back')
    await page.locator('.sidebar').getByRole('link', { name: 'Connections', exact: true }).click()
    await expect(box(page)).toHaveValue('')
    await expect(items(page)).toHaveCount(20)
  })

  test('is restored after one of its results is deleted', async () => {
    const { email } = await writer(contents)
    const { page } = await signIn(email, list)
    await box(page).fill('heron')
    await says(page, '45 connections')
    await items(page).first().getByRole('link').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(box(page)).toHaveValue('heron')
    await says(page, '44 connections')
  })

  test('is not written to the URL, the history state or any storage', async () => {
    const { email } = await writer(contents)
    const { page } = await signIn(email, list)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
    await box(page).fill('heron')
    await says(page, '45 connections')
    await items(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection Detail')
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(box(page)).toHaveValue('heron')
    const left = await page.evaluate(() =>
      JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(left + asked).not.toMatch(/heron/i)
  })
})
