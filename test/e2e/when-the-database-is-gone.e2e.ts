import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { seeFailure } from '../support/glossary-page.ts'
import { expect } from '../support/journey.ts'
import { usersOf } from '../support/private-area.ts'

let cuttable: Awaited<ReturnType<typeof startProductBehindFaultProxy>> | undefined
const area = usersOf(() => {
  if (!cuttable) throw new Error('nothing was started')
  return cuttable.product
})
const { visit } = area

beforeAll(async () => {
  cuttable = await startProductBehindFaultProxy()
  await fetch(`${area.address}/glossary?type=clinical`)
})
afterAll(() => cuttable?.stop())

// In this order, because the last test fills the cache of pages.
describe('Without the database', { shuffle: false }, () => {
  beforeEach(() => cuttable?.proxy.cut())

  test('the glossary shows an error for the list and the term of the day', async () => {
    const { page, status } = await visit('/glossary?sort=z-a')
    expect(status).toBe(503)
    await seeFailure(page)
    await expect(page.getByRole('heading', { name: 'Unable to load term' })).toBeVisible()
    await expect(page.getByText('Please try refreshing the page.', { exact: true })).toBeVisible()
  })

  test('a search of the list shows an error', async () => {
    const { page } = await visit('/glossary?sort=z-a')
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('silent')
    await seeFailure(page)
  })

  test('the header search shows an error', async () => {
    const { page } = await visit('/')
    await page.getByRole('combobox', { name: 'Search glossary' }).fill('silent')
    await expect(page.getByText('Search temporarily unavailable')).toBeVisible()
  })

  test('the home page works, except for its term of the day', async () => {
    const { page, status } = await visit('/')
    expect(status).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unmask what happened to you.')
    await expect(page.getByRole('heading', { name: 'Unable to load term' })).toBeVisible()
  })

  test('the demo shows an error for terms, and its other pages work', async () => {
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

  test('a term page shows an error with 503', async () => {
    const { page, status } = await visit('/glossary/gaslighting')
    expect(status).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Term Not Found')
  })

  test('a page that was requested before is still served from the cache', async () => {
    const { page, status } = await visit('/glossary?type=clinical')
    expect(status).toBe(200)
    await expect(page.locator('[data-items] > li')).toHaveCount(20)
  })

  test('no error page is cached, and every page recovers when the database is back', async () => {
    const paths = ['/', '/glossary', '/glossary?sort=z-a', '/glossary/gaslighting', '/api/term-of-the-day']
    for (const path of paths) {
      const { headers } = await fetch(`${area.address}${path}`)
      expect(headers.get('cache-control') ?? 'no-store', path).toContain('no-store')
    }
    cuttable?.proxy.restore()
    for (const path of paths) expect((await fetch(`${area.address}${path}`)).status, path).toBe(200)
    const { page } = await visit('/')
    const today = page.getByRole('region', { name: 'Term of the Day' })
    await expect(today.getByRole('link').first()).toBeVisible()
    await expect(page.getByText('Unable to load term')).toHaveCount(0)
  })
})

describe('In the private area', () => {
  let email: string
  beforeAll(async () => {
    cuttable?.proxy.restore()
    ;({ email } = await area.createUser())
  })
  beforeEach(() => cuttable?.proxy.restore())

  test('a page without the database shows an error with Quick Hide, and recovers', async () => {
    const { page } = await area.signIn(email)
    cuttable?.proxy.cut()
    for (const [path, searchPath] of [
      ['/auth-test', '/glossary'],
      ['/dashboard/favorites', '/dashboard/glossary'],
    ] as const) {
      const answer = await page.goto(path)
      expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([503, 'no-store'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
      await expect(page.getByRole('button', { name: /^Quick Hide/ })).toBeVisible()
      expect(await page.title()).not.toMatch(/unfog/i)
      await expect(page.getByRole('banner').locator('form')).toHaveAttribute('action', searchPath)
    }
    cuttable?.proxy.restore()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorites')
  })

  test('a form that is sent without the database gives its text back', async () => {
    // With scripts the form would keep its page (when-the-server-is-gone.e2e.ts).
    const { page } = await area.signIn(email, '/dashboard/connections/new', { javaScript: false })
    await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill('Not saved yet')
    cuttable?.proxy.cut()
    await page.getByRole('button', { name: 'Save Connection' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This was not sent')
    const words = page.getByRole('textbox', { name: 'What you wrote' })
    await expect(words).toHaveValue('Not saved yet')
    await expect(words).toHaveCSS('border-top-width', '1px')
    cuttable?.proxy.restore()
    await page.goto('/dashboard/favorites')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorites')
  })
})
