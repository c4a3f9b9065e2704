import type { Page } from 'playwright'
import { expect, test } from 'vitest'
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
import { journey, see } from '../support/journey.ts'

const { visit } = journey()

declare global {
  interface Window {
    /** The rest of an index that has come in part, or its end. */
    comes?: (how: 'whole' | 'cut') => void
  }
}

/** The index comes up to the end of this, and then waits until the test lets the rest come, or cuts it. */
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
              // In bits, of which none ends where a letter or a column does.
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
/** Names and aliases have come, and no more. */
const afterNames = until(',"sentences":')

/** The index goes on coming, once it has begun. */
async function comes(page: Page, how: 'whole' | 'cut') {
  await page.waitForFunction(() => window.comes)
  await page.evaluate((how) => {
    window.comes?.(how)
    window.comes = undefined as never
  }, how)
}

test('What is found by name is there before the rest of the index, and stays where it is, as does the choice among it', async () => {
  const visited = await visit('/resources', { before: afterNames })
  const { page } = visited
  await box(page).fill('a')
  await see(options(page)).toHaveCount(5)
  await see(note(page)).toHaveText('Searching...')
  const first = await options(page).locator('b').allTextContents()
  await box(page).press('ArrowDown')
  await box(page).press('ArrowDown')
  const links = await options(page).elementHandles()
  const places = await Promise.all(links.map((link) => link.boundingBox()))
  await comes(page, 'whole')
  await see(note(page)).toHaveText('5 results')
  expect(await options(page).locator('b').allTextContents()).toEqual(first)
  // A finger that lies on one lies on the same one.
  for (const [place, link] of links.entries()) {
    expect(await link.boundingBox()).toEqual(places[place])
    expect((await (await link.$('span:last-child'))?.textContent())?.length).toBeGreaterThan(10)
  }
  await see(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await see(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).nth(1).getAttribute('id')) ?? '',
  )
  expect(countRequests(visited, indexPath)).toBe(1)
  expect(countRequests(visited, suggestPath)).toBe(0)
})

test('A result that is pressed while the rest comes is opened', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('gaslighti')
  await options(page).first().locator('b').hover()
  await page.mouse.down()
  await comes(page, 'whole')
  await see(note(page)).not.toHaveText('Searching...')
  await page.mouse.up()
  await page.waitForURL('**/glossary/gaslighting')
})

test('Keys that are typed while the rest comes are answered from names and aliases', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('gasl')
  await see(options(page).locator('b').first()).toContainText('Gasl')
  await box(page).press('x')
  await see(options(page)).toHaveCount(0)
  await see(note(page)).toHaveText('Searching...')
  await see(box(page)).toHaveAttribute('aria-expanded', 'false')
  await box(page).fill('cult')
  await see(options(page).locator('b').first()).toHaveText('High-Control Group')
  await comes(page, 'whole')
  await see(note(page)).toHaveText(/results/)
  await see(options(page).locator('b').first()).toHaveText('High-Control Group')
})

test('Nothing is shown while an alias that belongs at the top may still come', async () => {
  const { page } = await visit('/resources', { before: until(',"aliases":') })
  await box(page).fill('cult')
  await page.waitForFunction(() => window.comes)
  await see(note(page)).toHaveText('Searching...')
  await see(options(page)).toHaveCount(0)
  await comes(page, 'whole')
  await see(options(page).locator('b').first()).toHaveText('High-Control Group')
})

test('A line that is cut leaves what has come, and the server is asked; who enters again has the whole', async () => {
  const visited = await visit('/resources', { before: afterNames })
  const { page, consoleErrors } = visited
  await box(page).fill('stonewall')
  await see(options(page).first()).toContainText('Stonewalling')
  await page.route(`**${suggestPath}?*`, (route) => route.abort())
  await comes(page, 'cut')
  await see(note(page)).toHaveText('Search temporarily unavailable')
  await see(note(page)).toBeVisible()
  await see(options(page).first()).toContainText('Stonewalling')
  await see(box(page)).toHaveAttribute('aria-expanded', 'true')
  expect(consoleErrors.join()).toContain('The index of the header search failed')
  await page.unroute(`**${suggestPath}?*`)
  await box(page).press('i')
  // What came before serves while it comes again.
  await see(options(page).first()).toContainText('Stonewalling')
  await comes(page, 'whole')
  await see(note(page)).toHaveText(/result/)
  await box(page).fill('cold shoulder')
  await see(options(page).first()).toContainText('also called cold shoulder')
  expect(countRequests(visited, indexPath)).toBe(2)
})

test('An index that breaks off is made good by the server', async () => {
  const { page } = await visit('/resources', { before: afterNames })
  await box(page).fill('rewrites history')
  await see(note(page)).toHaveText('Searching...')
  await comes(page, 'cut')
  await see(options(page).first()).toContainText('Gaslighting')
})

test('Who enters again while the index comes asks for it no second time; it is asked for when the box is touched', async () => {
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
  await see(options(page)).toHaveCount(5)
  expect(countRequests(visited, indexPath)).toBe(1)
})

test('A page that was left while the index came shows nothing of it when somebody comes back, and finds again', async () => {
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
  await see(note(page)).toHaveText(/result/)
  await see(options(page).first()).toContainText('Stonewalling')
})

test('A browser that cannot read an answer as it comes gets the whole', async () => {
  const { page } = await visit('/resources', {
    before: (page) =>
      page.addInitScript(() => Object.defineProperty(Response.prototype, 'body', { value: undefined })),
  })
  await box(page).fill('cold shoulder')
  await see(options(page).first()).toContainText('also called cold shoulder')
})
