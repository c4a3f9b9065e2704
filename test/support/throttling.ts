import type { Page } from 'playwright'

/** Delays every response by a minute. @returns a function that restores the network */
export const stall = (page: Page) => throttle(page, { latency: 60_000 })

/** Limits the download to 20 kB/s. @returns a function that restores the network */
export const limitBandwidth = (page: Page) => throttle(page, { downloadThroughput: 20_000 })

/** Lighthouse's slow 4G. @returns a function that restores the network */
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

/** A screenshot through DevTools, which works during navigation. */
export async function screenshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  return data
}
