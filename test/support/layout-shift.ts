import type { Page } from 'playwright'
import { expect } from 'vitest'
import { createGate } from './glossary-page.ts'

declare global {
  interface Window {
    /** What moved without the reader's doing: how much, and what. */
    shifts: { value: number; what: string[] }[]
  }
}

/** Keeps files of a page until they are let come, and notes what of the page moves. A page is not loaded without them. */
export function delayFiles() {
  const { open: release, hold } = createGate()
  return {
    come: release,
    /** @param files what is kept, as Playwright's `route` has it @returns what a visit does before its first address */
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

/** Two frames and the idle time after them: what was to move has moved and has been observed. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => done()), 50)),
        ),
      ),
  )

/** Fails with what has moved on a page, whose visit kept something by `comesLate`. */
export async function expectNoShift(page: Page): Promise<void> {
  await painted(page)
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, shift) => total + shift.value, 0)
  expect(sum, JSON.stringify(shifts, null, 2)).toBe(0)
}
