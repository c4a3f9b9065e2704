import type { Browser } from 'playwright'
import { budgets as floors } from '../test/support/baselines.ts'
import { withFreshPage } from './browser.ts'
import type { Row, Section } from './table.ts'

const limit = floors.plain
const routes = ['/', '/glossary', '/glossary/gaslighting', '/no-such-page']

type Sent = { url: string; kind: string; bytes: number }

/** Measures the transferred bytes of each page with a cold cache. */
export async function measureWeight(browser: Browser, address: string): Promise<Section> {
  const rows: Row[] = []
  for (const route of routes) rows.push(rowOf(route, await load(browser, address + route)))
  return {
    title: 'Weight',
    note: 'Bytes as sent (compressed, with the headers of the answers), cold cache, in kB of 1000 bytes, until the network is still. Pictures stand beside the budget: the text does not wait for them.',
    rows,
  }
}

function rowOf(route: string, sent: Sent[]): Row {
  const sum = (kind?: string) =>
    sent
      .filter((one) => (kind === undefined ? one.kind !== 'image' : one.kind === kind))
      .reduce((total, { bytes }) => total + bytes, 0)
  const requests = sent.filter(({ kind }) => kind !== 'image').length
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  const parts = ['document', 'script', 'stylesheet', 'font', 'image', 'other']
    .filter((kind) => sum(kind) > 0)
    .map((kind) => `${kind} ${kilobytes(sum(kind))}`)
  return {
    measure: route,
    ours: `${kilobytes(sum())} kB in ${requests} requests: ${parts.join(', ')}`,
    budget: `${limit.bytes / 1000} kB, ${limit.requests} requests, ${limit.script / 1000} kB of script`,
    passed: sum() <= limit.bytes && requests <= limit.requests && sum('script') <= limit.script,
  }
}

function load(browser: Browser, url: string): Promise<Sent[]> {
  return withFreshPage(browser, false, async (page, devtools) => {
    const sent = new Map<string, Sent>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      const kind = (type ?? 'other').toLowerCase()
      sent.set(requestId, { url: request.url, kind: kinds.includes(kind) ? kind : 'other', bytes: 0 })
    })
    const missing: string[] = []
    devtools.on('Network.responseReceived', ({ type, response }) => {
      if (type !== 'Document' && response.status >= 400) missing.push(new URL(response.url).pathname)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = sent.get(requestId)
      if (one) one.bytes = encodedDataLength
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    if (missing.length > 0) throw new Error(`${url} asks for what is not there: ${missing.join(', ')}.`)
    // The icon is a data URL.
    return [...sent.values()].filter(({ url }) => !url.startsWith('data:'))
  })
}

const kinds = ['document', 'script', 'stylesheet', 'font', 'image']
