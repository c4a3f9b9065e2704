import type { Locator, Page } from 'playwright'
import { describe, test } from 'vitest'
import { overflowingElements } from '../support/a11y-checks.ts'
import type { BrowserOptions } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'

/** A browser with twice the default font size. */
const browser: BrowserOptions = {
  args: ['--renderer-process-limit=1', '--blink-settings=defaultFontSize=32'],
}
const { visit } = journey()

/** Dismisses the messages that cover the demo. */
const withoutMessages = (page: Page) =>
  page.addInitScript(() => {
    localStorage.unfogDemoTourDismissed = 'true'
    localStorage.unfogMobileDemoMessageDismissed = 'true'
  })

describe('On a phone with a font size of 200%', () => {
  test.each(['/', '/glossary', '/glossary/gaslighting', '/contact', '/demo/home', '/demo/settings'])(
    'nothing is wider than the screen, and Quick Hide does not cover the menu: %s',
    async (path) => {
      const { page } = await visit(path, { width: 360, browser, before: withoutMessages })
      expect(await overflowingElements(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    },
  )

  test('the results of the header search are below its box, and their names are not broken into letters', async () => {
    const { page } = await visit('/resources', { width: 360, browser, before: withoutMessages })
    const box = page.getByRole('banner').getByRole('combobox')
    await box.fill('abuse')
    const found = page.getByRole('banner').getByRole('option').first()
    await expect(found).toBeVisible()
    const edges = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 }
    const [above, below] = [await edges(box), await edges(found)]
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
    const name = await edges(found.getByText('Abuse', { exact: true }))
    const line = await edges(found.getByText('Clinical'))
    expect(name.height).toBeLessThan(2 * line.height)
  })
})
