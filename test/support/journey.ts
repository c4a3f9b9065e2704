import { join } from 'node:path'
import type { Request } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { afterAll, afterEach, inject } from 'vitest'
import {
  type BrowserOptions,
  launchedBrowsers,
  newPage,
  type PageOptions,
  type WatchedPage,
} from './browser.ts'

export type Visit = WatchedPage & {
  /** Status of the first page. */
  status: number
  /** All requests in order, including the page itself. */
  requests: Request[]
}

export type VisitOptions = PageOptions & {
  /** Runs before the page is opened: routes, a clock, permissions. */
  before?: (page: WatchedPage['page']) => Promise<unknown>
  /** Default: `load`. */
  waitUntil?: 'commit' | 'domcontentloaded' | 'load'
  /** Instead of the headless shell. */
  browser?: BrowserOptions
}

/** Playwright's `expect`, patient because test machines are shared. */
export const expect = playwrightExpect.configure({ timeout: 30_000 })

/**
 * A browser with one renderer process, which saves starting one per page. For one tab only: several tabs would share the process and
 * not need to communicate.
 */
const singleTab: BrowserOptions = { args: ['--renderer-process-limit=1'] }
const multipleTabs: BrowserOptions = {}

/**
 * One Chromium for the journeys of a file. Each `visit` is a new browser context, closed after its test. Uncaught exceptions and
 * third-party requests fail the test.
 *
 * @param addressOf by default the shared product
 * @param severalTabs whether a visit may open more tabs
 */
export function journey(addressOf = () => inject('address'), { severalTabs = false } = {}) {
  const defaultBrowser = severalTabs ? multipleTabs : singleTab
  const visits: WatchedPage[] = []
  let moreTabs = 0
  const browsers = launchedBrowsers()
  afterAll(() => browsers.close())
  afterEach(async ({ task }) => {
    const ended = visits.splice(0)
    if (task.result?.state === 'fail') await saveEvidence(ended, task.fullTestName)
    await Promise.all(ended.map((visit) => visit.close()))
    for (const { pageErrors, thirdPartyRequests } of ended)
      expect({ pageErrors, thirdPartyRequests }).toEqual(noProblems)
    expect(moreTabs, 'tabs without the option severalTabs').toBe(0)
  })
  return {
    async visit(
      path: string,
      { before, waitUntil = 'load', browser = defaultBrowser, ...options }: VisitOptions = {},
    ): Promise<Visit> {
      const watchedPage = await newPage(await browsers.of(browser), { address: addressOf(), ...options })
      if (browser === singleTab) watchedPage.page.context().on('page', () => moreTabs++)
      visits.push(watchedPage)
      await watchedPage.page.context().tracing.start()
      const requests: Request[] = []
      watchedPage.page.on('request', (request) => requests.push(request))
      await before?.(watchedPage.page)
      const response = await watchedPage.page.goto(path, { waitUntil })
      return { ...watchedPage, requests, status: response?.status() ?? 0 }
    },
  }
}

/** Saves trace and screenshots of a failed test below `test-results`, and logs what its pages said, for CI. */
async function saveEvidence(visits: WatchedPage[], testName: string) {
  const folder = join('test-results', testName.replace(/\W+/g, '-').slice(0, 100))
  for (const [visit, { page, consoleErrors }] of visits.entries()) {
    await page.context().tracing.stop({ path: join(folder, `${visit}.trace.zip`) })
    for (const [index, tab] of page.context().pages().entries()) {
      const path = join(folder, `${visit}-${index}.png`)
      await tab.screenshot({ path, timeout: 5_000 }).catch(String)
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text matters
      const words = await tab.locator('body').innerText({ timeout: 5_000 }).catch(String)
      console.log(`A page as the test left it (${path}): ${tab.url()}\n${words.slice(0, 1_000)}`)
    }
    if (consoleErrors.length > 0) console.log(consoleErrors.join('\n'))
  }
}

const noProblems = { pageErrors: [], thirdPartyRequests: [] }
