import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journey, see } from '../support/journey.ts'
import { slow4g } from '../support/throttling.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const { visit } = journey()

const term = '/glossary/gaslighting'
const ours = ['Atkinson Hyperlegible Next', 'Literata']

test('A first page on a slow line does not look for letters that cannot be there, and has them fetched for the next one', async () => {
  const line = traceNetwork()
  const { page, requests } = await visit(term, {
    before: async (page) => {
      await line.listen(page)
      await slow4g(page)
    },
  })
  await line.waitForIdle()
  const fonts = requests.filter((request) => request.resourceType() === 'font')
  expect(fonts).toHaveLength(2)
  // When the page is done, and not before: until then the line is the text's.
  const times = await page.evaluate(() => {
    const [whole] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const begun = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
    return { loaded: whole?.loadEventStart ?? 0, begun: begun.map(({ startTime }) => startTime) }
  })
  expect(Math.min(...times.begun)).toBeGreaterThanOrEqual(times.loaded)
  expect(await lettersOf(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(ours.join('|'))]))

  await page.locator('main a[href^="/glossary/"]').first().click()
  await page.waitForURL((url) => url.pathname !== term)
  await see.poll(() => lettersOf(page)).toEqual(ours)
})

test('Who saves data gets the letters of the device', async () => {
  const line = traceNetwork()
  const { page, requests } = await visit(term, {
    before: async (page) => {
      await line.listen(page)
      await of(page, { saveData: true })
    },
  })
  await line.waitForIdle()
  expect(requests.filter((request) => request.resourceType() === 'font')).toEqual([])
  expect(await lettersOf(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(ours.join('|'))]))
})

test('Who is signed in has them already, wherever they come from', async () => {
  const { page } = await visit(term, {
    before: async (page) => {
      // A protocol call takes no __Host- cookie on http; a page does, as browsers take this machine for safe.
      await page.addInitScript(`document.cookie = '__Host-signed-in=1; Path=/; Secure'`)
      await slow4g(page)
    },
  })
  expect(await page.locator('html').getAttribute('data-signed-in')).toBe('')
  expect(await page.locator('html').getAttribute('data-fonts')).toBeNull()
})

test('A browser that knows nothing of its line yet is not taken for a slow one', async () => {
  const { page } = await visit(term, { before: (page) => of(page, { rtt: 100, downlink: 1.55 }) })
  expect(await page.locator('html').getAttribute('data-fonts')).toBeNull()
  // Whether they are there in time is the line's.
  const named = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(named).toMatch(/^"?Literata/)
})

test('Without scripts, on whatever line, they are asked for by the text', async () => {
  const { requests } = await visit(term, { javaScript: false })
  await see.poll(() => requests.filter((request) => request.resourceType() === 'font').length).toBe(2)
})

/** The page hears this of its line (Network Information API). */
const of = (page: Page, line: object) =>
  page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), line)

/** The families in which the page's heading and its text are drawn, told by the browser itself; ours have files of their own. */
async function lettersOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const found = ['h1', 'main p:not(.lede)'].map(async (selector) => {
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName)
    })
    return [...new Set((await Promise.all(found)).flat())].sort()
  } finally {
    await session.detach()
  }
}
