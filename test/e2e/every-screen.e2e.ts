import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import {
  fieldsWithoutAutocomplete,
  overflowingElements,
  overflowsWithTextSpacing,
  smallTargets,
} from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { screens, withoutTour } from '../support/screens.ts'

const { visit } = journey()

/** Checks that Tab reaches Quick Hide first, then the skip link, which leads to the main content. */
async function expectWayIn(page: Page) {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Quick Hide/ })).toBeFocused()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /^Skip/ })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest('main')))).toBe(true)
}

/** One test makes all checks of a static screen, because opening it takes most of the time. */
describe.each(screens)('The screen %s', (path, expectedStatus) => {
  test('works by keyboard, fits every width, has no accessibility violations, and stores nothing', async () => {
    const demo = path.startsWith('/demo')
    const { page, status, consoleErrors } = await visit(path, demo ? { before: withoutTour } : {})
    expect(status).toBe(expectedStatus)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectWayIn(page)
    expect(await fieldsWithoutAutocomplete(page)).toEqual([])
    for (const width of [1440, 1280, 1024, 768, 640, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowingElements(page), `${width} px`).toEqual([])
      if (width <= 360)
        expect(await overflowsWithTextSpacing(page), `${width} px, with text spacing`).toEqual([])
      if (width === 1440 || width === 360) expect(await smallTargets(page), `${width} px`).toEqual([])
      // No color depends on the width, and nothing else on the theme.
      if (width !== 1280 && width !== 360) continue
      await page.emulateMedia({ colorScheme: width === 360 ? 'light' : 'dark' })
      await expectAccessible(page)
    }
    const local = demo ? ['unfogDemoTourDismissed'] : []
    expect(await whatIsKept(page)).toEqual({ cookies: [], local, session: [], databases: [], caches: [] })
    // The browser itself logs a 404, and the product logs its path (specification point 2).
    const expected = expectedStatus === 404 ? /status of 404|^404: no page at/ : /^$/
    expect(consoleErrors.filter((text) => !expected.test(text))).toEqual([])
  })
})

test.each(['/', '/glossary', '/glossary/gaslighting'])(
  'In a window of 1280 px at a zoom of 200 and 400 percent %s shows search results and Quick Hide, and does not overflow',
  async (path) => {
    const { page } = await visit(path)
    await page.getByRole('banner').getByRole('combobox').fill('gas')
    for (const size of [
      { width: 640, height: 400 },
      { width: 320, height: 256 },
    ]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('banner').getByRole('option').first()).toBeInViewport()
      await expect(page.getByRole('button', { name: /Quick Hide/ })).toBeInViewport({ ratio: 1 })
      expect(await overflowingElements(page)).toEqual([])
    }
  },
)

test.each(['/', '/glossary'])('A long term of the day does not overflow: %s', async (path) => {
  const { page } = await visit(path, { width: 320, height: 256 })
  await page.locator('.day h3 a').evaluate((name) => {
    name.textContent = 'Intergenerationalization'
  })
  expect(await overflowingElements(page)).toEqual([])
  expect(await overflowsWithTextSpacing(page)).toEqual([])
})

test('An unknown path shows the 404 page, and is logged to the console without its query', async () => {
  const { page, consoleErrors } = await visit('/no/such/page?name=secret')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect.poll(() => consoleErrors.join('\n')).toContain('404: no page at /no/such/page')
  expect(consoleErrors.filter((text) => text.startsWith('404:')).join()).not.toContain('?name=secret (')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('On a phone the glossary menus share one line, and the footer text takes at most two', async () => {
  const { page } = await visit('/glossary', { width: 360 })
  const tops = await page
    .locator('.select-button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops).toHaveLength(2)
  expect(tops[1]).toBe(tops[0])
  const lines = await page
    .locator('.site-footer .lede')
    .evaluate((words) => words.clientHeight / Number.parseFloat(getComputedStyle(words).lineHeight))
  expect(Math.round(lines)).toBeLessThanOrEqual(2)
})

test('Nothing is animated when the user prefers reduced motion', async () => {
  const { page } = await visit('/glossary', { reducedMotion: true, width: 360 })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  const moving = await page.evaluate(() => {
    const still = (durations: string) => durations.split(',').every((text) => Number.parseFloat(text) < 0.01)
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const style = getComputedStyle(element)
        return (
          style.scrollBehavior === 'smooth' ||
          !still(style.transitionDuration) ||
          !still(style.animationDuration)
        )
      })
      .map((element) => element.outerHTML.slice(0, 80))
  })
  expect(moving).toEqual([])
})

async function whatIsKept(page: Page) {
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }))
  return { cookies: await page.context().cookies(), ...kept }
}
