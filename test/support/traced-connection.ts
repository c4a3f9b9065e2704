import type { Page } from 'playwright'
import { expect } from 'vitest'

export type Loaded = { url: string; type: string; bytes: number; fromCache: boolean }

const idleMs = 500

/**
 * Traces a page's network: encoded bodies and headers, as in DevTools. Replaces Playwright's `networkidle`, which sometimes never fired
 * and did not say why.
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
    /** Finished requests, in order. */
    loaded,

    /** Call before opening the page. */
    async listen(page: Page) {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Page.enable')
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, request: { url } }) => {
        if (url.startsWith('http')) pending.set(requestId, { url, loaderId })
      })
      // Chromium does not always report requests that ended with their page.
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

    /** Waits for half a second without traffic. Fails with the pending URLs. */
    async waitForIdle() {
      last = Date.now()
      const missing = () =>
        Date.now() - last > idleMs ? [...pending.values()].map(({ url }) => url) : ['traffic just now']
      await expect.poll(missing).toEqual([])
    },
  }
}
