import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, test } from 'vitest'
import { expectAccessibleLayout } from '../support/a11y-checks.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

/* The date, further terms, tags and record of a Connection. */

const area = privateAreaWithoutEmail()
const fresh = '/dashboard/connections/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const fold = (page: Page, name: string) => page.locator('summary', { hasText: name })
const kept = (page: Page) => expect(page.getByText('Draft saved.')).toBeVisible()
const save = (page: Page) => page.getByRole('button', { name: 'Save Connection' }).click()

const post = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(area.address + path, {
    form,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
const turnTagging = (page: Page, to: 'on' | 'off') =>
  post(page, '/dashboard/settings', { intent: 'journal-tagging', journal_tagging: to })

const entries = async (page: Page) =>
  (await (await page.request.get(`${area.address}/api/journal-entries`)).json()).entries

async function pickTerm(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

/** Opens the form of a new user who has turned tagging on. */
async function open(path = fresh) {
  const { page } = await area.visit(path, {
    before: async (page) => {
      await signUpByRequest(page, area.address)
      await turnTagging(page, 'on')
    },
  })
  await hydrated(page)
  return page
}

async function fillDetails(page: Page) {
  await pickTerm(page, 'Linked term (optional)', 'Gaslighting')
  await page.getByRole('button', { name: 'Add another term' }).click()
  await pickTerm(page, 'Another term', 'Love Bombing')
  await fold(page, 'When it happened').click()
  await field(page, 'Month').fill('3')
  await field(page, 'Day').fill('9')
  await field(page, 'Year').fill('2020')
  await field(page, 'Time').fill('9:30 pm')
  await fold(page, 'Your tags').click()
  await field(page, 'Your tags').fill('Mother, mother, phone call')
  await fold(page, 'Where, who, and proof').click()
  await field(page, 'Where was it?').fill('In the kitchen')
  await field(page, 'What did you keep as proof?').fill('A photo of the note')
}

const filled = {
  linked_term_ids: [expect.any(String), expect.any(String)],
  happened: { date: '2020-03-09', time: '21:30', about: false },
  tags: ['Mother', 'phone call'],
  record: { place: 'In the kitchen', proof: 'A photo of the note' },
}

describe('A Connection', () => {
  test('is written with all its details, and shows them', async () => {
    const page = await open()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('He said it never happened.')
    await fillDetails(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessibleLayout(page)
    await save(page)
    await page.waitForURL('**/dashboard/connections')
    const [entry] = await entries(page)
    expect(entry).toMatchObject({ content: 'He said it never happened.', ...filled })
    await page.goto(`/dashboard/connections/${entry.id}`)
    const main = page.getByRole('main')
    for (const shown of ['Love Bombing', 'March 9, 2020', '9:30', 'Mother, phone call', 'In the kitchen'])
      await expect(main).toContainText(shown)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessibleLayout(page)
    await page.goto(`/dashboard/connections/${entry.id}/edit`)
    await hydrated(page)
    for (const [name, value] of [
      ['Month', '3'],
      ['Time', '21:30'],
      ['Your tags', 'Mother, phone call'],
      ['Where was it?', 'In the kitchen'],
    ] as const)
      await expect(field(page, name)).toHaveValue(value)
    await page.getByRole('button', { name: 'Remove Love Bombing' }).click()
    await save(page)
    await page.waitForURL(/connections\/[\w-]+$/)
    const [changed] = await entries(page)
    expect(changed).toMatchObject({ ...filled, linked_term_ids: [entry.linked_term_id], revision: 2 })
  })

  test('with a date that is in no calendar is not saved, and the date has the focus', async () => {
    const page = await open()
    await text(page).fill('Some day')
    await fold(page, 'When it happened').click()
    await field(page, 'Month').fill('2')
    await field(page, 'Day').fill('30')
    await field(page, 'Year').fill('2020')
    await save(page)
    await expect(page.getByRole('alert').filter({ hasText: 'isn’t in the calendar' })).toBeVisible()
    await expect(field(page, 'Month')).toBeFocused()
    await field(page, 'Day').fill('28')
    await save(page)
    await page.waitForURL('**/dashboard/connections')
    expect((await entries(page))[0].happened.date).toBe('2020-02-28')
  })

  test('is a draft with all its details, also before it has a text', async () => {
    const page = await open()
    await fillDetails(page)
    await kept(page)
    await page.goto('/dashboard/connections')
    await page.getByRole('link', { name: 'Continue writing' }).click()
    await expect(field(page, 'Where was it?')).toHaveValue('In the kitchen')
    await expect(field(page, 'Your tags')).toHaveValue('Mother, phone call')
    await text(page).fill('Now with words.')
    await save(page)
    await page.waitForURL('**/dashboard/connections')
    expect((await entries(page))[0]).toMatchObject(filled)
  })

  test('offers the tags that were used before', async () => {
    const page = await open()
    await page.request.post(`${area.address}/api/journal-entries`, {
      data: { content: 'Before.', tags: ['Mother', 'Sunday'] },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    await fold(page, 'Your tags').click()
    const tags = field(page, 'Your tags')
    await tags.fill('sun')
    await page.getByRole('button', { name: 'Sunday' }).click()
    await expect(tags).toHaveValue('Sunday')
    await expect(page.getByRole('button', { name: 'Sunday' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Mother' }).click()
    await expect(tags).toHaveValue('Sunday, Mother')
    await page.getByRole('button', { name: 'Sunday' }).click()
    await expect(tags).toHaveValue('Mother')
  })

  test('shows nothing of its tags, and loses none, while Journal Tagging is off', async () => {
    const page = await open()
    const id = uuidv7()
    await page.request.post(`${area.address}/api/journal-entries`, {
      data: { id, content: 'Tagged.', tags: ['Mother'] },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    await turnTagging(page, 'off')
    await page.goto(`/dashboard/connections/${id}`)
    await expect(page.getByRole('main')).toContainText('Tagged.')
    await expect(page.getByRole('main')).not.toContainText('Mother')
    await page.goto(`/dashboard/connections/${id}/edit`)
    await hydrated(page)
    await expect(fold(page, 'Your tags')).toHaveCount(0)
    await text(page).fill('Tagged, and changed.')
    await save(page)
    await page.waitForURL(/connections\/[\w-]+$/)
    expect((await entries(page))[0]).toMatchObject({ content: 'Tagged, and changed.', tags: ['Mother'] })
  })

  test('begins with a question only where the user asks for one', async () => {
    const page = await open()
    await page.locator('summary', { hasText: 'Not sure how to start?' }).click()
    await page.getByRole('button', { name: 'What was said?' }).click()
    await expect(text(page)).toHaveValue('What was said?\n')
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('Nothing.')
    await page.getByRole('button', { name: 'How did your body feel?' }).click()
    await expect(text(page)).toHaveValue('What was said?\nNothing.\n\nHow did your body feel?\n')
  })
})

test('Without JavaScript details are saved, and come back with what was typed where one is wrong', async () => {
  const { page } = await area.visit(fresh, {
    javaScript: false,
    before: async (page) => {
      await signUpByRequest(page, area.address)
      await turnTagging(page, 'on')
    },
  })
  await text(page).fill('Written without scripts.')
  await fold(page, 'When it happened').click()
  await field(page, 'Month').fill('13')
  await field(page, 'Year').fill('2020')
  await fold(page, 'Your tags').click()
  await field(page, 'Your tags').fill('one, two')
  await fold(page, 'Where, who, and proof').click()
  await field(page, 'Where was it?').fill('Outside')
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: 'isn’t in the calendar' })).toBeVisible()
  await expect(text(page)).toHaveValue('Written without scripts.')
  await expect(field(page, 'Month')).toHaveValue('13')
  await expect(field(page, 'Your tags')).toHaveValue('one, two')
  await field(page, 'Month').fill('12')
  await save(page)
  await page.waitForURL('**/dashboard/connections')
  const [entry] = await entries(page)
  expect(entry).toMatchObject({
    happened: { date: '2020-12', time: null },
    tags: ['one', 'two'],
    record: { place: 'Outside' },
  })
  await page.goto(`/dashboard/connections/${entry.id}/edit`)
  await text(page).fill('Changed without scripts.')
  await save(page)
  await page.waitForURL(/connections\/[\w-]+$/)
  expect((await entries(page))[0]).toMatchObject({
    content: 'Changed without scripts.',
    happened: { date: '2020-12' },
    tags: ['one', 'two'],
    record: { place: 'Outside' },
  })
})
