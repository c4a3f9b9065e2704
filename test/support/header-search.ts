import type { Page } from 'playwright'
import { expect, type Visit } from './journey.ts'

/** The search of the header, by role and name. */
export const box = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search glossary' })
export const list = (page: Page) => page.getByRole('banner').getByRole('listbox', { name: 'Terms' })
export const options = (page: Page) => list(page).getByRole('option')
export const note = (page: Page) => page.getByRole('banner').getByRole('status')

/** Counts a visit's requests for a path. */
export const countRequests = ({ requests }: Visit, path: string) =>
  requests.filter((request) => new URL(request.url()).pathname === path).length

export const indexPath = '/api/terms/index'
export const suggestPath = '/api/terms/suggest'

/** Sets `data-hydrated` to whether the page came from the back-forward cache. */
export const markBfcacheRestore = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('pageshow', (event) =>
      document.documentElement.setAttribute('data-interactive', String(event.persisted)),
    ),
  )

/** Searches, leaves and goes back: the page comes from the back-forward cache, without the search. */
export async function searchLeaveAndComeBack(page: Page): Promise<void> {
  await box(page).fill('silent')
  await expect(options(page).first()).toBeVisible()
  await page.evaluate(() => location.assign('/glossary/gaslighting'))
  await page.waitForURL('**/gaslighting')
  await page.evaluate(() => history.back())
  await expect(page.locator('html')).toHaveAttribute('data-interactive', 'true')
  await expect(list(page)).toBeHidden()
  await expect(box(page)).toHaveValue('')
}
