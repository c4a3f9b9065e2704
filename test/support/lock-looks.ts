import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { overflowingElements, smallTargets } from './a11y-checks.ts'
import { expectAccessible } from './browser.ts'

/** A phone, a tablet, and 400% zoom of 1280 pixels. */
const sizes = [
  [360, 740],
  [1024, 768],
  [320, 256],
] as const

/** Expects a step to be accessible and to fit, at each size and in both themes; saves pictures to look at. */
export async function lookAtStep(page: Page, name: string): Promise<void> {
  const folder = join('test-results', 'lock')
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      if (width === 360) await expectAccessible(page)
    }
    expect(await overflowingElements(page), `${name}, ${width} px`).toEqual([])
    expect(await smallTargets(page), `${name}, ${width} px`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}
