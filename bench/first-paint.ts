import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { slowly, withFreshPage } from './browser.ts'
import { atMost, figure, median, noiseOf, type Row, type Section, times } from './table.ts'

const rounds = 7
/** For pages with `briefly`. */
const fewRounds = 3
/** Ratios to the plain file for paints; absolute for layout shift and blocking time. */
const budget = { lcp: 1.25, fcp: 1.25, cls: 0, tbt: 0 }
/** Milliseconds (W3C, "Long Tasks"). */
const longest = 50

/** Every kind of static page, with the name of its plain file. */
const pages: { route: string; name: string; briefly?: boolean }[] = [
  { route: '/glossary/gaslighting', name: 'term' },
  { route: '/', name: 'home' },
  { route: '/glossary', name: 'list' },
  { route: '/no-such-page', name: 'missing' },
  ...['mission', 'resources', 'contact', 'disclaimers', 'terms', 'privacy', 'staying-safe', 'auth-test'].map(
    (name) => ({ route: `/${name}`, name, briefly: true }),
  ),
  { route: '/auth-test?mode=sign-up', name: 'sign-up', briefly: true },
  { route: '/glossary?search=they%20rewrite%20history', name: 'search', briefly: true },
]

/** `tbt` is Lighthouse's Total Blocking Time. */
type Paint = { lcp: number; fcp: number; cls: number; tbt: number }

/**
 * Compares paints, blocking time and layout shift of each page with a plain HTML file of its text. Coming from another site, both start
 * a new process. From an empty tab the plain file reuses its process, while ours starts one (`Cross-Origin-Opener-Policy`); that is
 * reported too (docs/decisions/032).
 *
 * @param plain origin of the hello-world
 * @param folder whose files it serves
 */
export async function measurePaint(
  browser: Browser,
  product: string,
  plain: string,
  folder: string,
): Promise<Section> {
  const elsewhere = plain.replace('localhost', '127.0.0.1')
  const rows: Row[] = []
  for (const { route, name, briefly } of pages) {
    await writeFile(join(folder, `${name}.html`), await plainTextOf(browser, product + route))
    const urls = [product + route, `${plain}/plain/${name}`] as const
    const [ours, beside]: [Paint[], Paint[]] = [[], []]
    const [oursInEmptyTab, besideInEmptyTab]: [Paint[], Paint[]] = [[], []]
    for (let round = 0; round < (briefly ? fewRounds : rounds); round++) {
      ours.push(await paintOf(browser, urls[0], elsewhere))
      beside.push(await paintOf(browser, urls[1], elsewhere))
      if (briefly) continue
      oursInEmptyTab.push(await paintOf(browser, urls[0]))
      besideInEmptyTab.push(await paintOf(browser, urls[1]))
    }
    const emptyTab = comparedRow(`${route}, LCP, in an empty tab`, 'lcp', oursInEmptyTab, besideInEmptyTab)
    rows.push(
      ...(briefly ? [] : [budgetRow(`${route}, FCP`, 'fcp', ours, beside)]),
      budgetRow(`${route}, LCP`, 'lcp', ours, beside),
      ...(briefly ? [] : [emptyTab.row]),
      blockedRow(route, ours, beside),
      shiftRow(route, [...ours, ...oursInEmptyTab], [...beside, ...besideInEmptyTab]),
    )
  }
  return {
    title: 'Paint',
    note: `${slowly}; medians of ${rounds}, from /mission on of ${fewRounds}. The plain file holds the same text, compressed, with no style, script or font.`,
    beside: 'plain file',
    rows,
  }
}

const middle = (all: Paint[], of: keyof Paint) => median(all.map((paint) => paint[of]))

function budgetRow(measure: string, of: 'lcp' | 'fcp', ours: Paint[], beside: Paint[]): Row {
  const { row, ratio, noise } = comparedRow(measure, of, ours, beside)
  return { ...row, ...atMost(ratio, budget[of], 'x', noise) }
}

function comparedRow(measure: string, of: 'lcp' | 'fcp', ours: Paint[], beside: Paint[]) {
  const ratio = middle(ours, of) / middle(beside, of)
  const row: Row = {
    measure,
    ours: figure(middle(ours, of), 'ms'),
    beside: figure(middle(beside, of), 'ms'),
    ratio: times(ratio),
  }
  const noise = noiseOf(ours.map((paint, round) => paint[of] / (beside[round]?.[of] ?? Number.NaN)))
  return { row, ratio, noise }
}

function blockedRow(route: string, ours: Paint[], beside: Paint[]): Row {
  return {
    measure: `${route}, TBT`,
    ours: figure(middle(ours, 'tbt'), 'ms'),
    beside: figure(middle(beside, 'tbt'), 'ms'),
    ...atMost(middle(ours, 'tbt'), budget.tbt, ' ms', noiseOf(ours.map(({ tbt }) => tbt))),
  }
}

function shiftRow(route: string, ours: Paint[], beside: Paint[]): Row {
  const worst = Math.max(...ours.map(({ cls }) => cls))
  return {
    measure: `${route}, CLS (worst)`,
    ours: worst.toFixed(4),
    beside: Math.max(...beside.map(({ cls }) => cls)).toFixed(4),
    ...atMost(worst, budget.cls, ''),
  }
}

/** @param from the previous page, by default an empty tab */
function paintOf(browser: Browser, url: string, from?: string): Promise<Paint> {
  return withFreshPage(browser, true, async (page) => {
    if (from) await page.goto(from, { waitUntil: 'load' })
    await page.goto(url, { waitUntil: 'load' })
    await page.evaluate(() => document.fonts.ready)
    // Waits for late shifts and paints.
    await sleep(600)
    return page.evaluate(async (longest) => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
          observer.observe({ type, buffered: true })
          setTimeout(() => resolve([]), 300)
        })
      const [paints, largest, shifts, tasks] = await Promise.all(
        ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(entries),
      )
      const first = paints?.find((entry) => entry.name === 'first-contentful-paint')
      const last = largest?.at(-1)
      if (!first || !last) throw new Error(`${location.pathname} painted nothing.`)
      const cls = (shifts ?? []).reduce(
        (sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value,
        0,
      )
      const tbt = (tasks ?? []).reduce((sum, { startTime, duration }) => {
        const blocked = startTime + duration - longest - Math.max(startTime, first.startTime)
        return sum + Math.max(0, blocked)
      }, 0)
      return { fcp: first.startTime, lcp: last.startTime, cls, tbt }
    }, longest)
  })
}

/** The page's visible text as a plain HTML file. */
function plainTextOf(browser: Browser, url: string): Promise<string> {
  return withFreshPage(browser, false, async (page) => {
    await page.goto(url)
    const seen = (selector: string) =>
      // biome-ignore lint/performance/useDomNodeTextContent: only visible lines matter
      page.locator(selector).first().innerText()
    const heading = await seen('h1')
    const lines = (await seen('body')).split('\n').filter((line) => line.trim() !== '')
    const escaped = (text: string) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))
    const body = lines.map((line) =>
      line === heading ? `<h1>${escaped(line)}</h1>` : `<p>${escaped(line)}</p>`,
    )
    const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    return `<!doctype html><html lang="en">${head}<title>${escaped(heading)}</title>\n${body.join('\n')}\n</html>\n`
  })
}
