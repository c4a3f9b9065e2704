import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { expect } from 'playwright/test'
import { longestTask, workerTime } from '../test/support/long-tasks.ts'
import { writeEntries } from '../test/support/many-entries.ts'
import { launch, withFreshPage } from './browser.ts'
import { documentOf, searchActions } from './own-search.ts'
import { signUp, startServing } from './processes.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

const many = 10_000
const rounds = 5
const slowdown = 4
const longText = 'He said that it never happened. '.repeat(3_125)
const phrase = 'umbrella granite whistle nine otters'
/** Milliseconds, but for the first, which is seconds (issue "the locked journal"). */
const budget = { lock: 180, open: 1_500, list: 1_000, task: 50 }
const paths = { list: '/dashboard/connections', lock: '/dashboard/connections/lock' }
const see = expect.configure({ timeout: 240_000 })

declare global {
  interface Window {
    /** When the phrase's worker began and ended its work. */
    worker: { begin: number; end: number }
  }
}

/**
 * A journal that is locked, opened, searched, written in and unlocked, in one browser.
 *
 * @param folder for the files of the product, which is its own because its database is written into
 */
export async function measureLock(folder: string): Promise<Section> {
  const dataDir = await mkdtemp(join(folder, 'lock-'))
  const product = await startServing(dataDir)
  const browser = await launch()
  try {
    const session = await signUp(product.address, 'writer@example.org')
    const answer = await fetch(`${product.address}/api/profile`, { headers: { Cookie: session } })
    const { id } = (await answer.json()) as { id: string }
    await writeEntries(
      dataDir,
      id,
      Array.from({ length: many }, (_, place) => documentOf(place)),
    )
    const visit: Visit = (path, work) =>
      withFreshPage(browser, false, async (page, devtools) => {
        const [name = '', ...value] = session.split('=')
        const cookie = { name, value: value.join('='), domain: 'localhost', path: '/', secure: true }
        await page.context().addCookies([cookie])
        await page.addInitScript(timeWorker)
        await page.goto(product.address + path)
        await page.locator('html[data-interactive]').waitFor()
        return work(page, devtools)
      })
    return {
      title: 'The locked journal',
      note: `${many} Connections; tasks in milliseconds of the processor; openings are medians of ${rounds}, with the page's processor slowed ${slowdown} times and its worker, which DevTools cannot slow, counted ${slowdown} times by its processor time.`,
      beside: 'not locked',
      rows: await rowsOf(visit),
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

type Visit = <T>(path: string, work: (page: Page, devtools: CDPSession) => Promise<T>) => Promise<T>

async function rowsOf(visit: Visit): Promise<Row[]> {
  const plain = await visit(paths.list, writeAndSearch)
  const locked = await visit(paths.lock, (page, devtools) => move(page, devtools, () => lock(page)))
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round++)
    openings.push(await visit(paths.list, (page, devtools) => openSlowly(page, devtools)))
  const opened = await visit(paths.list, async (page) => {
    await open(page)
    return writeAndSearch(page)
  })
  const unlocked = await visit(paths.lock, (page, devtools) =>
    move(page, devtools, async () => {
      await open(page, 'Your journal is locked. It’s open on this page.')
      await press(page, 'Unlock for good')
      await press(page, 'Unlock my journal')
      await says(page, 'Your journal is unlocked')
    }),
  )
  return [
    ...rowsOfMove('locking', locked),
    ...rowsOfOpenings(openings),
    ...rowsOfUse(plain, opened),
    ...rowsOfMove('unlocking', unlocked),
  ]
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click({ timeout: 60_000 })
const says = (page: Page, words: string) => see(page.getByText(words, { exact: true })).toBeVisible()
const phraseBox = (page: Page) => page.getByRole('textbox', { name: 'Your phrase', exact: true })
const items = (page: Page) => page.locator('[data-items] > li')

/** As a person does it: a phrase, a kit, three of its words. */
async function lock(page: Page) {
  await press(page, 'Set up your lock')
  await page.getByRole('textbox', { name: 'Your phrase again' }).waitFor()
  await phraseBox(page).fill(phrase)
  await page.getByRole('textbox', { name: 'Your phrase again' }).fill(phrase)
  await press(page, 'Continue')
  await see(page.locator('.kit code')).toHaveCount(24)
  const kit = await page.locator('.kit code').allTextContents()
  await press(page, 'I have them')
  const fields = page.getByRole('textbox', { name: /^Word \d+$/ })
  await see(fields).toHaveCount(3)
  for (const field of await fields.all()) {
    const name = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    await field.fill(kit[Number(name.replaceAll(/\D/g, '')) - 1] ?? '')
  }
  await press(page, 'Lock my journal')
  await says(page, 'Your journal is locked')
}

type Move = { seconds: number; task: number; heap: number }

/** The time is that of the bar. */
async function move(page: Page, devtools: CDPSession, act: () => Promise<void>): Promise<Move> {
  await devtools.send('Performance.enable')
  let heap = 0
  const timer = setInterval(async () => {
    const { metrics } = await devtools.send('Performance.getMetrics').catch(() => ({ metrics: [] }))
    heap = Math.max(heap, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0)
  }, 200)
  let seconds = Number.NaN
  const bar = page.locator('progress.wide-bar')
  const watching = (async () => {
    await bar.first().waitFor({ timeout: 60_000 })
    const begin = performance.now()
    await see(bar).toHaveCount(0)
    seconds = (performance.now() - begin) / 1_000
  })()
  const task = await longestTask(page, act)
  await watching
  clearInterval(timer)
  return { seconds, task, heap: heap / 1e6 }
}

const rowsOfMove = (name: string, { seconds, task, heap }: Move): Row[] => [
  { measure: `${name} them`, ours: figure(seconds, 's'), ...atMost(seconds, budget.lock, ' s') },
  { measure: `${name} them, longest task`, ours: figure(task, 'ms'), ...atMost(task, budget.task, ' ms') },
  { measure: `${name} them, most memory of scripts`, ours: figure(heap, 'MB') },
]

/** Runs in the page. */
function timeWorker() {
  const Original = Worker
  window.worker = { begin: 0, end: 0 }
  window.Worker = class extends Original {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options)
      if (!String(address).includes('/phrase.worker')) return
      this.addEventListener('message', ({ data }) => {
        if (data === 'ready') window.worker.begin = performance.now()
        else window.worker.end = performance.now()
      })
    }
  }
}

async function open(page: Page, sentence?: string) {
  await phraseBox(page).fill(phrase, { timeout: 60_000 })
  await press(page, 'Open')
  if (sentence) await says(page, sentence)
  else await see(items(page)).toHaveCount(20)
}

type Opening = { whole: number; worker: number; after: number }

/** From the press of the button, and from the key, until the first Connections are painted. */
async function openSlowly(page: Page, devtools: CDPSession): Promise<Opening> {
  await phraseBox(page).fill(phrase, { timeout: 60_000 })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times = { press: 0, begin: 0, end: 0, painted: 0 }
  const worker = await workerTime(page, async () => {
    Object.assign(times, await page.evaluate(pressOpen))
  })
  const { press, begin, end, painted } = times
  return { whole: painted - press - (end - begin) + slowdown * worker, worker, after: painted - end }
}

/** Runs in the page. */
async function pressOpen() {
  const press = performance.now()
  const button = [...document.querySelectorAll('main button')].find((each) => each.textContent === 'Open')
  ;(button as HTMLButtonElement).click()
  while (document.querySelectorAll('[data-items] > li').length < 20) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return { press, painted: performance.now(), ...window.worker }
}

function rowsOfOpenings(openings: Opening[]): Row[] {
  const row = (measure: string, of: keyof Opening, limit?: number): Row => {
    const taken = openings.map((each) => each[of])
    const middle = median(taken)
    return { measure, ours: figure(middle, 'ms'), ...(limit && atMost(middle, limit, ' ms', noiseOf(taken))) }
  }
  return [
    row('opening by phrase, until the list is painted', 'whole', budget.open),
    row('Argon2id in its worker, of the processor, not slowed', 'worker'),
    row('from the key until the list is painted', 'after', budget.list),
  ]
}

type Use = { measure: string; task: number; wall: number }[]

/** Searches, filters, and types into a long text. */
async function writeAndSearch(page: Page): Promise<Use> {
  const use: Use = []
  const measured = async (measure: string, act: () => Promise<unknown>) => {
    const begin = performance.now()
    const task = await longestTask(page, act)
    use.push({ measure, task, wall: performance.now() - begin })
  }
  for (const [measure, act] of searchActions) await measured(measure, () => act(page))
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  const box = page.getByRole('textbox', { name: 'What do you want to write down?' })
  await box.fill(longText, { timeout: 60_000 })
  await says(page, 'Draft saved.')
  await measured(`typing 30 letters into ${longText.length} characters`, () =>
    box.pressSequentially('and then he said nothing more.', { delay: 30 }),
  )
  return use
}

const rowsOfUse = (plain: Use, locked: Use): Row[] =>
  locked.map(({ measure, task, wall }, place) => ({
    measure: `${measure}: longest task, whole time`,
    ours: `${figure(task, 'ms')}, ${figure(wall / 1_000, 's')}`,
    beside: `${figure(plain[place]?.task ?? Number.NaN, 'ms')}, ${figure((plain[place]?.wall ?? Number.NaN) / 1_000, 's')}`,
    ratio: `${(task / (plain[place]?.task ?? Number.NaN)).toFixed(2)}x`,
    ...atMost(task, budget.task, ' ms'),
  }))
