import type { Browser, Page } from 'playwright'
import { slowly, withFreshPage } from './browser.ts'
import { atMost, figure, median, noiseOf, percentile, type Row, type Section } from './table.ts'

const rounds = 9
/** Milliseconds, on a desktop. */
const limit = 150

/** Measures navigation to the next term: from the click after a hover to the LCP. */
export async function measureNextTerm(browser: Browser, address: string): Promise<Section> {
  const url = `${address}/glossary/gaslighting`
  const onDesktop: number[] = []
  const onPhone: number[] = []
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++) {
    const desktop = await nextOnDesktop(browser, url)
    const phone = await withFreshPage(browser, true, (page) => next(page, url))
    if (round < 0) continue
    onDesktop.push(desktop)
    onPhone.push(phone)
  }
  const row = (measure: string, all: number[]): Row => ({
    measure,
    ours: `${figure(median(all), 'ms')} (${figure(percentile(all, 90), 'ms')})`,
  })
  return {
    title: 'From a term to the next',
    note: `From the click to the largest text of the next page, nothing fetched ahead; medians of ${rounds} with their p90. The desktop's processor and line are as they are. The phone, whose cache is cold before the first term, has only what came with that: ${slowly}.`,
    rows: [
      { ...row('on a desktop', onDesktop), ...atMost(median(onDesktop), limit, ' ms', noiseOf(onDesktop)) },
      row('on the phone', onPhone),
    ],
  }
}

async function nextOnDesktop(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    return await next(await context.newPage(), url)
  } finally {
    await context.close()
  }
}

async function next(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const link = page.locator('a[rel=next]')
  await link.scrollIntoViewIfNeeded()
  await link.hover()
  // A typical pause before the click.
  await page.waitForTimeout(200)
  await link.evaluate((element) =>
    element.addEventListener('click', ({ timeStamp }) => {
      window.name = String(performance.timeOrigin + timeStamp)
    }),
  )
  await Promise.all([page.waitForURL((to) => to.href !== url), link.click({ noWaitAfter: true })])
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  // Waits for late paints.
  await page.waitForTimeout(600)
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1)?.startTime ?? Number.NaN
          resolve(performance.timeOrigin + largest - Number(window.name))
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => reject(new Error(`${location.pathname} painted nothing.`)), 5_000)
      }),
  )
}
