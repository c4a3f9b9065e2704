import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { expect as waitingExpect } from 'playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import {
  type BrowserOptions,
  launchedBrowsers,
  newPage,
  type PageOptions,
  type WatchedPage,
} from './browser.ts'
import { newDataFolder } from './data-folder.ts'
import { type Product, startProduct } from './product.ts'
import { type RecipeSite, startRecipeSite } from './recipe-site.ts'

/** Playwright's own `expect`: it waits until what a person should see is there. */
export const see = waitingExpect.configure({ timeout: 15_000 })

/** Every route of the product so far, an address that does not exist among them. */
export const routes = [
  '/',
  '/glossary',
  '/glossary/gaslighting',
  '/glossary/no-such-term',
  '/contact',
  '/resources',
  '/staying-safe',
  '/licenses',
  '/source',
  '/auth-test',
  '/dashboard',
  '/demo/home',
  '/no-such-page',
]

export type QuickHideVisit = PageOptions & {
  /** What has to stand before the page is opened: routes, scripts. */
  before?: (page: Page) => Promise<unknown>
  /** Another browser than the one without windows. */
  browser?: BrowserOptions
}

export const quickHideButton = (page: Page) => page.locator('quick-hide:not(.quick-hide-in-dialog) button')

/**
 * A product of its own, since the one the journeys share leads to a real website, with a destination on this machine. Each
 * `visit` is a new visitor, ended after its test, who was asked no question on the way and met no exception of ours.
 */
export function quickHideSite() {
  const browsers = launchedBrowsers()
  let product: Product
  let site: RecipeSite
  let folder: string
  const visits: (WatchedPage & { dialogs: string[] })[] = []

  beforeAll(async () => {
    site = await startRecipeSite()
    folder = await newDataFolder()
    const env = {
      DATA_DIR: folder,
      PORT: '0',
      QUICK_HIDE_URL: site.recipes,
      QUICK_HIDE_FALLBACK_URL: site.fallback,
    }
    product = await startProduct(env)
  })
  beforeEach(() => site.reset())
  afterEach(async () => {
    const ended = visits.splice(0)
    // Chromium now and then never says that a page is closed which came back from its memory; it ends with the browser then.
    await Promise.all(ended.map((visit) => Promise.race([visit.close(), sleep(10_000)])))
    for (const { pageErrors, dialogs } of ended)
      expect({ pageErrors, questions: dialogs }).toEqual({ pageErrors: [], dialogs: [] })
  })
  afterAll(async () => {
    await browsers.close()
    await product?.stop()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    get site() {
      return site
    },
    get address() {
      return product.address
    },
    /** Where the product keeps its data. */
    get folder() {
      return folder
    },
    async visit(path: string, { before, browser, ...options }: QuickHideVisit = {}): Promise<Page> {
      const watched = await newPage(await browsers.of(browser), { address: product.address, ...options })
      const dialogs: string[] = []
      visits.push({ ...watched, dialogs: dialogs })
      watched.page.on('dialog', (dialog) => {
        dialogs.push(dialog.type())
        dialog.accept().catch(() => {})
      })
      await before?.(watched.page)
      await watched.page.goto(path)
      return watched.page
    },
  }
}

/**
 * Presses ESC at these times (milliseconds since 1970), whatever the tests beside it do to the machine: a press carries its time, and
 * is not awaited before the next.
 */
export async function pressEscape(page: Page, ...times: number[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
  const sent = times.flatMap((time) =>
    (['rawKeyDown', 'keyUp'] as const).map((type) =>
      session.send('Input.dispatchKeyEvent', { type, ...key, timestamp: time / 1_000 }),
    ),
  )
  await Promise.all(sent)
}

/** @param apart how long after the first press the second one is (milliseconds) */
export function escapeTwice(page: Page, apart = 10): Promise<void> {
  const now = Date.now()
  // The second one in time to come: of what was before the page a browser says that it was at its beginning.
  return pressEscape(page, now, now + apart)
}

/**
 * Pictures of the page until the destination answers. They are taken by the browser itself: while a page is on its way to
 * another, Chromium answers no question about it.
 */
export async function screenshotsUntilAnswered(page: Page, site: RecipeSite): Promise<Buffer[]> {
  const session = await page.context().newCDPSession(page)
  const pictures: Buffer[] = []
  while (site.answered === 0) {
    const picture = session.send('Page.captureScreenshot', { format: 'png' }).then(
      ({ data }) => Buffer.from(data, 'base64'),
      () => undefined,
    )
    // A picture asked for while the page changes may never come.
    const taken = await Promise.race([picture, sleep(1_000)])
    if (taken && site.answered === 0) pictures.push(taken)
    await sleep(100)
  }
  return pictures
}

/** Asks the browser itself. Anew when no answer comes: a page that changes process while it is asked takes the question with it. */
async function queryBrowser<Answer>(
  page: Page,
  ask: (session: CDPSession) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = page
      .context()
      .newCDPSession(page)
      .then(ask)
      .catch(() => undefined)
    const result = await Promise.race([answer, sleep(2_000)])
    if (result) return result
  }
  throw new Error('the browser does not answer')
}

/** What the person would meet by Back and Forward, each with its title. */
export async function history(page: Page): Promise<{ url: string; title: string }[]> {
  const { entries } = await queryBrowser(page, (session) => session.send('Page.getNavigationHistory'))
  return entries.map(({ url, title }) => ({ url, title }))
}

/** All text of the page that is shown, its title and its address. */
export async function shownText(page: Page): Promise<string> {
  const typed = '...Array.from(document.querySelectorAll("input, textarea"), ({ value }) => value)'
  const expression = `[location, document.title, document.documentElement.textContent, ${typed}].join(" ")`
  const { result } = await queryBrowser(page, (session) => session.send('Runtime.evaluate', { expression }))
  return String(result.value)
}

/** Everything that eyes, ears and the tab can still find on the page. */
export async function remainingContent(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const texts = nodes.flatMap(({ name, value, description }) => [
    name?.value,
    value?.value,
    description?.value,
  ])
  await session.detach()
  return {
    accessibleTexts: [...new Set(texts.filter((text) => typeof text === 'string' && text.trim() !== ''))],
    ...(await page.evaluate(() => ({
      text: document.documentElement.textContent,
      markup: document.documentElement.outerHTML,
      title: document.title,
      icon: document.querySelector('link[rel=icon]')?.getAttribute('href'),
    }))),
  }
}

/**
 * No draft of the page gets an answer from now on. By DevTools, and not by the driver's `route`: that holds every request until the
 * driver lets it go, also the one that tells the server of leaving, whose page has gone by then.
 */
export async function blockDraftResponses(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/journal-drafts/*' }] })
}
