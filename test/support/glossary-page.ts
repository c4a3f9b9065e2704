import type { Page, Route } from 'playwright'
import { expect, type Visit } from './journey.ts'

/** The parts of `/glossary`, by role, name and `data-` part. */
export const items = (page: Page) => page.locator('[data-items] > li')
export const names = (page: Page) => page.locator('[data-items] h3').allTextContents()
export const shown = (page: Page) => page.locator('[data-shown]')
export const box = (page: Page) => page.getByRole('searchbox', { name: 'Search terms' })
export const loadMore = (page: Page) => page.getByRole('link', { name: 'Load More' })
export const letter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Browse by letter' }).getByRole('link', { name, exact: true })

/** URLs of all lists that a visit requested, including the page itself. */
export const lists = ({ requests }: Visit) =>
  requests.map((request) => request.url()).filter((url) => /\/glossary(\?|$)/.test(url))

/** Opens a menu and clicks one of its links. */
export async function choose(page: Page, menu: 'type' | 'sort', label: string) {
  await page.locator(`[data-key=${menu}]`).click()
  await page.getByRole('link', { name: label, exact: true }).click()
}

/** Expects the error message of the specification (point 8). */
export async function seeFailure(page: Page) {
  const alert = page.locator('main').getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Error Loading Terms')
  await expect(alert.getByRole('paragraph')).toHaveText(
    'There was an error loading the glossary terms. Please try again later.',
  )
}

/** Holds requests until `open`. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, hold: (route: Route) => opened.then(() => route.continue()) }
}
