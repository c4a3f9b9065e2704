import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import {
  type LockedJournal,
  lockJournal,
  openJournal,
  recordRequests,
  request,
} from '../support/locked-by-request.ts'
import { hydrated, privateAreaWithoutEmail, type SignedInBrowser } from '../support/private-area.ts'

const area = privateAreaWithoutEmail({ severalTabs: true })
const list = '/dashboard/connections'
const fresh = `${list}/new`
const canary = 'Lavender smoke behind the pharmacy'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const items = (page: Page) => page.locator('[data-items] > li')
const locked = (page: Page) => page.getByRole('heading', { name: 'Your journal is locked' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const saved = (page: Page) => expect(page.getByText('Draft saved.')).toBeVisible()

/** A new user with a Connection for each text, whose journal is locked. */
async function lockedWriter(
  texts: string[],
  path: string,
  options: { javaScript?: boolean } = {},
): Promise<SignedInBrowser & { lock: LockedJournal }> {
  const browser = await area.signUp('/dashboard', options)
  for (const content of texts)
    await request(browser.page, area.address, 'POST', '/journal-entries', { content })
  const lock = await lockJournal(browser.page, area.address)
  await browser.page.goto(path)
  if (options.javaScript !== false) await hydrated(browser.page)
  return { ...browser, lock }
}

const entriesOf = async (page: Page) =>
  (await request(page, area.address, 'GET', '/journal-entries')).entries as {
    id: string
    revision: number
    content: string | null
    created_at: string
    locked: { lock_id: string; data: string }
  }[]

/** As another tab does when its user closes the journal. */
const closeFrom = (tab: Page, { user_id }: LockedJournal) =>
  tab.evaluate((name) => new BroadcastChannel(name).postMessage({ close: true }), `journal ${user_id}`)

describe('A locked journal', () => {
  test('opens, lists by exact times, counts on the device, and saves envelopes only', async () => {
    const { page, lock } = await lockedWriter([`${canary} one.`, `${canary} two.`], list)
    await expect(locked(page)).toBeVisible()
    await expect(page.getByText(canary)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading')).toHaveCount(1)
    await openJournal(page, lock)
    await expect(page.getByRole('main')).toBeFocused()
    const sent = recordRequests(page)
    await expect(items(page)).toContainText([`${canary} two.`, `${canary} one.`])
    await expect(page.locator('.counts dd')).toHaveText(['2', '2', '0'])
    await page.getByRole('link', { name: 'New Connection' }).click()
    await text(page).fill(`${canary} three.`)
    await saved(page)
    await press(page, 'Save Connection')
    await expect(items(page)).toContainText([`${canary} three.`, `${canary} two.`, `${canary} one.`])
    await items(page).first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await text(page).fill(`${canary} three, and four.`)
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText(`${canary} three, and four.`)
    sent.expectWithout('Lavender', 'pharmacy')
    const newest = (await entriesOf(page)).find(({ revision }) => revision === 2)
    if (!newest) throw new Error('nothing is stored')
    expect(newest.content).toBeNull()
    expect(await lock.open(newest)).toMatchObject({ content: `${canary} three, and four.` })
    // Neither the id nor the times tell more than the hour.
    const time = Number.parseInt(newest.id.replaceAll('-', '').slice(0, 12), 16)
    expect([time % 3_600_000, Date.parse(newest.created_at) % 3_600_000]).toEqual([0, 0])
    const exact = String((await lock.open(newest)).created_at)
    expect(Math.abs(Date.parse(exact) - Date.now())).toBeLessThan(120_000)
  })

  test('is found by a search and by a filter, which stay on the device', async () => {
    const { page, lock } = await lockedWriter([`${canary} one.`, 'The long drive.'], list)
    await openJournal(page, lock)
    const sent = recordRequests(page)
    await page.getByRole('searchbox').fill('pharmacy')
    await expect(items(page)).toHaveCount(1)
    await expect(items(page)).toContainText(canary)
    sent.expectWithout('pharmacy', 'Lavender')
  })

  test('says without JavaScript what it needs, and takes no plain text', async () => {
    const { page } = await lockedWriter([canary], list, { javaScript: false })
    for (const path of [list, fresh]) {
      await page.goto(path)
      await expect(locked(page)).toBeVisible()
      await expect(page.getByText('Nothing is lost.')).toBeVisible()
      await expect(page.locator('textarea')).toHaveCount(0)
    }
  })

  test('opens in all tabs, and closing it in one leaves nothing to read in the others', async () => {
    const { page, tab, lock } = await lockedWriter([canary], list)
    const other = await tab(list)
    await openJournal(page, lock)
    await expect(items(other)).toContainText([canary])
    const third = await tab(fresh)
    await text(third).fill(`${canary} unfinished.`)
    await closeFrom(page, lock)
    await expect(locked(other)).toBeVisible()
    await expect(other.getByText(canary)).toHaveCount(0)
    await expect(text(third)).toBeHidden()
    await expect(third.getByText('What you typed is still here.')).toBeVisible()
    const { drafts } = await request(page, area.address, 'GET', '/journal-drafts')
    expect(await lock.open(drafts[0])).toMatchObject({ content: `${canary} unfinished.` })
    await openJournal(third, lock)
    await expect(text(third)).toHaveValue(`${canary} unfinished.`)
    await press(third, 'Save Connection')
    await expect(items(third)).toContainText([`${canary} unfinished.`, canary])
  })

  test('offers a draft again after a reload', async () => {
    const { page, lock } = await lockedWriter([], fresh)
    await openJournal(page, lock)
    await text(page).fill(canary)
    await saved(page)
    await page.reload()
    await expect(locked(page)).toBeVisible()
    await openJournal(page, lock)
    const draft = page.getByRole('article', { name: 'Unfinished draft' })
    await expect(draft).toContainText(canary)
    await draft.getByRole('link', { name: 'Continue writing' }).click()
    await expect(text(page)).toHaveValue(canary)
    await press(page, 'Save Connection')
    await expect(items(page)).toContainText([canary])
    const { drafts } = await request(page, area.address, 'GET', '/journal-drafts')
    expect(drafts).toEqual([])
  })

  test('deletes the draft of a text that is the saved one again', async () => {
    const { page, lock } = await lockedWriter([canary], list)
    await openJournal(page, lock)
    await items(page).first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await text(page).fill(`${canary}!`)
    await saved(page)
    await text(page).fill(canary)
    const drafts = async () => (await request(page, area.address, 'GET', '/journal-drafts')).drafts.length
    await expect.poll(drafts).toBe(0)
  })

  test('shows both versions when two tabs change one Connection', async () => {
    const { page, tab, lock } = await lockedWriter([canary], list)
    const [entry] = await entriesOf(page)
    const edit = `${list}/${entry?.id}/edit`
    await openJournal(page, lock)
    await page.goto(edit)
    await openJournal(page, lock)
    const other = await tab(edit)
    await text(other).fill(`${canary}, of the other tab.`)
    await press(other, 'Save Connection')
    await expect(other.locator('.entry-text')).toHaveText(`${canary}, of the other tab.`)
    await text(page).fill(`${canary}, of this tab.`)
    await press(page, 'Save Connection')
    const dialog = page.getByRole('dialog', { name: 'Two versions' })
    await expect(dialog).toContainText(`${canary}, of the other tab.`)
    await expect(dialog).toContainText(`${canary}, of this tab.`)
    await press(page, 'Keep mine')
    await expect(page.locator('.entry-text')).toHaveText(`${canary}, of this tab.`)
  })

  test('is learned by a page that is older than the lock, which loses no typed text', async () => {
    const { page } = await area.signUp(fresh)
    await text(page).fill(canary)
    await saved(page)
    const lock = await lockJournal(page, area.address)
    await text(page).fill(`${canary}, and more.`)
    await expect(page.getByRole('textbox', { name: 'Your 24 words' })).toBeVisible()
    await expect(text(page)).toHaveValue(`${canary}, and more.`)
    await openJournal(page, lock)
    const sent = recordRequests(page)
    await expect(text(page)).toHaveValue(`${canary}, and more.`)
    await press(page, 'Save Connection')
    await expect(items(page)).toContainText([`${canary}, and more.`])
    sent.expectWithout('Lavender')
    const [entry] = await entriesOf(page)
    if (!entry) throw new Error('nothing is stored')
    expect(await lock.open(entry)).toMatchObject({ content: `${canary}, and more.` })
  })

  test('never edits or overwrites what does not open', async () => {
    const { page, lock } = await lockedWriter([`${canary} one.`, `${canary} two.`], list)
    const [broken, whole] = await entriesOf(page)
    if (!broken || !whole) throw new Error('nothing is stored')
    // Of another row, as after a mistake of a program.
    const body = { revision: broken.revision, locked: whole.locked }
    await request(page, area.address, 'PATCH', `/journal-entries/${broken.id}`, body)
    await page.reload()
    await openJournal(page, lock)
    // Its exact time is not known.
    await expect(items(page)).toContainText([`${canary} one.`, 'Connection not found or failed to load.'])
    await expect(page.locator('.counts dd').first()).toHaveText('2')
    for (const path of ['', '/edit']) {
      await page.goto(`${list}/${broken.id}${path}`)
      await openJournal(page, lock)
      await expect(page.getByRole('alert')).toContainText('Connection not found or failed to load.')
      await expect(text(page)).toHaveCount(0)
    }
    const stored = (await entriesOf(page)).find(({ id }) => id === broken.id)
    expect(stored).toMatchObject({ revision: 2, locked: whole.locked })
  })

  test('never writes over, offers or deletes a draft that does not open', async () => {
    const { page, lock } = await lockedWriter([`${canary} one.`, `${canary} two.`], list)
    const [entry, other] = await entriesOf(page)
    if (!entry || !other) throw new Error('nothing is stored')
    const origin = { revision: null, entry_revision: 1, writer: crypto.randomUUID(), sequence: 1 }
    const body = { ...origin, locked: other.locked }
    const draft = await request(page, area.address, 'PUT', `/journal-drafts/${entry.id}`, body)
    const drafts = async () => (await request(page, area.address, 'GET', '/journal-drafts')).drafts
    await page.goto(`${list}/${entry.id}/edit`)
    await openJournal(page, lock)
    const reread = page.waitForResponse((answer) => answer.url().endsWith('/api/journal-drafts'))
    await page.reload()
    await openJournal(page, lock)
    await reread
    await expect(text(page)).toHaveValue(`${canary} two.`)
    await text(page).fill(`${canary} three.`)
    await expect.poll(async () => (await drafts()).length, 'the page writes another').toBe(2)
    await expect(page.getByRole('article')).toHaveCount(0)
    await press(page, 'Save Connection')
    await expect(page.locator('.entry-text')).toHaveText(`${canary} three.`)
    await expect.poll(drafts).toEqual([draft])
  })

  test('never saves over a version of another device that does not open', async () => {
    const { page, lock } = await lockedWriter([`${canary} one.`, `${canary} two.`], list)
    const [entry, other] = await entriesOf(page)
    if (!entry || !other) throw new Error('nothing is stored')
    await page.goto(`${list}/${entry.id}/edit`)
    await openJournal(page, lock)
    await text(page).fill(`${canary} three.`)
    const body = { revision: 1, locked: other.locked, keeps_draft: true }
    await request(page, area.address, 'PATCH', `/journal-entries/${entry.id}`, body)
    await press(page, 'Save Connection')
    await expect(page.locator('.toast')).toContainText('doesn’t open here')
    await expect(text(page)).toHaveValue(`${canary} three.`)
    const stored = (await entriesOf(page)).find(({ id }) => id === entry.id)
    expect(stored).toMatchObject({ revision: 2, locked: other.locked })
  })

  test('opens in the quick dialog of a term', async () => {
    const { page, lock } = await lockedWriter([], '/dashboard/glossary/gaslighting')
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
    await openJournal(page, lock)
    const sent = recordRequests(page)
    await dialog.getByRole('textbox').fill(canary)
    await press(page, 'Save')
    await expect(page.locator('.toast')).toBeVisible()
    sent.expectWithout('Lavender')
    const [entry] = await entriesOf(page)
    if (!entry) throw new Error('nothing is stored')
    expect(await lock.open(entry)).toMatchObject({ content: canary })
    await page.goto(list)
    await openJournal(page, lock)
    await expect(items(page).getByRole('heading')).toHaveText(['Gaslighting'])
    await expect(page.locator('.counts dd')).toHaveText(['1', '1', '1'])
  })
})
