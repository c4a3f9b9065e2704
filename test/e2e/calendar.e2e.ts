import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expectAccessibleInBothThemes, expectAccessibleLayout } from '../support/a11y-checks.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { hydrated } from '../support/private-area.ts'

const address = inject('address')
const { visit } = journey()
const calendar = '/dashboard/connections/calendar'
const headers = { 'Sec-Fetch-Site': 'same-origin' }

type Note = { content: string; date?: string; time?: string }

/** A new user with these Connections, on the calendar. */
async function open(notes: Note[], options: VisitOptions = {}) {
  const { page } = await visit(calendar, {
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      for (const { content, date, time = null } of notes) {
        const data = { content, happened: date ? { date, time } : null }
        const answer = await page.request.post(`${address}/api/journal-entries`, { data, headers })
        expect(answer.status()).toBe(201)
      }
      await options.before?.(page)
    },
  })
  if (options.javaScript !== false) await hydrated(page)
  return page
}

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
const day = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const focusedDay = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-day'))

async function goTo(page: Page, month: string, year: string) {
  await page.getByRole('textbox', { name: 'Month' }).fill(month)
  await page.getByRole('textbox', { name: 'Year' }).fill(year)
  await page.getByRole('textbox', { name: 'Year' }).press('Enter')
}

const leapYear: Note[] = [
  { content: 'He read my letters.', date: '2024-02-29', time: '21:30' },
  { content: 'He locked the door.', date: '2024-02-29' },
  { content: 'He called me at work.', date: '2024-03-01' },
  { content: 'It began that winter.', date: '2024-02' },
  { content: 'That whole year.', date: '2024' },
]

describe('The month', () => {
  test('can be used by keyboard, from day to day, across months and leap days', async () => {
    const page = await open(leapYear)
    await goTo(page, 'Feb', '2024')
    await expect(grid(page, 'February 2024')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([/^Sunday/, ...Array(6).fill(/day/)])
    const leapDay = day(page, 'February 29, 2024: 2 happened')
    await leapDay.focus()
    await page.keyboard.press('Enter')
    const list = region(page, 'Thursday, February 29, 2024')
    await expect(list.getByRole('listitem')).toHaveText([
      /Happened9:30\sPMFreeform EntryHe read my letters\./,
      /HappenedFreeform EntryHe locked the door\./,
    ])
    await expect(leapDay).toHaveAttribute('aria-pressed', 'true')
    await expect(leapDay).toBeFocused()
    await expect(page.getByText('Below the calendar now, February 29, 2024')).toBeAttached()
    for (const [key, expected] of [
      ['ArrowLeft', '2024-02-28'],
      ['ArrowRight', '2024-02-29'],
      ['ArrowRight', '2024-03-01'],
      ['Home', '2024-03-01'],
      ['End', '2024-03-02'],
      ['ArrowUp', '2024-02-24'],
      ['PageUp', '2024-01-24'],
      ['Shift+PageUp', '2023-01-24'],
      ['Control+End', '2023-01-31'],
      ['PageDown', '2023-02-28'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => focusedDay(page), key).toBe(expected)
    }
    // One day is in the tab order.
    await expect(page.locator('.calendar [tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('switch', { name: 'On this day' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => focusedDay(page)).toBe('2023-02-28')
    // Back keeps its keys.
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => focusedDay(page)).toBe('2023-02-28')
  })

  test('lists what is known to the month or year apart from its days', async () => {
    const page = await open(leapYear)
    await goTo(page, '2', '2024')
    await expect(region(page, 'Some time in February 2024').getByRole('listitem')).toContainText([
      'It began that winter.',
    ])
    await expect(region(page, 'Some time in 2024').getByRole('listitem')).toContainText(['That whole year.'])
    await expect(page.locator('.calendar button')).toHaveCount(1)
    await press(page, 'Next month')
    await expect(grid(page, 'March 2024')).toBeVisible()
    await expect(region(page, 'Some time in February 2024')).toHaveCount(0)
    await expect(day(page, 'March 1, 2024: 1 happened')).toBeVisible()
  })

  test('begins today, where the device is, and ends there', async () => {
    const timeZone = 'Pacific/Kiritimati'
    const page = await open([{ content: 'Today.' }], { timeZone })
    const today = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'long' }).format(new Date())
    await expect(day(page, `${today}: 1 written`)).toHaveAttribute('aria-current', 'date')
    const next = page.getByRole('button', { name: 'Next month' })
    await expect(next).toBeDisabled()
    await press(page, 'Previous month')
    await expect(next).toBeEnabled()
    await press(page, 'Today')
    await expect(day(page, `${today}: 1 written`)).toBeVisible()
    await goTo(page, '13', '2024')
    await expect(page.getByRole('alert')).toContainText('Please enter a month from January 1900 to')
    await goTo(page, '', '1900')
    await expect(grid(page, 'January 1900')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  })

  test('is accessible and fits the window, in both themes, with everything it can show', async () => {
    const page = await open(leapYear)
    await goTo(page, '2', '2024')
    await press(page, 'February 29, 2024: 2 happened')
    await expectAccessibleInBothThemes(page)
    await goTo(page, '0', '0')
    await expectAccessibleLayout(page)
    await page.getByRole('radio', { name: 'List' }).check()
    await expectAccessibleLayout(page)
  })
})

describe('The list', () => {
  test('has words for what happened and what was written, and prints', async () => {
    const page = await open([...leapYear, { content: 'Written alone.' }])
    await page.getByRole('radio', { name: 'Month' }).press('ArrowRight')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 3 })).toHaveText([
      /day, /,
      'Friday, March 1, 2024',
      'Thursday, February 29, 2024',
      'Some time in February 2024',
    ])
    await expect(main.getByRole('heading', { level: 2 }).nth(3)).toHaveText('Some time in 2024')
    await expect(main.getByRole('listitem')).toHaveCount(11)
    await expect(main.getByRole('listitem').first()).toContainText('Written')
    await expect(main.getByRole('listitem').last()).toHaveText(/^Happened.*That whole year\.$/)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Thursday, February 29, 2024' })).toBeVisible()
    for (const gone of [page.getByRole('radio'), page.getByRole('switch')]) await expect(gone).toHaveCount(0)
  })

  test('loads more, and then gives the focus to what is new', async () => {
    const notes = Array.from({ length: 25 }, (_, index) => ({ content: `Note ${index}.` }))
    const page = await open(notes)
    await page.getByRole('radio', { name: 'List' }).check()
    const items = page.getByRole('main').getByRole('listitem')
    await expect(items).toHaveCount(20)
    await press(page, 'Load More')
    await expect(items).toHaveCount(25)
    await expect(items.nth(20).getByRole('link')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  })
})

test('Back restores the month, the day and the focus, and leaves no trace of them', async () => {
  const page = await open(leapYear)
  await goTo(page, '2', '2024')
  await press(page, 'February 29, 2024: 2 happened')
  const link = region(page, 'Thursday, February 29, 2024').getByRole('link').nth(1)
  await link.click()
  await expect(page.locator('.entry-text')).toHaveText('He locked the door.')
  const trace = () =>
    page.evaluate(() =>
      JSON.stringify([
        ...[location.href, document.title, history.state],
        ...[{ ...localStorage }, { ...sessionStorage }],
      ]),
    )
  expect(await trace()).not.toMatch(/2024|February/)
  await page.goBack()
  await expect(grid(page, 'February 2024')).toBeVisible()
  await expect(link).toBeFocused()
  expect(await trace()).not.toMatch(/2024|February/)
  expect(await page.title()).toContain('Calendar')
  await page.getByRole('link', { name: 'Back to Connections' }).click()
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(grid(page, 'February 2024')).toHaveCount(0)
})

describe('On this day', () => {
  const now = new Date().toISOString()
  // Also for a February 29.
  const date = `${Number(now.slice(0, 4)) - 4}-${now.slice(5, 10)}`
  const list = (page: Page) => region(page, 'On this day in other years')
  const toggle = (page: Page) => page.getByRole('switch', { name: 'On this day' })

  test('is off at first, shows other years on the calendar alone, and is off again', async () => {
    const page = await open([{ content: 'She laughed at me.', date }])
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(toggle(page)).not.toBeChecked()
    await expect(toggle(page)).toHaveAccessibleDescription(/^Memories can hurt, so this is off until/)
    await expect(list(page)).toHaveCount(0)
    await toggle(page).press('Space')
    await expect(toggle(page)).toBeChecked()
    await expect(list(page).getByRole('listitem')).toContainText(['She laughed at me.'])
    await hydrated(page)
    await expectAccessibleInBothThemes(page)
    for (const path of ['/dashboard', '/dashboard/connections']) {
      await page.goto(path)
      await hydrated(page)
      await expect(page.getByText('On this day')).toHaveCount(0)
    }
    await page.goto(calendar)
    await hydrated(page)
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
    await toggle(page).press('Space')
    await expect(toggle(page)).not.toBeChecked()
    await hydrated(page)
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(list(page)).toHaveCount(0)
  })

  test('can be switched without JavaScript, where the page says what it needs', async () => {
    const page = await open([{ content: 'She laughed at me.', date }], { javaScript: false })
    // Text locators leave `noscript` out.
    const note = page.locator('noscript .note')
    await expect(note).toHaveText('The calendar needs JavaScript. All your Connections are in the list.')
    await expect(note).toBeVisible()
    await expect(page.getByText('Loading your Connections...')).toBeHidden()
    await toggle(page).click()
    await expect(toggle(page)).toBeChecked()
    await expect(page).toHaveURL(/\/calendar(?:#on-this-day)?$/)
    await toggle(page).click()
    await expect(toggle(page)).not.toBeChecked()
    await note.locator('a').click()
    await expect(page.getByText('She laughed at me.')).toBeVisible()
  })
})

describe('The calendar', () => {
  test('is tried again after a failure', async () => {
    const entries = '**/api/journal-entries?*'
    const page = await open(leapYear, { before: (page) => page.route(entries, (route) => route.abort()) })
    await expect(page.getByRole('alert')).toHaveText('Failed to load connections. Please try again.')
    await page.unroute(entries)
    await press(page, 'Try again')
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('says where nothing is written yet', async () => {
    const page = await open([])
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    await expectAccessibleLayout(page)
  })
})
