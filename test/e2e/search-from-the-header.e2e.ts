import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import type { Suggestion, Term } from '../../src/domains/glossary/terms.contract.ts'
import { readAllTerms } from '../support/all-terms.ts'
import { expectAccessible } from '../support/browser.ts'
import { box, countRequests, indexPath, list, note, options, suggestPath } from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'
import { quickHideButton } from '../support/quick-hide.ts'

const address = inject('address')
const { visit } = journey(undefined, { severalTabs: true })

let all: Term[]
beforeAll(async () => {
  all = await readAllTerms(address)
})

/** Opens a page with a paused clock, so that debounce and cache times are exact. */
async function visitWithClock(path = '/resources') {
  const visited = await visit(path, { before: (page) => page.clock.install({ time: 0 }) })
  await visited.page.clock.pauseAt(60_000)
  return visited
}

const namesThatContain = (text: string) =>
  all.filter(({ term_name, slug }) => [term_name, slug].some((name) => name.toLowerCase().includes(text)))

async function suggested(text: string): Promise<string[]> {
  const response = await fetch(`${address}${suggestPath}?q=${encodeURIComponent(text)}`)
  return ((await response.json()) as { terms: Suggestion[] }).terms.map((term) => term.term_name)
}

/** How many Map objects in the memory of a page have this key after garbage collection. */
async function mapsWith(page: Page, key: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) =>
    (await devtools.send('Runtime.evaluate', { expression })).result.objectId ?? ''
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: await evaluate('Map.prototype'),
  })
  const { result } = await devtools.send('Runtime.callFunctionOn', {
    functionDeclaration:
      'function (key) { return this.filter((map) => Map.prototype.has.call(map, key)).length }',
    objectId: objects.objectId ?? '',
    arguments: [{ value: key }],
    returnByValue: true,
  })
  await devtools.detach()
  return result.value
}

describe('The header search', () => {
  test('Point 23: is a combobox that opens when the visitor types, without autocomplete by the browser', async () => {
    const { page } = await visit('/resources')
    await expect(box(page)).toHaveAttribute('placeholder', 'Search glossary...')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(box(page)).toHaveAttribute('aria-autocomplete', 'list')
    await expect(box(page)).toHaveAttribute('autocomplete', 'off')
    const controlled = await box(page).getAttribute('aria-controls')
    await box(page).focus()
    await expect(list(page)).toBeHidden()
    await box(page).fill('   ')
    await expect(list(page)).toBeHidden()
    await box(page).fill('gas')
    await expect(list(page)).toHaveId(controlled ?? '')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    await box(page).fill('')
    await expect(list(page)).toBeHidden()
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  })

  test('shows at most five results with name, type and one line, without a request to the server', async () => {
    const expected = namesThatContain('a').slice(0, 5)
    const visited = await visitWithClock()
    const { page } = visited
    await box(page).fill('a')
    await expect(options(page)).toHaveCount(5)
    for (const [place, term] of expected.entries()) {
      const option = options(page).nth(place)
      await expect(option).toContainText(term.term_name)
      await expect(
        option.getByText(term.type === 'clinical' ? 'Clinical' : 'Community', { exact: true }),
      ).toBeVisible()
      const line = (await option.locator('span').last().textContent()) ?? ''
      expect(line.length).toBeGreaterThan(10)
      expect(term.definition.startsWith(line)).toBe(true)
    }
    await page.clock.runFor(5_000)
    expect(countRequests(visited, suggestPath)).toBe(0)
    await expect(note(page)).toHaveText('5 results')
  })

  test.each([360, 1280])('shows five whole results of one line each, at %i px', async (width) => {
    const { page } = await visit('/resources', { width })
    await box(page).fill('sta')
    await expect(options(page)).toHaveCount(5)
    await expect(page.locator('.search-line')).toHaveCount(5)
    for (const option of await options(page).all()) await expect(option).toBeInViewport({ ratio: 1 })
  })

  test('asks the server once after 300 ms for matches that the index lacks, and shows no duplicates', async () => {
    const visited = await visitWithClock()
    const { page } = visited
    // The index is loaded before the clock counts.
    await box(page).press('b')
    await expect(options(page)).toHaveCount(5)
    for (const letter of 'reakfast') {
      await box(page).press(letter)
      await page.clock.runFor(299)
    }
    const told = await options(page).count()
    expect(told).toBeLessThan(5)
    expect(countRequests(visited, suggestPath)).toBe(0)
    await page.clock.runFor(1)
    const further = await suggested('breakfast')
    expect(new Set(further).size).toBe(5)
    await expect(options(page).locator('b')).toHaveText(further)
    expect(countRequests(visited, suggestPath)).toBe(1)
  })

  test.each([
    ['silent treatm', 'Silent Treatment', ''],
    ['gasligthing', 'Gaslighting', 'did you mean Gaslighting'],
    ['stone walling', 'Stonewalling', ''],
    ['love bombs me', 'Love Bombing', ''],
    ['cold shoulder', 'Silent Treatment', 'also called cold shoulder'],
    ['rewrites history', 'Gaslighting', 'also called rewriting history'],
  ])('finds %j without a request to the server, and shows why it matches', async (text, name, why) => {
    const visited = await visit('/resources')
    const { page } = visited
    await box(page).fill(text)
    await expect(options(page).first().locator('b')).toHaveText(name)
    if (why) await expect(options(page).first().getByText(why, { exact: true })).toBeVisible()
    await expectAccessible(page)
    // Twice the debounce time of a request to the server.
    await page.waitForTimeout(600)
    expect(countRequests(visited, suggestPath)).toBe(0)
  })

  test('shows the best matches of the server for a sentence', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('he hides my car keys')
    await expect(options(page).first().locator('b')).toHaveText('Transportation Control')
    await expect(options(page).locator('b')).toHaveText(await suggested('he hides my car keys'))
    await expect(options(page).first().getByText('may fit your description', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('loads its script and the index when it gets the focus, not before', async () => {
    const visited = await visitWithClock()
    const { page, requests } = visited
    const script = (await page.locator('script[data-search]').getAttribute('data-search')) ?? ''
    const asked = () => requests.map((request) => new URL(request.url()).pathname)
    expect(asked()).not.toContain(script)
    await box(page).focus()
    await box(page).fill('gaslit')
    await expect(options(page).first()).toBeVisible()
    expect(asked()).toEqual(expect.arrayContaining([script, indexPath]))
  })

  test('caches the index for five minutes', async () => {
    const visited = await visitWithClock()
    const { page } = visited
    const searchAnew = async () => {
      await box(page).blur()
      await box(page).focus()
      await box(page).fill('')
      await box(page).fill('abuse')
      await expect(options(page)).toHaveCount(5)
    }
    await searchAnew()
    await page.clock.runFor(5 * 60_000 - 1)
    await searchAnew()
    expect(countRequests(visited, indexPath)).toBe(1)
    await page.clock.runFor(1)
    await searchAnew()
    expect(countRequests(visited, indexPath)).toBe(2)
  })

  test('caches a response of the server for five minutes, only in the memory of the page', async () => {
    const visited = await visitWithClock()
    const { page } = visited
    const further = await suggested('breakfast')
    const search = async () => {
      await box(page).fill('abuse')
      await expect(options(page)).toHaveCount(5)
      await expect(options(page).locator('b').first()).toHaveText('Abuse')
      await box(page).fill('breakfast')
      const shown = async () => {
        await page.clock.runFor(100)
        return options(page).locator('b').allTextContents()
      }
      await expect.poll(shown, { timeout: 30_000 }).toEqual(further)
    }
    await search()
    await search()
    expect(countRequests(visited, suggestPath)).toBe(1)
    await page.clock.runFor(5 * 60_000)
    await search()
    expect(countRequests(visited, suggestPath)).toBe(2)
    const [first] = visited.requests.filter((request) => request.url().includes(suggestPath))
    expect((await first?.response())?.headers()['cache-control']).toBe('no-store')
  })

  test('forgets the cached responses when Quick Hide is pressed, even offline when the page stays open', async () => {
    const visited = await visit('/resources')
    const { page } = visited
    await box(page).fill('kitchen tabl')
    await expect(options(page).locator('b')).toHaveText(await suggested('kitchen tabl'))
    expect(countRequests(visited, suggestPath)).toBe(1)
    expect(await mapsWith(page, 'kitchen tabl')).toBe(1)
    await page.context().setOffline(true)
    await quickHideButton(page).click()
    await expect(page).toHaveTitle('Lentil soup')
    expect(await mapsWith(page, 'kitchen tabl')).toBe(0)
  })

  test('works with the arrow keys and Enter, and highlights no result at first', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('a')
    await expect(options(page)).toHaveCount(5)
    const highlighted = () => page.getByRole('banner').locator('[role=option][aria-selected=true]')
    await expect(highlighted()).toHaveCount(0)
    expect(await box(page).getAttribute('aria-activedescendant')).toBeNull()
    await box(page).press('ArrowUp')
    await expect(options(page).nth(4)).toHaveAttribute('aria-selected', 'true')
    await box(page).press('ArrowDown')
    await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true')
    await box(page).press('ArrowDown')
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(highlighted()).toHaveCount(1)
    await expect(box(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options(page).nth(1).getAttribute('id')) ?? '',
    )
    await expect(box(page)).toBeFocused()
    await box(page).press('Enter')
    await page.waitForURL(`**/glossary/${namesThatContain('a')[1]?.slug}`)
    await expect(box(page)).toHaveValue('')
  })

  test('removes the highlight when the text changes', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('a')
    await box(page).press('ArrowDown')
    await box(page).fill('ab')
    await expect(page.getByRole('banner').locator('[aria-selected=true]')).toHaveCount(0)
    expect(await box(page).getAttribute('aria-activedescendant')).toBeNull()
  })

  test('closes on ESC, and its box loses the focus', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('gas')
    await expect(list(page)).toBeVisible()
    await box(page).press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(box(page)).not.toBeFocused()
    await expect(box(page)).toHaveValue('gas')
    expect(page.url()).toBe(`${address}/resources`)
  })

  test('closes on a click outside and when the focus moves on', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('gas')
    await expect(list(page)).toBeVisible()
    // Beside the list, which covers the middle of the heading.
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 8, y: 8 } })
    await expect(list(page)).toBeHidden()
    await box(page).fill('gasl')
    await expect(list(page)).toBeVisible()
    await box(page).press('Tab')
    await expect(list(page)).toBeHidden()
  })

  test('opens a result on click, also in a new tab, and clears the box', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('silent t')
    const newTab = page.context().waitForEvent('page')
    await options(page)
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    await (await newTab).waitForURL('**/glossary/silent-treatment')
    await expect(box(page)).toHaveValue('')
    await expect(list(page)).toBeHidden()
    await box(page).fill('silent t')
    await options(page).first().click()
    await page.waitForURL('**/glossary/silent-treatment')
    await page.goBack()
    await expect(box(page)).toHaveValue('')
  })

  test('submits its form on Enter when no result is highlighted', async () => {
    const { page } = await visit('/resources')
    await box(page).fill('silent')
    await expect(list(page)).toBeVisible()
    await box(page).press('Enter')
    await page.waitForURL('**/glossary?search=silent')
    await expect(page.locator('[data-items] > li').first()).toContainText('Silent Treatment')
  })

  test('is also in the main part of the home page', async () => {
    const { page } = await visit('/')
    await page.getByRole('main').getByRole('combobox', { name: 'Search the glossary' }).fill('silent t')
    await page
      .getByRole('main')
      .getByRole('option', { name: /Silent Treatment/ })
      .click()
    await page.waitForURL('**/glossary/silent-treatment')
  })

  test.each([
    ['cold shoulder', 'Silent Treatment'],
    ['GASLIGHT', 'Gaslighting'],
    [' love  bomb ', 'Love Bombing'],
  ])('finds the right term for %j', async (text, name) => {
    const { page } = await visit('/resources')
    await box(page).fill(text)
    await expect(options(page).first().locator('b')).toHaveText(name)
  })
})
