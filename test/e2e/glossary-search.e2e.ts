import { beforeAll, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { overflowingElements } from '../support/a11y-checks.ts'
import { countMatches, readAllTerms } from '../support/all-terms.ts'
import { expectAccessible } from '../support/browser.ts'
import {
  box,
  choose,
  createGate,
  items,
  letter,
  lists,
  loadMore,
  names,
  seeFailure,
  shown,
} from '../support/glossary-page.ts'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()

let all: Term[]
beforeAll(async () => {
  all = await readAllTerms(address)
})

test('The glossary search waits 300 ms for the next letter, sends one request, and marks matches', async () => {
  const visited = await visit('/glossary', { before: (page) => page.clock.install({ time: 0 }) })
  const { page } = visited
  await page.clock.pauseAt(60_000)
  for (const letter of 'silent') {
    await box(page).press(letter)
    await page.clock.runFor(299)
  }
  expect(lists(visited)).toHaveLength(1)
  await page.clock.runFor(1)
  const found = await countMatches(address, 'silent')
  await expect(shown(page)).toHaveText(`${Math.min(20, found)} of ${found} terms`)
  expect(lists(visited).slice(1)).toEqual([`${address}/glossary?search=silent`])
  await expect(items(page).first().locator('mark').first()).toHaveText('Silent')
  await expect(items(page).first().getByRole('heading')).toHaveText('Silent Treatment')
})

test('Point 23: the glossary search puts its text into the URL only when the form is sent', async () => {
  const { page } = await visit('/glossary')
  await box(page).fill('silent')
  await expect(items(page).first()).toContainText('Silent Treatment')
  expect(page.url()).toBe(`${address}/glossary`)
  await box(page).press('Enter')
  await page.waitForURL(`${address}/glossary?search=silent`)
  await expect(box(page)).toHaveValue('silent')
  await expect(items(page).first()).toContainText('Silent Treatment')
  await page.reload()
  await expect(items(page).first()).toContainText('Silent Treatment')
})

test('The glossary search keeps its text when filter or sort change, and shows all terms when emptied', async () => {
  const { page } = await visit('/glossary')
  await box(page).fill('silent')
  await expect(items(page).first()).toContainText('Silent Treatment')
  await choose(page, 'type', 'Clinical')
  await expect(items(page).first().getByText('Clinical', { exact: true })).toBeVisible()
  await expect(box(page)).toHaveValue('silent')
  const found = await countMatches(address, 'silent', 'clinical')
  await expect(shown(page)).toHaveText(`${Math.min(20, found)} of ${found} terms`)
  expect(page.url()).toBe(`${address}/glossary?type=clinical`)
  await choose(page, 'sort', 'Newest')
  await expect(box(page)).toHaveValue('silent')
  await expect(page).toHaveURL(`${address}/glossary?type=clinical&sort=newest`)
  await box(page).fill('   ')
  const clinical = all.filter((term) => term.type === 'clinical').length
  await expect(shown(page)).toHaveText(`20 of ${clinical} terms`)
  expect(await page.locator('mark').count()).toBe(0)
})

test.each([
  [360, 'is hidden'],
  [1280, 'stays visible'],
] as const)('While a search has results, at %i px the alphabet %s', async (width, _what) => {
  const { page } = await visit('/glossary', { width })
  const letters = page.getByRole('navigation', { name: 'Browse by letter' })
  await expect(letters).toBeVisible()
  await box(page).fill('gas')
  await expect(letters).toBeVisible({ visible: width > 1024 })
  // The message says "Try a shorter word, or browse by letter.", so the alphabet is shown.
  await box(page).fill('zzzz qqq')
  await expect(page.getByRole('heading', { name: 'No Terms Found' })).toBeVisible()
  await expect(letters).toBeVisible()
  await box(page).fill('')
  await expect(letters).toBeVisible()
})

test('On a phone the glossary search shows short cards, and full texts again without a search', async () => {
  const { page } = await visit('/glossary', { width: 360, height: 640 })
  await page.getByRole('complementary').getByRole('button', { name: 'Dismiss this tip' }).click()
  const lines = (place: number) =>
    items(page)
      .nth(place)
      .evaluate((card) => {
        const text = [...card.children].findLast((child) => child.matches('p')) as HTMLElement
        return Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
      })
  expect(await lines(0)).toBeGreaterThan(2)
  await box(page).fill('control')
  await expect(shown(page)).toHaveText(`20 of ${await countMatches(address, 'control')} terms`)
  for (const place of [0, 1, 2]) expect(await lines(place)).toBeLessThanOrEqual(2)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(items(page).first()).toBeInViewport({ ratio: 1 })
  // The actions of a term stay visible.
  await expect(
    items(page)
      .first()
      .getByRole('link', { name: /^Save / }),
  ).toBeVisible()
  await box(page).fill('')
  await expect(shown(page)).toHaveText(`20 of ${all.length} terms`)
  expect(await lines(0)).toBeGreaterThan(2)
})

test('A sent search stays in the URL through a filter, a reload and Load More, and editing it removes it', async () => {
  const { page } = await visit('/glossary?search=control')
  await choose(page, 'type', 'Clinical')
  await expect(page).toHaveURL(`${address}/glossary?type=clinical&search=control`)
  const found = await countMatches(address, 'control', 'clinical')
  await expect(shown(page)).toHaveText(`${Math.min(20, found)} of ${found} terms`)
  await page.reload()
  await expect(box(page)).toHaveValue('control')
  await expect(shown(page)).toHaveText(`${Math.min(20, found)} of ${found} terms`)
  await loadMore(page).click()
  await expect(shown(page)).toHaveText(`${Math.min(40, found)} of ${found} terms`)
  await expect(page).toHaveURL(/[?&]search=control(&|$)/)
  // The edited text is not sent, so the URL has neither text.
  await box(page).fill('controlling')
  await expect(page).toHaveURL(`${address}/glossary?type=clinical`)
})

test('The glossary announces to screen readers how many terms it shows, or that there are none', async () => {
  const { page } = await visit('/glossary')
  const said = page.getByRole('main').getByRole('status')
  await box(page).fill('silent')
  await expect(said).toHaveText(/^\d+ of \d+ terms$/)
  await box(page).fill('zzzz')
  await expect(said).toHaveText('No Terms Found')
  await box(page).fill('')
  await expect(said).toHaveText(`20 of ${all.length} terms`)
  await choose(page, 'type', 'Clinical')
  await expect(said).toHaveText(`20 of ${all.filter(({ type }) => type === 'clinical').length} terms`)
  await loadMore(page).click()
  await expect(said).toHaveText(/^40 of /)
})

test('Load More loads more results of the same search', async () => {
  const found = await countMatches(address, 'a')
  expect(found).toBeGreaterThan(20)
  const { page } = await visit('/glossary')
  await box(page).fill('a')
  await expect(shown(page)).toHaveText(`20 of ${found} terms`)
  await loadMore(page).click()
  await expect(shown(page)).toHaveText(`${Math.min(40, found)} of ${found} terms`)
  expect(page.url()).toBe(`${address}/glossary?page=2`)
  expect(new Set(await names(page)).size).toBe(Math.min(40, found))
})

test('The glossary search finds a term by another name, and shows that name', async () => {
  const { page } = await visit('/glossary')
  await box(page).fill('cold shoulder')
  const card = items(page).filter({ has: page.getByRole('heading', { name: 'Silent Treatment' }) })
  await expect(card.getByText('also called cold shoulder')).toBeVisible()
  await expect(card.locator('mark').first()).toHaveText('cold shoulder')
})

test('The glossary search finds misspelled, split or described terms, and shows why and how many', async () => {
  const { page } = await visit('/glossary')
  for (const [text, name, why] of [
    ['gasligthing', 'Gaslighting', 'did you mean Gaslighting'],
    ['stone walling', 'Stonewalling', undefined],
    ['rewrites history', 'Gaslighting', 'also called rewriting history'],
    ['he hides my car keys', 'Transportation Control', 'may fit your description'],
  ] as const) {
    await box(page).fill(text)
    const card = items(page).first()
    await expect(card.getByRole('heading', { name, exact: true })).toBeVisible()
    if (why) await expect(card.getByText(why)).toBeVisible()
    const found = await countMatches(address, text)
    await expect(shown(page)).toHaveText(found === 1 ? '1 term' : `${Math.min(20, found)} of ${found} terms`)
    await expectAccessible(page)
  }
})

test('The glossary search ignores a late response to an earlier search', async () => {
  const waiting = createGate()
  const { page } = await visit('/glossary', { before: (page) => page.route(/search=silent/, waiting.hold) })
  const late = page.waitForResponse(/search=silent/)
  const asked = page.waitForRequest(/search=silent/)
  await box(page).fill('silent')
  await asked
  await box(page).fill('gaslighting')
  await expect(items(page).first().getByRole('heading')).toHaveText('Gaslighting')
  waiting.open()
  await (await late).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await expect(items(page).first().getByRole('heading')).toHaveText('Gaslighting')
})

test.each(['zzzz qqq', `don't "zzqx" <b>&</b>`, '100%_\\', 'z'.repeat(180)])(
  'The glossary search shows that nothing matches %s',
  async (text) => {
    const { page } = await visit('/glossary')
    await box(page).fill(text)
    await expect(page.getByRole('heading', { name: 'No Terms Found' })).toBeVisible()
    await expect(page.getByText(`No terms found matching "${text}"`, { exact: true })).toBeVisible()
    expect(await overflowingElements(page)).toEqual([])
    await expect(loadMore(page)).toHaveCount(0)
    await page.locator('main').getByRole('link', { name: 'See all terms' }).click()
    await expect(shown(page)).toHaveText(`20 of ${all.length} terms`)
  },
)

test('Choosing a letter clears the glossary search, and a search replaces the letter', async () => {
  const { page } = await visit('/glossary')
  await box(page).fill('zzzz')
  await expect(page.getByRole('heading', { name: 'No Terms Found' })).toBeVisible()
  await letter(page, 'G').click()
  await expect(items(page).first().getByRole('heading')).toHaveText(/^G/)
  await expect(box(page)).toHaveValue('')
  await box(page).fill('silent')
  await expect(items(page).first()).toContainText('Silent Treatment')
  expect(page.url()).toBe(`${address}/glossary`)
})

test('The glossary search shows a message when its text is too long, and keeps the text', async () => {
  const { page } = await visit('/glossary')
  const text = 'long '.repeat(50)
  await box(page).fill(text)
  await expect(page.getByRole('heading', { name: 'That is more than we can search for' })).toBeVisible()
  await expect(box(page)).toHaveValue(text)
  await box(page).fill('silent')
  await expect(items(page).first()).toContainText('Silent Treatment')
})
test('A failed glossary search shows an error, and the next one works', async () => {
  const visited = await visit('/glossary', {
    before: (page) => page.route(/search=silent/, (route) => route.abort()),
  })
  const { page } = visited
  await box(page).fill('silent')
  await seeFailure(page)
  expect(visited.consoleErrors.join()).toContain('The list of terms could not be loaded')
  await box(page).fill('gaslighting')
  await expect(items(page).first().getByRole('heading')).toHaveText('Gaslighting')
})

test('A failed response of the glossary is not cached', async () => {
  const { page } = await visit('/glossary')
  await page.route(/type=clinical/, (route) => route.abort(), { times: 1 })
  await choose(page, 'type', 'Clinical')
  await seeFailure(page)
  await choose(page, 'type', 'Clinical')
  await expect(items(page)).toHaveCount(20)
})

test('A failed Load More keeps the loaded terms, and can be retried', async () => {
  const { page } = await visit('/glossary')
  await page.route(/page=2/, (route) => route.abort(), { times: 1 })
  await loadMore(page).click()
  await seeFailure(page)
  await expect(items(page)).toHaveCount(20)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(40)
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
})
