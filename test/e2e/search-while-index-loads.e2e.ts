import type { Page } from 'playwright'
import { test } from 'vitest'
import { withBackForwardCache } from '../support/browser.ts'
import {
  box,
  countRequests,
  indexPath,
  markBfcacheRestore,
  note,
  options,
  searchLeaveAndComeBack,
  suggestPath,
} from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'

const { visit } = journey()

declare global {
  interface Window {
    /** Sends the rest of a partly loaded index, or cuts the connection. */
    comes?: (how: 'whole' | 'cut') => void
  }
}

/** The index loads up to the end of this mark, and then waits until the test sends the rest or cuts it. */
const until = (mark: string) => (page: Page) =>
  page.addInitScript(
    ([path, mark]) => {
      const ask = window.fetch
      window.fetch = async (...asked) => {
        const response = await ask(...asked)
        if (asked[0] !== path) return response
        const text = await response.text()
        const from = text.indexOf(mark) + mark.length
        const rest = new Promise<'whole' | 'cut'>((resolve) => {
          window.comes = resolve
        })
        const bytes = (part: string) => new TextEncoder().encode(part)
        return new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue(bytes(text.slice(0, from)))
              if ((await rest) === 'cut') return controller.error(new TypeError('network error'))
              // The chunks do not end where a character or a column ends.
              for (let at = from; at < text.length; at += 1_111)
                controller.enqueue(bytes(text.slice(at, at + 1_111)))
              controller.close()
            },
          }),
        )
      }
    },
    [indexPath, mark] as const,
  )
/** Only names and aliases have loaded. */
const afterNames = until(',"sentences":')

/** Continues loading the index, once it has begun. */
async function comes(page: Page, how: 'whole' | 'cut') {
  await page.waitForFunction(() => window.comes)
  await page.evaluate((how) => {
    window.comes?.(how)
    window.comes = undefined as never
  }, how)
}

test('Matches by name are shown before the whole index has loaded, and they and the highlight keep their place', async () => {
  const visited = await visit('/resources', { before: afterNames })
  const { page } = visited
  await box(page).fill('a')
  await expect(options(page)).toHaveCount(5)
  await expect(note(page)).toHaveText('Searching...')
  const first = await options(page).locator('b').allTextContents()
  await box(page).press('ArrowDown')
  await box(page).press('ArrowDown')
  const links = await options(page).elementHandles()
  const places = await Promise.all(links.map((link) => link.boundingBox()))
  await comes(page, 'whole')
  await expect(note(page)).toHaveText('5 results')
  expect(await options(page).locator('b').allTextContents()).toEqual(first)
  // A finger on a result stays on the same result.
  for (const [place, link] of links.entries()) {
    expect(await link.boundingBox()).toEqual(places[place])
    expect((await (await link.$('span:last-child'))?.textContent())?.length).toBeGreaterThan(10)
  }
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).nth(1).getAttribute('id')) ?? '',
  )
  expect(countRequests(visited, indexPath)).toBe(1)
  expect(countRequests(visited, suggestPath)).toBe(0)
})

test('A result that is pressed while the rest of the index loads is opened', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('gaslighti')
  await options(page).first().locator('b').hover()
  await page.mouse.down()
  await comes(page, 'whole')
  await expect(note(page)).not.toHaveText('Searching...')
  await page.mouse.up()
  await page.waitForURL('**/glossary/gaslighting')
})

test('Text that is typed while the rest of the index loads is matched against names and aliases', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('gasl')
  await expect(options(page).locator('b').first()).toContainText('Gasl')
  await box(page).press('x')
  await expect(options(page)).toHaveCount(0)
  await expect(note(page)).toHaveText('Searching...')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await box(page).fill('cult')
  await expect(options(page).locator('b').first()).toHaveText('High-Control Group')
  await comes(page, 'whole')
  await expect(note(page)).toHaveText(/results/)
  await expect(options(page).locator('b').first()).toHaveText('High-Control Group')
})

test('No results are shown while an alias that belongs at the top may still load', async () => {
  const { page } = await visit('/resources', { before: until(',"aliases":') })
  await box(page).fill('cult')
  await page.waitForFunction(() => window.comes)
  await expect(note(page)).toHaveText('Searching...')
  await expect(options(page)).toHaveCount(0)
  await comes(page, 'whole')
  await expect(options(page).locator('b').first()).toHaveText('High-Control Group')
})

test('A cut connection keeps the loaded part, asks the server, and the next focus loads the whole index', async () => {
  const visited = await visit('/resources', { before: afterNames })
  const { page, consoleErrors } = visited
  await box(page).fill('stonewall')
  await expect(options(page).first()).toContainText('Stonewalling')
  await page.route(`**${suggestPath}?*`, (route) => route.abort())
  await comes(page, 'cut')
  await expect(note(page)).toHaveText('Search temporarily unavailable')
  await expect(note(page)).toBeVisible()
  await expect(options(page).first()).toContainText('Stonewalling')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  expect(consoleErrors.join()).toContain('The index of the header search failed')
  await page.unroute(`**${suggestPath}?*`)
  await box(page).press('i')
  // The part from before is used while the index loads again.
  await expect(options(page).first()).toContainText('Stonewalling')
  await comes(page, 'whole')
  await expect(note(page)).toHaveText(/result/)
  await box(page).fill('cold shoulder')
  await expect(options(page).first()).toContainText('also called cold shoulder')
  expect(countRequests(visited, indexPath)).toBe(2)
})

test('A text that a cut-off index cannot match is searched on the server', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('rewrites history')
  await expect(note(page)).toHaveText('Searching...')
  await comes(page, 'cut')
  await expect(options(page).first()).toContainText('Gaslighting')
})

test('The index is requested when the box is touched, and not again on focus while it loads', async () => {
  const visited = await visit('/resources', { before: afterNames })
  const { page } = visited
  expect(countRequests(visited, indexPath)).toBe(0)
  await box(page).dispatchEvent('pointerdown')
  await page.waitForFunction(() => window.comes)
  for (let time = 0; time < 3; time++) {
    await box(page).focus()
    await box(page).blur()
  }
  await comes(page, 'whole')
  await box(page).fill('abuse')
  await expect(options(page)).toHaveCount(5)
  expect(countRequests(visited, indexPath)).toBe(1)
})

test('A page that was left while the index loaded shows no results after Back, and can search again', async () => {
  const { page } = await visit('/resources', {
    browser: withBackForwardCache,
    before: async (page) => {
      await afterNames(page)
      await markBfcacheRestore(page)
    },
  })
  await searchLeaveAndComeBack(page)
  await box(page).fill('stonewall')
  await comes(page, 'whole')
  await expect(note(page)).toHaveText(/result/)
  await expect(options(page).first()).toContainText('Stonewalling')
})

test('A browser that cannot stream a response still loads the whole index', async () => {
  const { page } = await visit('/resources', {
    before: (page) =>
      page.addInitScript(() => Object.defineProperty(Response.prototype, 'body', { value: undefined })),
  })
  await box(page).fill('cold shoulder')
  await expect(options(page).first()).toContainText('also called cold shoulder')
})
