import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import type { Entry } from '../../src/domains/connections/entries.contract.ts'
import { checksumOf, formatChecksum } from '../../src/domains/connections/print/checksum.rules.ts'
import { expectAccessibleLayout } from '../support/a11y-checks.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { textOfPdf } from '../support/pdf-text.ts'

const address = inject('address')
const { visit } = journey()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const print = '/dashboard/connections/print'
const happened = { date: '2024-03-13', time: '21:30', about: false, time_zone: 'Europe/Berlin' }
const record = { place: 'In the kitchen', people: '', proof: 'A photo', disclosed_to: '' }

/** A new user, whose name is "Marlene", with these Connections, on a page. */
async function writer(entries: object[], path = print, options: VisitOptions = {}) {
  const written: Entry[] = []
  const { page } = await visit(path, {
    timeZone: 'America/New_York',
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      await page.request.patch(`${address}/api/profile`, { data: { first_name: 'Marlene' }, headers })
      for (const data of entries) {
        const answer = await page.request.post(`${address}/api/journal-entries`, { data, headers })
        expect(answer.status()).toBe(201)
        written.push(await answer.json())
      }
    },
  })
  return { page, written }
}

const ready = (page: Page, count: string) =>
  Promise.all([
    expect(page.getByRole('status').getByText(`${count} will be printed.`)).toBeVisible(),
    expect(page.getByRole('button', { name: 'Print or save as PDF' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  ])
const printed = async (page: Page) =>
  textOfPdf(await page.pdf({ format: 'A4' })).replaceAll(/[\s\u202f]+/g, ' ')
const printEvent = (page: Page, name: 'beforeprint' | 'afterprint') =>
  page.evaluate((name) => dispatchEvent(new Event(name)), name)

describe('Connections on paper', () => {
  test('hold both dates with their time zones, the version and the checksum, and nothing of the site', async () => {
    const { page, written } = await writer([
      { content: 'She hid my keys.\n\nThen she laughed.', happened, record },
      { content: 'The second.' },
    ])
    await ready(page, '2 Connections')
    const text = await printed(page)
    expect(text).toContain('When it happened March 13, 2024 at 9:30 PM (Europe/Berlin)')
    expect(text).toMatch(/Written on \w+, \w+ \d+, 20\d\d at [\d:]+ [AP]M \(America\/New York\)/)
    for (const entry of written) {
      expect(text).toContain(`Version 1 · ID …${entry.id.slice(-8)}`)
      expect(text).toContain(formatChecksum(await checksumOf(entry as Entry & { content: string })))
    }
    for (const part of [
      'She hid my keys. Then she laughed.',
      'In the kitchen',
      'A photo',
      'Entry 2 of 2',
      'SHA-256, form 1',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Notes Printed on .* \(America\/New York\) 2 entries/)
    expect(text).not.toMatch(/unfog|marlene|user|quick hide|headers and footers|preview|dashboard/i)
  })

  test('are the ones that were chosen, with what was chosen', async () => {
    const { page } = await writer([
      { content: 'The first.', record, happened },
      { content: 'The second.', happened: { ...happened, date: '2023-05-01' } },
      { content: 'The third.' },
    ])
    await ready(page, '3 Connections')
    const order = (text: string) => text.match(/The (?:first|second|third)\./g)?.join(' ')
    expect(order(await printed(page))).toBe('The first. The second. The third.')
    await page.getByRole('radio', { name: 'Newest first' }).check()
    await page.getByRole('checkbox', { name: 'A cover' }).uncheck()
    await page.getByRole('checkbox', { name: 'Where, who, and proof' }).uncheck()
    const reversed = await printed(page)
    expect(order(reversed)).toBe('The third. The second. The first.')
    expect(reversed).not.toMatch(/In the kitchen|3 entries/)

    await page.getByRole('radio', { name: 'One month, or a range of months' }).check()
    await page.getByRole('radio', { name: 'When it happened' }).check()
    await expect(page.getByText('1 Connection doesn’t say when it happened, and is left out.')).toBeVisible()
    const [from, to] = ['First month', 'Last month'].map((name) => page.getByRole('group', { name }))
    await to?.getByRole('textbox', { name: 'Month' }).fill('')
    await to?.getByRole('textbox', { name: 'Year' }).fill('')
    await from?.getByRole('textbox', { name: 'Month' }).fill('13')
    await expect(page.getByText('Please write a month from 1 to 12')).toBeVisible()
    await from?.getByRole('textbox', { name: 'Month' }).fill('5')
    await from?.getByRole('textbox', { name: 'Year' }).fill('2023')
    await ready(page, '1 Connection')
    expect(order(await printed(page))).toBe('The second.')

    await page.getByRole('radio', { name: 'Single Connections' }).check()
    await expect(page.getByText('Nothing is chosen yet.')).toBeVisible()
    await page.getByRole('checkbox', { name: /The third/ }).check()
    await page.getByRole('checkbox', { name: /The first/ }).check()
    await ready(page, '2 Connections')
    expect(order(await printed(page))).toBe('The third. The first.')
  })

  test('are the one whose page led here, also after a reload, and none where it is unknown', async () => {
    const { page, written } = await writer(
      [{ content: 'The first.' }, { content: 'The second.' }],
      '/dashboard/connections',
    )
    await page.getByRole('main').getByRole('listitem').nth(1).getByRole('link').click()
    await expect(page.locator('.entry-text')).toHaveText('The first.')
    await page.getByRole('main').getByRole('link', { name: 'Print', exact: true }).click()
    await ready(page, '1 Connection')
    await page.reload()
    await ready(page, '1 Connection')
    const text = await printed(page)
    expect(text).toContain('The first.')
    expect(text).not.toContain('The second.')
    expect(text).toContain(written[0]?.id.slice(-8))
    await page.goto('/dashboard/connections/0192f0c1-7d5e-7bbb-8aaa-000000000000/print')
    await expect(page.getByText('Nothing is chosen yet.')).toBeVisible()
  })

  test('give the document a neutral title while they are printed, and another page keeps its own', async () => {
    const { page } = await writer([{ content: 'The first.' }])
    await ready(page, '1 Connection')
    const title = await page.title()
    await printEvent(page, 'beforeprint')
    expect(await page.title()).toMatch(/^Notes 20\d\d-\d\d-\d\d$/)
    await printEvent(page, 'afterprint')
    expect(await page.title()).toBe(title)
    await printEvent(page, 'beforeprint')
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(page).toHaveTitle('Connections')
    await printEvent(page, 'afterprint')
    await expect(page).toHaveTitle('Connections')
  })

  test('are chosen and printed by keyboard alone', async () => {
    const { page } = await writer([{ content: 'The first.' }, { content: 'The second.' }])
    await ready(page, '2 Connections')
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await page.locator('main').focus()
    await tabTo(page.getByRole('radio', { name: 'All Connections' }))
    await page.keyboard.press('ArrowUp')
    await tabTo(page.getByRole('checkbox', { name: /The second/ }))
    await page.keyboard.press('Space')
    await tabTo(page.getByRole('textbox', { name: 'Name on the cover (optional)' }))
    await page.keyboard.type('N. N.')
    await tabTo(page.getByRole('button', { name: 'Print or save as PDF' }))
    await ready(page, '1 Connection')
    await page.keyboard.press('Enter')
    await expect(page.locator('html[data-printed]')).toBeAttached()
    expect(await printed(page)).toMatch(/Notes N\. N\. Printed on .* 1 entry .*The second\./)
  })

  test('are chosen on a page that is accessible and fits the window, in each state', async () => {
    const { page } = await writer([
      { content: 'onewordwithoutanend'.repeat(20), record, happened },
      { content: 'היום הוא אמר.' },
    ])
    await ready(page, '2 Connections')
    await expectAccessibleLayout(page)
    await page.getByRole('radio', { name: 'One month, or a range of months' }).check()
    await page.getByRole('group', { name: 'First month' }).getByRole('textbox', { name: 'Year' }).fill('x')
    await expectAccessibleLayout(page)
    await page.getByRole('radio', { name: 'Single Connections' }).check()
    await page.getByRole('checkbox', { name: /onewordwithoutanend/ }).check()
    await expectAccessibleLayout(page)
  })

  test('say what to do without JavaScript', async () => {
    const { page } = await writer([{ content: 'The first.' }], print, { javaScript: false })
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text matters
    const shown = await page.locator('main').innerText()
    expect(shown.match(/This page needs JavaScript\./g)).toHaveLength(1)
    await expect(page.getByText('Loading your Connections')).toBeHidden()
  })
})
