import type { Page } from 'playwright'

/** Page budgets in compressed bytes: whole static pages with response headers, and scripts of interactive ones. */
export const budgets = {
  plain: { bytes: 40_000, requests: 5, script: 8_000 },
  demo: { script: 115_000 },
  privateArea: { script: 190_000 },
}

/** The loaded scripts, without response headers. */
export const loadedScripts = (page: Page): Promise<{ name: string; bytes: number }[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  )

export const sumOf = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
