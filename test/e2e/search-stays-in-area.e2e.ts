import type { Page } from 'playwright'
import { test } from 'vitest'
import { submitSignIn } from '../support/account.ts'
import { items, box as listBox } from '../support/glossary-page.ts'
import { box } from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

const { visit } = journey()
const { createUser, signIn } = privateArea()

const seeAll = (page: Page) => page.getByRole('main').getByRole('link', { name: 'See all terms' })

/** Records every visited address: a public address must never contain a search from a private area. */
const addresses = (page: Page) => {
  const all: string[] = []
  page.on('framenavigated', (frame) => all.push(frame.url()))
  return all
}

test('In the dashboard the header search and an empty result list lead to the dashboard glossary', async () => {
  const { email } = await createUser()
  const { page } = await signIn(email)
  const gone = addresses(page)
  await box(page).fill('silent')
  await box(page).press('Enter')
  await page.waitForURL('**/dashboard/glossary?search=silent')
  await expect(listBox(page)).toHaveValue('silent')
  await expect(items(page).first()).toContainText('Silent')
  await listBox(page).fill('zzzz')
  await seeAll(page).click()
  await expect(listBox(page)).toHaveValue('')
  await expect(listBox(page)).toBeFocused()
  await expect(items(page)).toHaveCount(20)
  expect([...new Set(gone.map((each) => new URL(each).pathname))]).toEqual(['/dashboard/glossary'])
})

test('A search in the dashboard is written to no other address when the session has ended', async () => {
  const { email } = await createUser()
  const { page } = await signIn(email)
  await page.context().clearCookies()
  const gone = addresses(page)
  await box(page).fill('silent')
  await box(page).press('Enter')
  await page.waitForURL('**/auth-test?*')
  await submitSignIn(page, email)
  await page.waitForURL('**/dashboard/glossary')
  expect(gone.filter((each) => each.includes('silent'))).toEqual([])
})

test('In the demo the header search and an empty result list lead to the demo glossary', async () => {
  const { page } = await visit('/demo/home', {
    before: (page) => page.addInitScript(() => localStorage.setItem('unfogDemoTourDismissed', 'true')),
  })
  await expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
  await box(page).fill('silent')
  await box(page).press('Enter')
  await page.waitForURL('**/demo/glossary?search=silent')
  await expect(items(page).first()).toContainText('Silent')
  await listBox(page).fill('zzzz')
  await seeAll(page).click()
  await expect(items(page)).toHaveCount(20)
  expect(new URL(page.url()).pathname).toBe('/demo/glossary')
})

test('On the public glossary page clearing a search shows the whole list in place', async () => {
  const { page } = await visit('/glossary')
  await listBox(page).fill('zzzz')
  await seeAll(page).click()
  await expect(items(page)).toHaveCount(20)
  await expect(listBox(page)).toHaveValue('')
  await expect(page.locator('[data-part=letters] [data-key=all]')).toBeFocused()
})
