import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { longestTask } from '../test/support/long-tasks.ts'
import { writeEntries } from '../test/support/many-entries.ts'
import { launch, withFreshPage } from './browser.ts'
import { signUp, startServing } from './processes.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

const many = 10_000
const rounds = 5
/** Milliseconds: what takes longer delays the next key (W3C, "Long Tasks API"). */
const budget = 50
const words = 'He said that it never happened, and that I imagine things. '.repeat(10)
const see = expect.configure({ timeout: 60_000 })

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search your connections' })
const items = (page: Page) => page.locator('[data-items] > li')
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load More' })
const says = (page: Page, words: string) => see(page.getByText(words, { exact: true })).toBeVisible()

/** What a person does there, in this order. */
export const searchActions: [measure: string, act: (page: Page) => Promise<unknown>][] = [
  [
    'the first search, which fetches them all',
    async (page) => {
      await box(page).fill('imagine')
      await says(page, `${many} connections`)
      await see(items(page)).toHaveCount(20)
    },
  ],
  [
    'Load More of what was found',
    async (page) => {
      await loadMore(page).click()
      await see(items(page)).toHaveCount(40)
    },
  ],
  [
    'further words, one after the other',
    async (page) => {
      for (const text of ['never', 'note 77', '"note 7777"']) await box(page).fill(text)
      await says(page, '1 connection')
    },
  ],
  [
    'opening the filters',
    async (page) => {
      await page.getByRole('button', { name: 'Filter and sort' }).click()
      await see(page.getByText('Month: any', { exact: true })).toBeVisible()
    },
  ],
  [
    'a filter, and another order',
    async (page) => {
      await box(page).fill('imagine')
      await page.getByRole('checkbox', { name: 'Says when it happened (5000)' }).check()
      await says(page, `${many / 2} connections`)
      await page.getByRole('radio', { name: 'Happened, earliest first' }).check()
      await see(items(page).first()).toContainText('January 14, 2010')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('radio', { name: 'Written, newest first' }).check()
    },
  ],
  [
    'clearing',
    async (page) => {
      await box(page).fill('')
      await see(items(page)).toHaveCount(20)
    },
  ],
]

/** Half of them have a date. */
export const documentOf = (place: number) => ({
  content: `Note ${place + 1} of many. ${words}`,
  ...(place % 2 && {
    happened: {
      date: `20${10 + (place % 15)}-0${1 + (place % 9)}-14`,
      time: null,
      about: false,
      time_zone: null,
    },
  }),
})

/**
 * The search of a person's own Connections, which their browser does: the longest task while they search.
 *
 * @param folder for the files of the product, which is its own because its database is written into
 */
export async function measureOwnSearch(folder: string): Promise<Section> {
  const dataDir = await mkdtemp(join(folder, 'own-search-'))
  const product = await startServing(dataDir)
  try {
    const session = await signUp(product.address, 'writer@example.org')
    const answer = await fetch(`${product.address}/api/profile`, { headers: { Cookie: session } })
    const { id } = (await answer.json()) as { id: string }
    await writeEntries(
      dataDir,
      id,
      Array.from({ length: many }, (_, place) => documentOf(place)),
    )
    return {
      title: 'Search of the journal',
      note: `${many} Connections of ${words.length} characters; the longest task of the page in milliseconds of the processor; medians of ${rounds}.`,
      rows: await rowsOf(product.address, session),
    }
  } finally {
    await product.stop()
  }
}

async function rowsOf(address: string, session: string): Promise<Row[]> {
  const browser = await launch()
  try {
    const longest = searchActions.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      await withFreshPage(browser, false, async (page) => {
        const [name = '', ...value] = session.split('=')
        await page
          .context()
          .addCookies([{ name, value: value.join('='), domain: 'localhost', path: '/', secure: true }])
        await page.goto(`${address}/dashboard/connections`)
        await page.locator('html[data-interactive]').waitFor()
        for (const [place, [, act]] of searchActions.entries())
          longest[place]?.push(await longestTask(page, () => act(page)))
      })
    }
    return searchActions.map(([measure], place) => {
      const taken = longest[place] ?? []
      const middle = median(taken)
      return { measure, ours: figure(middle, 'ms'), ...atMost(middle, budget, ' ms', noiseOf(taken)) }
    })
  } finally {
    await browser.close()
  }
}
