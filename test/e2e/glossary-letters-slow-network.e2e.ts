import type { Page } from 'playwright'
import { test } from 'vitest'
import { expect, journey } from '../support/journey.ts'
import { slow4g } from '../support/throttling.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const { visit } = journey()

const term = '/glossary/gaslighting'
const ours = ['Atkinson Hyperlegible Next', 'Literata']

test('The first page on a slow network uses system fonts, and loads web fonts for the next page', async () => {
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
  // The fonts load only after the page, so that its text comes first.
  const times = await page.evaluate(() => {
    const [whole] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const begun = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
    return { loaded: whole?.loadEventStart ?? 0, begun: begun.map(({ startTime }) => startTime) }
  })
  expect(Math.min(...times.begun)).toBeGreaterThanOrEqual(times.loaded)
  expect(await lettersOf(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(ours.join('|'))]))

  await page.locator('main a[href^="/glossary/"]').first().click()
  await page.waitForURL((url) => url.pathname !== term)
  await expect.poll(() => lettersOf(page)).toEqual(ours)
})

test('A browser that saves data uses system fonts', async () => {
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

test('A signed-in user gets web fonts even on a slow network', async () => {
  const { page } = await visit(term, {
    before: async (page) => {
      // Set by a script: over http the protocol rejects a __Host- cookie, and a page on localhost accepts it.
      await page.addInitScript(`document.cookie = '__Host-signed-in=1; Path=/; Secure'`)
      await slow4g(page)
    },
  })
  expect(await page.locator('html').getAttribute('data-signed-in')).toBe('')
  expect(await page.locator('html').getAttribute('data-fonts')).toBeNull()
})

test('A browser without measurements of its network yet is not treated as slow', async () => {
  const { page } = await visit(term, { before: (page) => of(page, { rtt: 100, downlink: 1.55 }) })
  expect(await page.locator('html').getAttribute('data-fonts')).toBeNull()
  // Whether the fonts load in time depends on the network.
  const named = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(named).toMatch(/^"?Literata/)
})

test('Web fonts are requested without JavaScript', async () => {
  const { requests } = await visit(term, { javaScript: false })
  await expect.poll(() => requests.filter((request) => request.resourceType() === 'font').length).toBe(2)
})

/** Sets what the page reads about its network (Network Information API). */
const of = (page: Page, line: object) =>
  page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), line)

/** The web fonts that the browser really uses for the heading and the text of the page. */
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
