import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '../test/support/chromium.ts'

/**
 * A fast phone of some years ago on a bad line, as Lighthouse sets it in a browser ("Slow 4G": `mobileSlow4G` in its `core/config/constants.js`). What DevTools add to each request is
 * 562 ms and not the 150 of a round trip: they know nothing of the round trips that open a connection (decision 026).
 */
const line = {
  cpuSlowdownMultiplier: 4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
}
export const slowly =
  `A phone of 412x823 points, processor slowed ${line.cpuSlowdownMultiplier} times, on the slow 4G of Lighthouse and DevTools ` +
  `(${Math.round(line.downloadThroughputKbps)} kbit/s down, ${line.uploadThroughputKbps} up, ${line.requestLatencyMs} ms a request), cold cache`

/** Without "Headless": the product must not take us for a robot, which may get another page. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export function launch(): Promise<Browser> {
  const executablePath = findChromium(true)
  return chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) })
}

/** Gives the work a page that has never been anywhere, with DevTools beside it, and closes it afterwards. */
export async function withFreshPage<T>(
  browser: Browser,
  throttled: boolean,
  work: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    userAgent,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    // A proxy of ours signs its certificate itself.
    ignoreHTTPSErrors: true,
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (throttled) {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.requestLatencyMs,
        // A kilobit is 1,024 bits there.
        downloadThroughput: (line.downloadThroughputKbps * 1024) / 8,
        uploadThroughput: (line.uploadThroughputKbps * 1024) / 8,
      })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.cpuSlowdownMultiplier })
    }
    return await work(page, devtools)
  } finally {
    await context.close()
  }
}
