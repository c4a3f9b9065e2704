import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessibleLayout, overflowingElements, unmirroredElements } from './a11y-checks.ts'
import { expectAccessible } from './browser.ts'

/** React adds this property to every element it hydrates. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )

/** Expects every example of `/dev/components` to be accessible in both themes, mirrored and in forced colors. */
export async function expectExamplesAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/components')
  await hydrated(page)
  await page.locator('.toast').waitFor()
  expect(await page.locator('figure').count()).toBeGreaterThan(60)
  await expectAccessibleLayout(page)

  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await overflowingElements(page), `right to left, ${width} px`).toEqual([])
    expect(await unmirroredElements(page), `${width} px`).toEqual([])
  }

  for (const opener of await page.getByRole('button', { name: /^Open a/ }).all()) {
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    expect(await unmirroredElements(page), `${opener}`).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
  }

  await page.emulateMedia({ forcedColors: 'active' })
  expect(await withoutBorder(page), 'in forced colors, which draw no background').toEqual([])
}

const bordered = '.btn, .field, .text-area, .choice, .chip, .card, .toast, .switch, .settings-rows'

const withoutBorder = (page: Page) =>
  page.evaluate(
    (bordered) =>
      [...document.querySelectorAll(bordered)]
        .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0)
        .map((element) => element.outerHTML.slice(0, 120)),
    bordered,
  )

/** To look at: a comparison would differ between machines. */
export async function saveScreenshots(page: Page): Promise<void> {
  const folder = join('test-results', 'examples')
  await mkdir(folder, { recursive: true })
  await page.emulateMedia({ forcedColors: 'none' })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: join(folder, `${colorScheme}-${width}.png`), fullPage: true })
    }
}
