import type { Browser, Page } from 'playwright'
import { slowly, withFreshPage } from './browser.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

const rounds = 5
/** Milliseconds. `further` includes the 300 ms delay before the server request (specification, point 9). */
const budget = { first: 600, later: 50, further: 1_000 }
/** Matches many names; `textQuery` matches definitions only, so the server is asked. */
const nameQuery = 'ing'
const entryCount = 'dinner'

type Search = { first: number; whole: number; later: number; further: number }

/** Measures the header search, from the last key to the results. */
export async function measureSearch(browser: Browser, address: string): Promise<Section> {
  const all: Search[] = []
  for (let round = 0; round < rounds; round++)
    all.push(await searchOf(browser, `${address}/glossary/gaslighting`))
  const each = (of: keyof Search) => all.map((search) => search[of])
  const row = (measure: string, of: keyof typeof budget): Row => ({
    measure,
    ours: figure(median(each(of)), 'ms'),
    ...atMost(median(each(of)), budget[of], ' ms', noiseOf(each(of))),
  })
  return {
    title: 'Header search',
    note: `${slowly}; keys without a pause; from the last key to the results in the page; medians of ${rounds}.`,
    rows: [
      row('first search: the index comes when the box is entered', 'first'),
      { measure: 'first search: all that is found', ours: figure(median(each('whole')), 'ms') },
      row('a later search by name', 'later'),
      row('a later search in texts, asking the server', 'further'),
    ],
  }
}

function searchOf(browser: Browser, url: string): Promise<Search> {
  return withFreshPage(browser, true, async (page) => {
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => document.querySelector('header-search [role=listbox]'))
    const { first, whole } = await typeAndMeasure(page, nameQuery)
    const { first: later } = await typeAndMeasure(page, nameQuery)
    const { first: further } = await typeAndMeasure(page, entryCount)
    return { first, whole, later, further }
  })
}

/**
 * Types a search and waits for its results.
 *
 * @returns milliseconds from the last key to the first and to all local results
 * @throws after ten seconds
 */
async function typeAndMeasure(page: Page, text: string): Promise<{ first: number; whole: number }> {
  const box = page.locator('header-search input:visible').first()
  // `fill` focuses the box, which would fetch the index before the first search.
  if ((await box.inputValue()) !== '') await box.fill('')
  const watch = await box.evaluateHandle((input, length) => {
    const search = input.closest('header-search') as HTMLElement
    const results = new Promise<{ first: number; whole: number }>((resolve, reject) => {
      let keys = 0
      let last = 0
      let first = 0
      input.addEventListener('keydown', (event) => {
        keys++
        last = event.timeStamp
      })
      const observer = new MutationObserver(() => {
        if (keys < length || !search.querySelector('[role=option]')) return
        const now = performance.now() - last
        first ||= now
        if (search.querySelector('[role=status]')?.textContent === 'Searching...') return
        observer.disconnect()
        resolve({ first, whole: now })
      })
      observer.observe(search, { childList: true, subtree: true })
      setTimeout(() => reject(new Error('The header search showed no results.')), 10_000)
    })
    return { results }
  }, text.length)
  await box.focus()
  // No pause between the keys, the hardest case: nothing can be fetched while typing.
  await page.keyboard.type(text)
  return watch.evaluate(({ results }) => results)
}
