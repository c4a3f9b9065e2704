import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { submitSignUp } from '../support/account.ts'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { seeFailure } from '../support/glossary-page.ts'
import { expect, journey } from '../support/journey.ts'

let product: Awaited<ReturnType<typeof startProductBehindFaultProxy>>['product']
let proxy: Awaited<ReturnType<typeof startProductBehindFaultProxy>>['proxy']
let stop: (() => Promise<void>) | undefined
const { visit } = journey(() => product.address)

beforeAll(async () => {
  ;({ product, proxy, stop } = await startProductBehindFaultProxy())
  await fetch(`${product.address}/glossary?type=clinical`)
})

beforeEach(() => proxy.cut())

afterAll(() => stop?.())

test('The glossary shows an error for the list and the term of the day without the database', async () => {
  const { page, status } = await visit('/glossary?sort=z-a')
  expect(status).toBe(503)
  await seeFailure(page)
  await expect(page.getByRole('heading', { name: 'Unable to load term' })).toBeVisible()
  await expect(page.getByText('Please try refreshing the page.', { exact: true })).toBeVisible()
})

test('A search of the list shows an error without the database', async () => {
  const { page } = await visit('/glossary?sort=z-a')
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('silent')
  await seeFailure(page)
})

test('The header search shows an error without the database', async () => {
  const { page } = await visit('/')
  await page.getByRole('combobox', { name: 'Search glossary' }).fill('silent')
  await expect(page.getByText('Search temporarily unavailable')).toBeVisible()
})

test('The home page works without the database, except for its term of the day', async () => {
  const { page, status } = await visit('/')
  expect(status).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unmask what happened to you.')
  await expect(page.getByRole('heading', { name: 'Unable to load term' })).toBeVisible()
})

test('The demo shows an error for terms without the database, and its other pages work', async () => {
  const { page, status } = await visit('/demo/glossary')
  expect(status).toBe(503)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Glossary')
  await seeFailure(page)
  await expect(page.getByRole('heading', { name: 'Unable to load term' })).toBeVisible()
  await page.goto('/demo/favorites')
  await expect(page.getByRole('heading', { name: 'Error Loading Favorites' })).toBeVisible()
  await page.goto('/demo/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Username')
})

test('A term page shows an error with 503 without the database', async () => {
  const { page, status } = await visit('/glossary/gaslighting')
  expect(status).toBe(503)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Term Not Found')
})

test('A private page shows an error with Quick Hide without the database, and recovers', async () => {
  proxy.restore()
  const { page } = await visit('/auth-test?mode=sign-up')
  await submitSignUp(page)
  await page.waitForURL('**/dashboard')
  proxy.cut()
  for (const path of ['/auth-test', '/dashboard/favorites']) {
    const answer = await page.goto(path)
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([503, 'no-store'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
    await expect(page.getByRole('button', { name: /^Quick Hide/ })).toBeVisible()
    expect(await page.title()).not.toMatch(/unfog/i)
    const leadsTo = path === '/auth-test' ? '/glossary' : '/dashboard/glossary'
    await expect(page.getByRole('banner').locator('form')).toHaveAttribute('action', leadsTo)
  }
  proxy.restore()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorites')
  await page.goto('/dashboard/connections/new')
  await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('#content')?.focus())
  await page.keyboard.type('Words that nobody has kept')
  proxy.cut()
  // Submits the form as without JavaScript.
  await page.evaluate(() => document.querySelector<HTMLFormElement>('main form')?.submit())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This was not sent')
  const words = page.getByRole('textbox', { name: 'What you wrote' })
  await expect(words).toHaveValue('Words that nobody has kept')
  await expect(words).toHaveCSS('border-top-width', '1px')
  proxy.restore()
  await page.goto('/dashboard/favorites')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorites')
})

test('A page that was requested before is still served from the cache without the database', async () => {
  const { page, status } = await visit('/glossary?type=clinical')
  expect(status).toBe(200)
  await expect(page.locator('[data-items] > li')).toHaveCount(20)
})

test('Every page recovers when the database is back, and no error page was cached', async () => {
  const paths = ['/', '/glossary', '/glossary?sort=z-a', '/glossary/gaslighting', '/api/term-of-the-day']
  for (const path of paths) {
    const { headers } = await fetch(`${product.address}${path}`)
    expect(headers.get('cache-control') ?? 'no-store', path).toContain('no-store')
  }
  proxy.restore()
  for (const path of paths) expect((await fetch(`${product.address}${path}`)).status, path).toBe(200)
  const { page } = await visit('/')
  const today = page.getByRole('region', { name: 'Term of the Day' })
  await expect(today.getByRole('link').first()).toBeVisible()
  await expect(page.getByText('Unable to load term')).toHaveCount(0)
})
