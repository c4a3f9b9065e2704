import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '../test/support/chromium.ts'

/**
 * Lighthouse's slow phone and network (`mobileSlow4G` in its `core/config/constants.js`). DevTools add 562 ms to each request instead of
 * 150 ms per round trip, because they don't simulate connection setup (decision 026).
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

/** Without "Headless", so that the product does not treat us as a bot. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export function launch(): Promise<Browser> {
  const executablePath = findChromium(true)
  return chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) })
}

/** Runs the work with a new page and DevTools session. */
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
    // Our proxy has a self-signed certificate.
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
        // Lighthouse's kilobit is 1,024 bits.
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
