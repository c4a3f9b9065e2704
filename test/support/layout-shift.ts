import type { Page } from 'playwright'
import { expect } from 'vitest'
import { createGate } from './glossary-page.ts'

declare global {
  interface Window {
    /** Unexpected layout shifts: their score and elements. */
    shifts: { value: number; what: string[] }[]
  }
}

/** Delays files of a page until `release` and records layout shifts. The page's `load` event waits for them. */
export function delayFiles() {
  const { open: release, hold } = createGate()
  return {
    release,
    /** @param files as in Playwright's `route` @returns the visit's `before` */
    delay: (files: string) => async (page: Page) => {
      await page.route(files, hold)
      await page.addInitScript(() => {
        window.shifts = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node?: Element }[]
          })[]) {
            const what = entry.sources.map(({ node }) =>
              (node?.outerHTML ?? node?.nodeName ?? '').slice(0, 80),
            )
            window.shifts.push({ value: entry.value, what })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
    },
  }
}

/** Waits two frames and an idle period, so that all layout shifts have been observed. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => done()), 50)),
        ),
      ),
  )

/** Expects no layout shift on a page opened with `delayFiles`. */
export async function expectNoShift(page: Page): Promise<void> {
  await painted(page)
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, shift) => total + shift.value, 0)
  expect(sum, JSON.stringify(shifts, null, 2)).toBe(0)
}
