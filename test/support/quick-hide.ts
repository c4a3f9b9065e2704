import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { signUpByRequest } from './account.ts'
import {
  type BrowserOptions,
  launchedBrowsers,
  newPage,
  type PageOptions,
  type WatchedPage,
} from './browser.ts'
import { newDataFolder } from './data-folder.ts'
import { expect } from './journey.ts'
import { hydrated } from './private-area.ts'
import { type Product, startProduct } from './product.ts'
import { type RecipeSite, startRecipeSite } from './recipe-site.ts'

/** All routes, including an unknown one. */
export const routes = [
  '/',
  '/glossary',
  '/glossary/gaslighting',
  '/glossary/no-such-term',
  '/contact',
  '/resources',
  '/resources/stalking',
  '/staying-safe',
  '/comparing-scripts',
  '/licenses',
  '/source',
  '/auth-test',
  '/dashboard',
  '/demo/home',
  '/no-such-page',
]

export type QuickHideVisit = PageOptions & {
  /** Runs before the page is opened: routes, scripts. */
  before?: (page: Page) => Promise<unknown>
  /** Default: `load`. */
  waitUntil?: 'commit'
  /** Instead of the headless shell. */
  browser?: BrowserOptions
}

export const quickHideButton = (page: Page) => page.locator('quick-hide:not(.quick-hide-in-dialog) button')

/**
 * A separate product whose Quick Hide leads to a local site. Each `visit` is a new browser context, closed after its test. Dialogs and
 * uncaught exceptions fail the test.
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
    // Closing a page restored from the back-forward cache sometimes hangs in Chromium.
    await Promise.all(ended.map((visit) => Promise.race([visit.close(), sleep(10_000)])))
    for (const { pageErrors, dialogs } of ended)
      expect({ pageErrors, dialogs }).toEqual({ pageErrors: [], dialogs: [] })
  })
  afterAll(async () => {
    await browsers.close()
    await product?.stop()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function visit(
    path: string,
    { before, browser, waitUntil, ...options }: QuickHideVisit = {},
  ): Promise<Page> {
    const watched = await newPage(await browsers.of(browser), { address: product.address, ...options })
    const dialogs: string[] = []
    visits.push({ ...watched, dialogs })
    watched.page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      dialog.accept().catch(() => {})
    })
    await before?.(watched.page)
    await watched.page.goto(path, waitUntil ? { waitUntil } : {})
    return watched.page
  }

  return {
    get site() {
      return site
    },
    get address() {
      return product.address
    },
    /** The product's DATA_DIR. */
    get folder() {
      return folder
    },
    visit,
    /** Creates an account and opens a page, which is hydrated if it is private. */
    async signUp(
      path: string,
      { sharedDevice = false, ...options }: QuickHideVisit & { sharedDevice?: boolean } = {},
    ): Promise<{ page: Page; email: string }> {
      let email = ''
      const page = await visit(path, {
        ...options,
        before: async (page) => {
          email = await signUpByRequest(page, product.address, { sharedDevice })
          await options.before?.(page)
        },
      })
      if (path.startsWith('/dashboard') && options.waitUntil !== 'commit') await hydrated(page)
      return { page, email }
    },
  }
}

/**
 * Presses ESC at these times (milliseconds since 1970). Events carry their timestamps and are not awaited one by one, so a busy machine
 * does not matter.
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

/** @param apart milliseconds between the presses */
export function escapeTwice(page: Page, apart = 10): Promise<void> {
  const now = Date.now()
  // The second is in the future: browsers clamp timestamps before the page's start.
  return pressEscape(page, now, now + apart)
}

/** Takes screenshots until the destination responds, through DevTools: during navigation Playwright gets no answer. */
export async function screenshotsUntilAnswered(page: Page, site: RecipeSite): Promise<Buffer[]> {
  const session = await page.context().newCDPSession(page)
  const pictures: Buffer[] = []
  while (site.answered === 0) {
    const picture = session.send('Page.captureScreenshot', { format: 'png' }).then(
      ({ data }) => Buffer.from(data, 'base64'),
      () => undefined,
    )
    // A screenshot during the navigation may never arrive.
    const taken = await Promise.race([picture, sleep(1_000)])
    if (taken && site.answered === 0) pictures.push(taken)
    await sleep(100)
  }
  return pictures
}

/** Queries DevTools and retries: the response is lost if the page changes its process. */
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

/** The entries of the tab's history. */
export async function history(page: Page): Promise<{ url: string; title: string }[]> {
  const { entries } = await queryBrowser(page, (session) => session.send('Page.getNavigationHistory'))
  return entries.map(({ url, title }) => ({ url, title }))
}

/** All text and field values of the page, its title and URL. */
export async function shownText(page: Page): Promise<string> {
  const typed = '...Array.from(document.querySelectorAll("input, textarea"), ({ value }) => value)'
  const expression = `[location, document.title, document.documentElement.textContent, ${typed}].join(" ")`
  const { result } = await queryBrowser(page, (session) => session.send('Runtime.evaluate', { expression }))
  return String(result.value)
}

/** The remaining content: DOM, accessibility tree, title and icon. */
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
 * Leaves draft requests unanswered. Uses DevTools, because Playwright's `route` holds every request, also the exit beacon, whose page
 * is gone by then.
 */
export async function blockDraftResponses(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/journal-drafts/*' }] })
}
