import type { Page } from 'playwright'
import { expect } from 'vitest'

export type Loaded = { url: string; type: string; bytes: number; fromCache: boolean }

/** How long nothing may have begun or ended for a line to be quiet, in milliseconds. */
const idleMs = 500

/**
 * Everything that comes over the line of a page, as the developer tools weigh it: encoded bodies and the heads before them. It
 * stands in place of Playwright's `networkidle`, which failed to come now and then, and could not say what it waited for.
 */
export function traceNetwork() {
  const loaded: Loaded[] = []
  const pending = new Map<string, { url: string; loaderId: string }>()
  const responses = new Map<string, Loaded>()
  let last = Date.now()
  const end = (requestId: string) => {
    pending.delete(requestId)
    last = Date.now()
  }
  return {
    /** What has come whole, in order. */
    loaded,

    /** Follows the page from now on: before its first address. */
    async listen(page: Page) {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Page.enable')
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, request: { url } }) => {
        if (url.startsWith('http')) pending.set(requestId, { url, loaderId })
      })
      // Chromium does not always say that what a page was still fetching ended with the page.
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId) return
        for (const [requestId, { loaderId }] of pending)
          if (loaderId !== frame.loaderId) pending.delete(requestId)
      })
      session.on('Network.responseReceived', ({ requestId, response, type }) => {
        responses.set(requestId, {
          url: response.url,
          type,
          bytes: 0,
          fromCache: Boolean(response.fromDiskCache || response.fromPrefetchCache),
        })
      })
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        end(requestId)
        const one = responses.get(requestId)
        if (one) loaded.push({ ...one, bytes: encodedDataLength })
      })
      session.on('Network.loadingFailed', ({ requestId }) => end(requestId))
    },

    /** Until half a second from now, or more, has passed without anything; it fails with what has not come. */
    async waitForIdle() {
      last = Date.now()
      const missing = () =>
        Date.now() - last > idleMs ? [...pending.values()].map(({ url }) => url) : ['what comes just now']
      await expect.poll(missing).toEqual([])
    },
  }
}
