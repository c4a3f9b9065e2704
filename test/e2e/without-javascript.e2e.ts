import type { Page } from 'playwright'
import { beforeAll, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { countMatches, readAllTerms } from '../support/all-terms.ts'
import { items, letter, loadMore, shown } from '../support/glossary-page.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()
const visitPlainly = (path: string, options: VisitOptions = {}) =>
  visit(path, { ...options, javaScript: false })

let all: Term[]
beforeAll(async () => {
  all = await readAllTerms(address)
})
const box = (page: Page) => page.getByRole('main').getByRole('searchbox')

test('The glossary list can be read page by page without JavaScript', async () => {
  const { page } = await visitPlainly('/glossary')
  await expect(items(page)).toHaveCount(20)
  await loadMore(page).click()
  await page.waitForURL('**/glossary?page=2')
  await expect(items(page)).toHaveCount(40)
  await expect(shown(page)).toHaveText(`40 of ${all.length} terms`)
  await page.goto(`/glossary?page=${Math.ceil(all.length / 20)}`)
  await expect(items(page)).toHaveCount(all.length)
  await expect(loadMore(page)).toHaveCount(0)
})

test('The filter and sort menus work without JavaScript, and each keeps the choice of the other', async () => {
  const { page } = await visitPlainly('/glossary')
  await page.locator('[data-key=type]').click()
  await page.getByRole('link', { name: 'Clinical', exact: true }).click()
  await page.waitForURL('**/glossary?type=clinical')
  await page.locator('[data-key=sort]').click()
  await page.getByRole('link', { name: 'Z-A' }).click()
  await page.waitForURL('**/glossary?type=clinical&sort=z-a')
  const last = all.filter((term) => term.type === 'clinical').at(-1)
  await expect(items(page).first().getByRole('heading')).toHaveText(last?.term_name ?? '')
})

test('The search of the list works without JavaScript, and keeps filter and sort', async () => {
  const { page } = await visitPlainly('/glossary?type=community&sort=newest')
  await box(page).fill('silent')
  await box(page).press('Enter')
  await page.waitForURL(/search=silent/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ search: 'silent', type: 'community', sort: 'newest' })
  await expect(items(page).first()).toContainText('Silent Treatment')
  await expect(box(page)).toHaveValue('silent')
  await box(page).fill('zzzz')
  await box(page).press('Enter')
  await expect(page.getByText('No terms found matching "zzzz"', { exact: true })).toBeVisible()
})

test('A search has further pages without JavaScript', async () => {
  const found = await countMatches(address, 'a')
  const { page } = await visitPlainly('/glossary?search=a')
  await loadMore(page).click()
  await expect(shown(page)).toHaveText(`${Math.min(40, found)} of ${found} terms`)
})

test('The search of the header and of the home page works without JavaScript', async () => {
  const { page } = await visitPlainly('/')
  for (const region of ['banner', 'main'] as const) {
    await page.goto('/')
    const search = page.getByRole(region).getByRole('textbox')
    await search.fill('silent')
    await search.press('Enter')
    await page.waitForURL('**/glossary?search=silent')
    await expect(items(page).first()).toContainText('Silent Treatment')
  }
})

test('The letter links work without JavaScript', async () => {
  const { page } = await visitPlainly('/glossary')
  await letter(page, 'G').click()
  await page.waitForURL('**/glossary?letter=g')
  await expect(items(page).first().getByRole('heading')).toHaveText(/^G/)
})

test('A term and its related terms can be read without JavaScript', async () => {
  const { page } = await visitPlainly('/glossary/gaslighting')
  const term = all.find(({ slug }) => slug === 'gaslighting') as Term
  await expect(page.getByText(term.definition, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Examples' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('region', { name: 'Related terms' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(term.tags[0] ?? '')
})

test('An unknown term or page shows a not-found page without JavaScript', async () => {
  const { page } = await visitPlainly('/glossary/no-such-word')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Term Not Found')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unmask what happened to you.')
})

test('The menu of small screens opens, navigates and closes without JavaScript', async () => {
  const { page } = await visitPlainly('/', { width: 360 })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu).toBeVisible()
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await menu.getByRole('link', { name: 'Glossary' }).click()
  await page.waitForURL('**/glossary')
})

test.each(['/', '/glossary', '/glossary/gaslighting', '/contact', '/resources', '/privacy', '/demo/home'])(
  'No control that needs a script is visible without JavaScript: %s',
  async (path) => {
    const { page, requests } = await visitPlainly(path)
    const dead = await page.locator('button, input, select, textarea, [role]').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .filter((control) => {
          // Disabled controls do nothing with a script either.
          if (control.matches('[role=alert], [role=status], :disabled, [aria-disabled=true]')) return false
          if (control.matches('[command][commandfor]'))
            return !document.getElementById(control.getAttribute('commandfor') ?? '')
          return !control.matches('form[action] :is(button, input, textarea)')
        })
        .map((control) => control.outerHTML),
    )
    expect(dead).toEqual([])
    // Interactive pages preload their scripts, and a browser may fetch them even when it runs none.
    const scripts = requests.filter((request) => request.resourceType() === 'script')
    if (!path.startsWith('/demo')) expect(scripts).toEqual([])
  },
)
