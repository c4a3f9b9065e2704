import type { Request } from 'playwright'
import { expect as waitingExpect } from 'playwright/test'
import { afterAll, afterEach, expect, inject } from 'vitest'
import {
  type BrowserOptions,
  launchedBrowsers,
  newPage,
  type PageOptions,
  type WatchedPage,
} from './browser.ts'

export type Visit = WatchedPage & {
  /** Status of the answer to the first page. */
  status: number
  /** Every request that the page made, in order, the first page among them. */
  requests: Request[]
}

export type VisitOptions = PageOptions & {
  /** What has to stand before the page is opened: routes, a clock, permissions. */
  before?: (page: WatchedPage['page']) => Promise<unknown>
  /** How far the first page must have come: loaded, unless told. */
  waitUntil?: 'commit' | 'domcontentloaded' | 'load'
  /** Another browser than the one without windows. */
  browser?: BrowserOptions
}

/** Playwright's own `expect`: it waits until what a person should see is there. */
export const see = waitingExpect.configure({ timeout: 30_000 })

/**
 * A browser that goes on with the process of its empty page, in place of a new one with the first address. Its tabs would share
 * that process too, and with it what two would have to tell each other.
 */
const singleTab: BrowserOptions = { args: ['--renderer-process-limit=1'] }
const multipleTabs: BrowserOptions = {}

/**
 * One Chromium for the journeys of a file. Each `visit` is a new visitor, ended after its test; no visit may have ended in
 * an exception of ours or have asked anything of another origin (design: "Third parties").
 *
 * @param addressOf the product to visit, where it is not the one that all journeys share
 * @param severalTabs whether a visit may have more than one
 */
export function journey(addressOf = () => inject('address'), { severalTabs = false } = {}) {
  const defaultBrowser = severalTabs ? multipleTabs : singleTab
  const visits: WatchedPage[] = []
  let moreTabs = 0
  const browsers = launchedBrowsers()
  afterAll(() => browsers.close())
  afterEach(async ({ task }) => {
    const ended = visits.splice(0)
    if (task.result?.state === 'fail') await logPages(ended)
    await Promise.all(ended.map((visit) => visit.close()))
    for (const { pageErrors, thirdPartyRequests } of ended)
      expect({ pageErrors, thirdPartyRequests }).toEqual(noProblems)
    expect(moreTabs, 'more tabs than were told of').toBe(0)
  })
  return {
    async visit(
      path: string,
      { before, waitUntil = 'load', browser = defaultBrowser, ...options }: VisitOptions = {},
    ): Promise<Visit> {
      const watchedPage = await newPage(await browsers.of(browser), { address: addressOf(), ...options })
      if (browser === singleTab) watchedPage.page.context().on('page', () => moreTabs++)
      visits.push(watchedPage)
      const requests: Request[] = []
      watchedPage.page.on('request', (request) => requests.push(request))
      await before?.(watchedPage.page)
      const response = await watchedPage.page.goto(path, { waitUntil })
      return { ...watchedPage, requests, status: response?.status() ?? 0 }
    },
  }
}

/** Of a test that fails elsewhere than here, the log alone can be looked into. */
async function logPages(visits: WatchedPage[]) {
  for (const { page, consoleErrors } of visits) {
    for (const tab of page.context().pages()) {
      // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen tells what went wrong
      const words = await tab.locator('body').innerText({ timeout: 5_000 }).catch(String)
      console.log(`A page as the test left it: ${tab.url()}\n${words.slice(0, 1_000)}`)
    }
    if (consoleErrors.length > 0) console.log(consoleErrors.join('\n'))
  }
}

const noProblems = { pageErrors: [], requestsBeyond: [] }
