import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import {
  history,
  quickHideButton,
  quickHideSite,
  routes,
  screenshotsUntilAnswered,
} from '../support/quick-hide.ts'

const quickHide = quickHideSite()
const { visit } = quickHide

/** Opens a page whose script never finishes loading. */
async function visitBeforeScript(path: string): Promise<Page> {
  const page = await visit('about:blank', { before: (page) => page.route('**/assets/*.js', () => {}) })
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

describe.each([
  ['without JavaScript', (path: string) => visit(path, { javaScript: false })],
  ['before the script has come', visitBeforeScript],
])('Point 2: Quick Hide %s', (_when, open) => {
  test('opens the destination without a Referer header', async () => {
    const page = await open('/glossary/gaslighting')
    const asked = page.waitForRequest(`${quickHide.address}/leave`)
    await quickHideButton(page).click()
    expect((await asked).method()).toBe('POST')
    await page.waitForURL(quickHide.site.recipes)
    expect(quickHide.site.requests.map(({ headers }) => headers.referer)).toEqual([undefined])
    expect(page.context().pages()).toHaveLength(1)
  })

  test('Point 9: clears the cookies and storage of the site', async () => {
    const page = await open('/glossary')
    await page.context().addCookies([{ name: 'kept', value: '1', url: quickHide.address }])
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
    expect(await page.context().cookies()).toEqual([])
  })

  test('shows an empty page with a neutral title while the destination loads', async () => {
    quickHide.site.answers.recipes = 1_500
    const page = await open('/glossary/gaslighting')
    const blank = await page.context().newPage()
    const empty = await blank.screenshot()
    await blank.close()
    await quickHideButton(page).click({ noWaitAfter: true })
    await page.waitForURL(`${quickHide.address}/leave`, { waitUntil: 'commit' })
    // The history has the address a moment before the title.
    await expect
      .poll(async () => (await history(page)).at(-1))
      .toEqual({ url: `${quickHide.address}/leave`, title: 'Loading' })
    const pictures = await screenshotsUntilAnswered(page, quickHide.site)
    expect(pictures.length).toBeGreaterThan(1)
    expect(pictures.filter((picture) => !picture.equals(empty))).toEqual([])
    await page.waitForURL(quickHide.site.recipes)
  })
})

describe('The server', () => {
  test('Points 2, 6 and 9: responds to /leave from any origin with an empty page that redirects at once', async () => {
    const senders: Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of senders) {
      const response = await fetch(`${quickHide.address}/leave`, { method: 'POST', headers })
      expect(response.status).toBe(200)
      // A cross-site request must not clear the browser's data, but it still leads to the destination.
      const clears = headers['Sec-Fetch-Site'] ? null : '"cookies", "storage"'
      expect(response.headers.get('Clear-Site-Data')).toBe(clears)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        refresh: `0;url=${quickHide.site.recipes}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect((await response.text()).replace(/<title>Loading<\/title>|<[^>]*>/g, '')).toBe('')
    }
  })

  test('Point 21: sends the same destinations on every page, to every visitor', async () => {
    const visitors: Record<string, string>[] = [
      {},
      { Cookie: 'unfog=1', 'Accept-Language': 'de', 'User-Agent': 'another' },
    ]
    const asked = routes.flatMap((route) =>
      visitors.map((headers) => fetch(quickHide.address + route, { headers })),
    )
    const pages = await Promise.all(asked.map(async (response) => (await response).text()))
    const eyes = pages.flatMap((page) => page.match(/<quick-hide [^>]*/g) ?? [])
    const places = eyes.map((eye) =>
      [/href="(.*?)"/.exec(eye)?.[1], /fallback="(.*?)"/.exec(eye)?.[1]].join(' '),
    )
    expect(places.length).toBeGreaterThanOrEqual(pages.length)
    expect([...new Set(places)]).toEqual([`${quickHide.site.recipes} ${quickHide.site.fallback}`])
  })
})
