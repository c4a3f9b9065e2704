import axe, { type RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright'
import { chromium } from 'playwright'
import { expect } from 'vitest'
import { chromiumFlags, findChromium } from './chromium.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type BrowserOptions = LaunchOptions & {
  /** A person's whole browser, as `findChromium` has it. */
  whole?: boolean
}

/** A person's whole browser, which takes twice the processor: where what it loads is weighed. */
export const wholeBrowser: BrowserOptions = { whole: true }

/**
 * A browser with a back-forward cache. Without its own windows Chromium has none and Playwright switches it off, so that a test of
 * what comes back from it would pass for nothing: see that `event.persisted` is true.
 */
export const withBackForwardCache: BrowserOptions = {
  whole: true,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
}

export type PageOptions = {
  /** Origin of the product: addresses may then be given as paths. Without it, the first page opened decides what is ours. */
  address?: string
  /** Size of the window in CSS pixels: 1280 × 800 unless told. */
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  reducedMotion?: boolean
  /** Pixels of the screen to one of CSS, one unless told. */
  deviceScaleFactor?: number
}

export type WatchedPage = {
  page: Page
  /** What the page wrote to its console as an error, a refusal by the content security policy among it. */
  consoleErrors: string[]
  /** Exceptions that no script caught. */
  pageErrors: string[]
  /** Addresses asked for beyond our origin. */
  thirdPartyRequests: string[]
  /** Ends the page with its cookies and storage. */
  close(): Promise<void>
}

/** The Chromium of this machine, or Playwright's own where there is none. End it with `close()` in `afterAll`. */
export function launchBrowser({ whole, ...options }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium(whole)
  return chromium.launch({
    // Playwright's own without windows is taken unless it is told.
    ...(executablePath ? { executablePath } : whole ? { channel: 'chromium' } : {}),
    ...options,
    args: [...chromiumFlags, ...(options.args ?? [])],
  })
}

/**
 * The browsers of a file of tests. Each kind begins with the first page that asks for it.
 */
export function launchedBrowsers() {
  const launched = new Map<BrowserOptions | undefined, Promise<Browser>>()
  return {
    /** @param kind the same object for the same browser */
    of(kind?: BrowserOptions): Promise<Browser> {
      const browser = launched.get(kind) ?? launchBrowser(kind)
      launched.set(kind, browser)
      return browser
    },
    async close() {
      for (const browser of launched.values()) await (await browser).close()
    },
  }
}

/** A page as a new visitor has it: own cookies and storage, and the name of an ordinary browser instead of "HeadlessChrome". */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const {
    address,
    width = 1280,
    height = 800,
    colorScheme = 'light',
    javaScript = true,
    reducedMotion = false,
    deviceScaleFactor: fineness = 1,
  } = options
  const major = browser.version().split('.')[0]
  const settings: BrowserContextOptions = {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    viewport: { width, height },
    deviceScaleFactor: fineness,
    colorScheme,
    javaScriptEnabled: javaScript,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    ...(address ? { baseURL: address } : {}),
  }
  const context = await browser.newContext(settings)
  // These machines are shared, and three browsers and as many products run at a time: half a minute was not always enough.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  const pageErrors: string[] = []
  const thirdPartyRequests: string[] = []
  let ownOrigin = address ? new URL(address).origin : undefined
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => pageErrors.push(error.stack ?? String(error)))
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!protocol.startsWith('http')) return
    ownOrigin ??= origin
    if (origin !== ownOrigin) thirdPartyRequests.push(request.url())
  })
  return {
    page,
    consoleErrors,
    pageErrors,
    thirdPartyRequests: thirdPartyRequests,
    close: () => context.close(),
  }
}

/**
 * Fails with the rules that the page breaks, and where: WCAG 2.2 AA and axe's best practices. It looks at the page as it
 * stands, so open what is to be looked at first.
 *
 * @param rules only these, where the others have been looked at already: those of color, in the other theme
 * @param except rules that do not hold for this state
 */
export async function expectAccessible(
  page: Page,
  rules?: string[],
  except: readonly string[] = [],
): Promise<void> {
  expect(page.frames().length, 'what axe would not look into').toBe(1)
  // Half a megabyte of script, which a document that was looked at before has compiled already.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: RunOptions['runOnly'] = rules
    ? { type: 'rule', values: rules }
    : {
        type: 'tag',
        values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }
  const disabledRules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const options: RunOptions = { runOnly, rules: disabledRules, resultTypes: ['violations'] }
  const violations = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, help, nodes }) => {
      const places = nodes.map(
        ({ html, failureSummary = '' }) =>
          `    ${html}\n      ${failureSummary.replaceAll('\n', '\n      ')}`,
      )
      return `${id}: ${help}\n${places.join('\n')}`
    })
  }, options)
  expect(violations.join('\n\n'), `Accessibility of ${page.url()}`).toBe('')
}
