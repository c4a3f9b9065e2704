import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { budgets as floors, loadedScripts, sumOf } from '../test/support/baselines.ts'
import { freePort } from '../test/support/free-port.ts'
import { slowly, withFreshPage } from './browser.ts'
import { startCaddy } from './caddy.ts'
import { signUp, startServing } from './processes.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

const rounds = 5
const { demo } = floors
/** Milliseconds until the page responds to input, and until it is hydrated. */
const own = { ...floors.privateArea, usable: 2_000, taken: 3_000 }

const pages: { route: string; limit: { script: number; usable?: number; taken?: number } }[] = [
  { route: '/demo/home', limit: demo },
  { route: '/demo/connections', limit: demo },
  { route: '/dashboard', limit: own },
  { route: '/dashboard/connections', limit: own },
  { route: '/dashboard/connections/new', limit: own },
  { route: '/dashboard/settings', limit: own },
]

type Visit = { shown: number; usable: number; taken: number; script: number }

/**
 * Measures interactive pages with a cold cache over HTTP/2: script size, first paint, and when they respond.
 *
 * @param folder for the files of the product and the proxy
 */
export async function measureInteractive(browser: Browser, folder: string): Promise<Section> {
  const port = await freePort()
  const product = await startServing(await mkdtemp(join(folder, 'interactive-')), {
    ...{ TRUSTED_PROXIES: '1', PUBLIC_URL: `https://localhost:${port}` },
  })
  const proxy = await startCaddy(folder, port, product.address)
  try {
    return await measurePages(browser, proxy.address, await signUp(product.address, 'reader@example.org'))
  } finally {
    await proxy.stop()
    await product.stop()
  }
}

async function measurePages(browser: Browser, address: string, session: string): Promise<Section> {
  const rows: Row[] = []
  for (const { route, limit } of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, address, route, session))
    const middle = (of: keyof Visit) => median(visits.map((one) => one[of]))
    const noise = (of: keyof Visit) => noiseOf(visits.map((one) => one[of]))
    const kilobytes = middle('script') / 1000
    rows.push(
      {
        measure: `${route}, script`,
        ours: figure(kilobytes, 'kB'),
        ...atMost(kilobytes, limit.script / 1000, ' kB'),
      },
      { measure: `${route}, first paint`, ours: figure(middle('shown'), 'ms') },
      {
        measure: `${route}, usable`,
        ours: figure(middle('usable'), 'ms'),
        ...(limit.usable && atMost(middle('usable'), limit.usable, ' ms', noise('usable'))),
      },
      {
        measure: `${route}, React has taken over`,
        ours: figure(middle('taken'), 'ms'),
        ...(limit.taken && atMost(middle('taken'), limit.taken, ' ms', noise('taken'))),
      },
    )
  }
  const signedIn: number[] = []
  for (let round = 0; round < rounds; round++)
    signedIn.push((await visit(browser, address, '/dashboard', session, typeAtSignIn)).taken)
  rows.push({
    measure: '/dashboard, React has taken over for who has typed at the sign-in',
    ours: figure(median(signedIn), 'ms'),
    ...atMost(median(signedIn), own.usable, ' ms', noiseOf(signedIn)),
  })
  return {
    title: 'Interactive pages',
    note: `${slowly}, behind Caddy with HTTP/2; medians of ${rounds}. Usable: it is painted and our elements listen, so that links, forms, menus and Quick Hide answer, and what is typed is kept for React (test/e2e/early-input.e2e.ts).`,
    rows,
  }
}

/** Typing prefetches the dashboard (identity/sessions/prefetch-on-input.client.ts). */
async function typeAtSignIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/auth-test`)
  await page.locator('main input[name=email]').fill('reader@example.org')
  await page.waitForLoadState('networkidle')
}

/**
 * @param session the session cookie, `name=value`
 * @param before runs with an empty cache, before the cookie is set
 */
function visit(
  browser: Browser,
  address: string,
  route: string,
  session: string,
  before: typeof typeAtSignIn = async () => {},
): Promise<Visit> {
  return withFreshPage(browser, true, async (page) => {
    await before(page, address)
    const [name = '', ...value] = session.split('=')
    await page
      .context()
      .addCookies([
        { name, value: value.join('='), domain: new URL(address).hostname, path: '/', secure: true },
      ])
    await page.addInitScript(() => {
      const mark = (name: string, is: () => boolean) => {
        const look = () => (is() ? performance.mark(name) : requestAnimationFrame(look))
        look()
      }
      // The last custom element that every page defines.
      const listen = () => customElements.get('theme-switch') !== undefined
      mark('usable', () => listen() && performance.getEntriesByName('first-contentful-paint').length > 0)
      mark('taken', () => {
        // React sets this on hydrated elements.
        const main = document.querySelector('main')
        return Object.keys(main ?? {}).some((key) => key.startsWith('__reactFiber'))
      })
    })
    await page.goto(address + route, { waitUntil: 'networkidle' })
    if (new URL(page.url()).pathname !== route) throw new Error(`${route} led to ${page.url()}.`)
    await page.waitForFunction(() => performance.getEntriesByName('taken').length > 0)
    const at = (name: string) =>
      page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN, name)
    const script = sumOf(await loadedScripts(page))
    return {
      shown: await at('first-contentful-paint'),
      usable: await at('usable'),
      taken: await at('taken'),
      script,
    }
  })
}
