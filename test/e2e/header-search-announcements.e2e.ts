import type { Route } from 'playwright'
import { test } from 'vitest'
import { withBackForwardCache } from '../support/browser.ts'
import { createGate } from '../support/glossary-page.ts'
import {
  box,
  indexPath,
  markBfcacheRestore,
  note,
  options,
  searchLeaveAndComeBack,
  suggestPath,
} from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'

const { visit } = journey()

test('The header search shows "Searching..." while the index loads', async () => {
  const waiting = createGate()
  const { page } = await visit('/resources', {
    before: (page) => page.route(`**${indexPath}`, waiting.hold),
  })
  await box(page).fill('abuse')
  await expect(note(page)).toHaveText('Searching...')
  await expect(note(page)).toBeVisible()
  waiting.open()
  await expect(options(page)).toHaveCount(5)
})

test('The header search shows "Searching..." while the server searches further', async () => {
  const waiting = createGate()
  const { page } = await visit('/resources', {
    before: (page) => page.route(`**${suggestPath}?*`, waiting.hold),
  })
  // Only examples have this word, which the browser does not know; otherwise it would show its own results meanwhile.
  await box(page).fill('whiteboard')
  await expect(note(page)).toHaveText('Searching...')
  await expect(note(page)).toBeVisible()
  waiting.open()
  await expect(options(page).first()).toBeVisible()
})

test.each(['zzzz', '<b>zzzz</b> & "qqqq"'])(
  'The header search shows "No results found" for %s',
  async (text) => {
    const { page } = await visit('/resources')
    await box(page).fill(text)
    await expect(note(page)).toHaveText(`No results found for "${text}"`)
    await expect(note(page)).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  },
)

test.each([
  ['neither the index nor the server can be reached', /api\/terms\/(index|suggest)/],
  ['the server cannot look further', /api\/terms\/suggest/],
])('The header search shows and logs an error when %s, and works again later', async (_, path) => {
  const visited = await visit('/resources', {
    before: (page) => page.route(path, (route) => route.abort()),
  })
  const { page, consoleErrors } = visited
  await box(page).fill('kitchen table')
  await expect(note(page)).toHaveText('Search temporarily unavailable')
  await expect(note(page)).toBeVisible()
  expect(consoleErrors.join()).toContain('The header search failed')
  await page.unroute(path)
  await box(page).fill('kitchen tabl')
  await expect(options(page).first()).toBeVisible()
})

test.each([
  ['does not come', (route: Route) => route.abort()],
  ['is of another version', (route: Route) => route.fulfill({ json: { terms: [['Gaslighting', 1, '']] } })],
])('The header search shows the results of the server alone when the index %s', async (_, answer) => {
  const { page, consoleErrors } = await visit('/resources', {
    before: (page) => page.route(`**${indexPath}`, answer),
  })
  await box(page).fill('gaslighting')
  await expect(options(page).first()).toContainText('Gaslighting')
  expect(consoleErrors.join()).toContain('The index of the header search failed')
})

test('The header search ignores a late response to an earlier search', async () => {
  const waiting = createGate()
  const { page } = await visit('/resources', {
    before: (page) => page.route(/suggest\?q=kitchen/, waiting.hold),
  })
  const asked = page.waitForRequest(/suggest\?q=kitchen/)
  const late = page.waitForResponse(/suggest\?q=kitchen/)
  await box(page).fill('kitchen tabl')
  await asked
  await box(page).fill('zzzz')
  await expect(note(page)).toHaveText('No results found for "zzzz"')
  waiting.open()
  await (await late).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await expect(note(page)).toHaveText('No results found for "zzzz"')
})

test('A page restored from the back/forward cache shows nothing of the previous search', async () => {
  const { page } = await visit('/resources', {
    browser: withBackForwardCache,
    before: markBfcacheRestore,
  })
  await searchLeaveAndComeBack(page)
})
