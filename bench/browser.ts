import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '../test/support/chromium.ts'

/** A fast phone of some years ago on a bad line: the figures of Lighthouse's "Slow 4G" with request latency. */
export const slow = { cpu: 4, down: 1.6, up: 0.75, latency: 150 }
export const slowly =
  `A phone of 412x823 points, processor slowed ${slow.cpu} times, ${slow.down} Mbit/s down, ` +
  `${slow.up * 1000} kbit/s up, ${slow.latency} ms latency, cold cache`

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
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (throttled) {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latency,
        downloadThroughput: (slow.down * 1e6) / 8,
        uploadThroughput: (slow.up * 1e6) / 8,
      })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    }
    return await work(page, devtools)
  } finally {
    await context.close()
  }
}
