import type { Page } from 'playwright'

/** Every answer to a page takes a minute from now on. @returns mends the line */
export async function hang(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const delay = (latency: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await session.send('Network.enable')
  await delay(60_000)
  return () => delay(0)
}

/** How a page looks: while it is on its way to another, Chromium says nothing else of it. */
export async function picture(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  return data
}
