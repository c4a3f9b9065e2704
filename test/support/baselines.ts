import type { Page } from 'playwright'

/**
 * What a page may weigh (design, "Floors"), compressed, in bytes: one that is not interactive with the heads of all answers; of the
 * others their scripts.
 */
export const budgets = {
  plain: { bytes: 40_000, requests: 5, script: 8_000 },
  demo: { script: 115_000 },
  privateArea: { script: 190_000 },
}

/** The scripts that a page has asked for, without the heads of their answers. */
export const loadedScripts = (page: Page): Promise<{ name: string; bytes: number }[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  )

export const sumOf = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
