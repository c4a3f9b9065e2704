import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { overflowingElements } from '../support/a11y-checks.ts'
import type { BrowserOptions } from '../support/browser.ts'
import { journey, see } from '../support/journey.ts'

/** Somebody who has set the letters of their browser to twice the usual size. */
const browser: BrowserOptions = {
  args: ['--renderer-process-limit=1', '--blink-settings=defaultFontSize=32'],
}
const { visit } = journey()

/** What stands over the demo until it is put away. */
const withoutMessages = (page: Page) =>
  page.addInitScript(() => {
    localStorage.unfogDemoTourDismissed = 'true'
    localStorage.unfogMobileDemoMessageDismissed = 'true'
  })

describe('On a telephone with letters twice as large', () => {
  test.each(['/', '/glossary', '/glossary/gaslighting', '/contact', '/demo/home', '/demo/settings'])(
    'nothing is wider than the screen, and the menu is not below Quick Hide: %s',
    async (path) => {
      const { page } = await visit(path, { width: 360, browser, before: withoutMessages })
      expect(await overflowingElements(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await see(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    },
  )

  test('what the header search finds lies below its box, and its names are not broken letter by letter', async () => {
    const { page } = await visit('/resources', { width: 360, browser, before: withoutMessages })
    const box = page.getByRole('banner').getByRole('combobox')
    await box.fill('abuse')
    const found = page.getByRole('banner').getByRole('option').first()
    await see(found).toBeVisible()
    const edges = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 }
    const [above, below] = [await edges(box), await edges(found)]
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
    const name = await edges(found.getByText('Abuse', { exact: true }))
    const line = await edges(found.getByText('Clinical'))
    expect(name.height).toBeLessThan(2 * line.height)
  })
})
