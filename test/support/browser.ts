import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright'
import { chromium } from 'playwright'
import { expect } from 'playwright/test'
import { chromiumFlags, findChromium } from './chromium.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type BrowserOptions = LaunchOptions & {
  /** Full Chromium instead of the headless shell, see `findChromium`. */
  whole?: boolean
}

/** Full Chromium, which needs twice the CPU: for tests that measure loading. */
export const wholeBrowser: BrowserOptions = { whole: true }

/**
 * A browser with a back-forward cache. The headless shell has none, and Playwright disables it: tests must also expect
 * `event.persisted`.
 */
export const withBackForwardCache: BrowserOptions = {
  whole: true,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
}

export type PageOptions = {
  /** Origin, so that URLs may be paths. By default that of the first page. */
  address?: string
  /** Viewport in CSS pixels, 1280 × 800 by default. */
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  reducedMotion?: boolean
  deviceScaleFactor?: number
  /** The device's IANA time zone, by default UTC. */
  timeZone?: string
}

export type WatchedPage = {
  page: Page
  /** Console errors, including CSP violations. */
  consoleErrors: string[]
  /** Uncaught exceptions. */
  pageErrors: string[]
  thirdPartyRequests: string[]
  /** Closes the page's browser context. */
  close(): Promise<void>
}

/** Launches this machine's Chromium, or Playwright's own. Close it in `afterAll`. */
export function launchBrowser({ whole, ...options }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium(whole)
  return chromium.launch({
    // Playwright defaults to its headless shell.
    ...(executablePath ? { executablePath } : whole ? { channel: 'chromium' } : {}),
    ...options,
    args: [...chromiumFlags, ...(options.args ?? [])],
  })
}

/** The browsers of a test file, each launched on first use. */
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

/** Opens a page in a new context, without "HeadlessChrome" in its user agent. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const {
    address,
    width = 1280,
    height = 800,
    colorScheme = 'light',
    javaScript = true,
    reducedMotion = false,
    deviceScaleFactor: fineness = 1,
    timeZone = 'UTC',
  } = options
  const major = browser.version().split('.')[0]
  const settings: BrowserContextOptions = {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    viewport: { width, height },
    timezoneId: timeZone,
    deviceScaleFactor: fineness,
    colorScheme,
    javaScriptEnabled: javaScript,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    ...(address ? { baseURL: address } : {}),
  }
  const context = await browser.newContext(settings)
  // Generous, because several browsers and servers share the machine.
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
    thirdPartyRequests,
    close: () => context.close(),
  }
}

/** Half the size of the other build of the package. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects no axe violations (WCAG 2.2 AA and best practices) in the current state of the page. While a modal dialog is open, checks the
 * dialog only: the rest is inert, and most of the work.
 *
 * @param rules only these
 * @param except rules that do not apply to this state
 * @param within a selector for the only changed part of a page that is checked elsewhere
 */
export async function expectAccessible(
  page: Page,
  rules?: string[],
  except: readonly string[] = [],
  within?: string,
): Promise<void> {
  expect(page.frames().length, 'axe does not check frames').toBe(1)
  // Half a megabyte of script: inject it once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const runOnly: RunOptions['runOnly'] = rules
    ? { type: 'rule', values: rules }
    : {
        type: 'tag',
        values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }
  const disabledRules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const options: RunOptions = { runOnly, rules: disabledRules, resultTypes: ['violations'] }
  const violations = await page.evaluate(
    async ({ options, within }) => {
      const dialog = [...document.querySelectorAll(':modal')].at(-1)
      const part = within ? document.querySelector(within) : (dialog ?? document)
      if (!part) throw new Error(`${within} is not on the page`)
      const { violations } = await window.axe.run(part, options)
      return violations.map(({ id, help, nodes }) => {
        const places = nodes.map(
          ({ html, failureSummary = '' }) =>
            `    ${html}\n      ${failureSummary.replaceAll('\n', '\n      ')}`,
        )
        return `${id}: ${help}\n${places.join('\n')}`
      })
    },
    { options, within },
  )
  expect(violations.join('\n\n'), `Accessibility of ${page.url()}`).toBe('')
}
