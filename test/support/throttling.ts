import type { Page } from 'playwright'

/** Every answer to a page takes a minute from now on. @returns mends the line */
export const stall = (page: Page) => throttle(page, { latency: 60_000 })

/** What comes to a page comes bit by bit from now on. @returns mends the line */
export const limitBandwidth = (page: Page) => throttle(page, { downloadThroughput: 20_000 })

/** A line as bad as Lighthouse's slow 4G, which browsers take for one of 562 ms a round trip and less than 2 Mbit/s. @returns mends the line */
export const slow4g = (page: Page) => throttle(page, { latency: 562, downloadThroughput: 184_000 })

/** @param conditions milliseconds, and bytes a second */
async function throttle(page: Page, conditions: { latency?: number; downloadThroughput?: number }) {
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  const set = (conditions: object) =>
    session.send('Network.emulateNetworkConditions', { ...line, ...conditions })
  await session.send('Network.enable')
  await set(conditions)
  return () => set({})
}

/** How a page looks: while it is on its way to another, Chromium says nothing else of it. */
export async function screenshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  return data
}
