import { readFile, rm } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readConfig } from '../../src/platform/config.server.ts'
import { runOperator } from '../../src/server/operations/operator.ts'
import { otherPassword, password, passwordBox, signInByRequest, submitSignIn } from '../support/account.ts'
import { openArchive } from '../support/archive.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { expect } from '../support/journey.ts'
import {
  beginLock,
  lockHeading,
  lockJournal as lockOnScreen,
  lockPage,
  lockPhrase,
  openByPhrase,
  phraseBox,
  pressLock,
  toLockPage,
} from '../support/lock-screens.ts'
import {
  type LockedJournal,
  lockJournal,
  openJournal,
  recordRequests,
  request,
} from '../support/locked-by-request.ts'
import { hydrated, usersOf } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { queryOwn } from '../support/start-directory.ts'

/* On a server that sends email and whose beta is over. */

let product: Product
let folder: string
let peer: Awaited<ReturnType<typeof smtpPeer>>
beforeAll(async () => {
  ;[folder, peer] = await Promise.all([newDataFolder(), smtpPeer()])
  const PORT = String(await freePort())
  const mail = { SMTP_URL: peer.url, MAIL_FROM: 'letters@example.net' }
  product = await startProduct({ DATA_DIR: folder, PORT, TRUSTED_PROXIES: '1', BETA: 'off', ...mail })
})
afterAll(async () => {
  await product?.stop()
  await peer?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function tokenFor(email: string): Promise<string> {
  const tokens = () =>
    peer.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /link\?token=([\w-]{43})/.exec(text)?.[1] ?? [])
  await expect.poll(() => tokens().length, { timeout: 30_000 }).toBeGreaterThan(0)
  const token = tokens().at(-1) ?? ''
  peer.received = peer.received.filter(({ to }) => !to.includes(email))
  return token
}

const area = usersOf(() => product, tokenFor)
const operator = (...words: string[]) => runOperator(readConfig({ DATA_DIR: folder }), { words })
const list = '/dashboard/connections'
const canary = 'Lavender smoke behind the pharmacy'
const items = (page: Page) => page.locator('[data-items] > li')
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const closed = (page: Page) => page.getByRole('heading', { name: 'Your journal is locked' })
const says = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('main').getByText(words)).toBeVisible()

/** A signed-in person who may write, with these Connections. */
async function writer(contents: (string | object)[], path = '/dashboard') {
  const { email } = await area.createUser()
  await operator('user', 'plan', email, 'journal')
  const browser = await area.signIn(email, path)
  for (const each of contents)
    await request(
      browser.page,
      area.address,
      'POST',
      '/journal-entries',
      typeof each === 'string' ? { content: each } : each,
    )
  return { ...browser, email }
}

async function lockedWriter(contents: (string | object)[], path = list) {
  const browser = await writer(contents)
  const lock = await lockJournal(browser.page, area.address)
  await browser.page.goto(path)
  await hydrated(browser.page)
  return { ...browser, lock }
}

/** A person who locked their journal by phrase. */
async function lockedByPhrase(contents: (string | object)[]) {
  const browser = await writer(contents, lockPage)
  await browser.page.reload()
  await hydrated(browser.page)
  await lockOnScreen(browser.page)
  return browser
}

const anHourLater = () =>
  queryOwn(folder, `update auth.sessions set proven_at = proven_at - interval '1 hour'`)

/** Goes to a page, where nothing of the journal may be seen before it is opened. */
async function openAt(page: Page, path: string, lock: LockedJournal) {
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByText(canary)).toHaveCount(0)
  await openJournal(page, lock)
}

describe.each([
  ['A restricted account', (email: string) => operator('user', 'restrict', email)],
  ['An ended plan', (email: string) => operator('user', 'plan', email, 'starter')],
])('%s', (_who, end) => {
  test('reads, prints and exports a locked journal, and writes nothing', async () => {
    const { page, email, lock } = await lockedWriter([canary])
    await end(email)
    await openAt(page, list, lock)
    await expect(items(page)).toContainText([canary])
    await items(page).first().getByRole('link').click()
    await expect(page.locator('.entry-text')).toHaveText(canary)
    await openAt(page, `${list}/print`, lock)
    await expect(page.locator('.paper-entry')).toContainText(canary)
    await page.goto(`${list}/new`)
    await hydrated(page)
    await expect(text(page)).toHaveCount(0)
    await page.goto('/dashboard/settings')
    await hydrated(page)
    const download = page.waitForEvent('download')
    await press(page, 'Download a readable copy')
    await openJournal(page, lock)
    const { data } = openArchive(await readFile(await (await download).path()))
    expect(data.connections).toMatchObject([{ content: canary }])
    // Also an envelope is refused.
    const [stored] = (await request(page, area.address, 'GET', '/journal-entries')).entries
    const answer = await page.request.patch(`${area.address}/api/journal-entries/${stored.id}`, {
      data: { revision: 1, locked: stored.locked },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(answer.status()).toBe(403)
  })

  test('locks and unlocks', async () => {
    const { page, email } = await writer([canary])
    await end(email)
    await toLockPage(page)
    await lockOnScreen(page)
    await pressLock(page, 'Unlock for good')
    await pressLock(page, 'Unlock my journal')
    await says(page, /^Your journal is unlocked$/)
    await page.goto(list)
    await expect(items(page)).toContainText([canary])
  })
})

test('With Limit Data Collection a journal is locked, written in, and opened', async () => {
  const { page } = await writer([canary], '/dashboard/settings')
  await page.getByRole('switch', { name: 'Limit Data Collection' }).click()
  await expect(page.getByText('Limit Data Collection is on.')).toBeVisible()
  await toLockPage(page)
  await lockOnScreen(page)
  await page.getByRole('link', { name: 'Back to Connections' }).click()
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  await text(page).fill('And again.')
  await press(page, 'Save Connection')
  await expect(items(page)).toContainText(['And again.', canary])
  await page.reload()
  await openByPhrase(page)
  await expect(items(page)).toContainText(['And again.', canary])
})

test('In Safe Mode a journal is locked, opened and written in at one neutral address', async () => {
  const { page } = await writer([canary])
  await press(page, 'Turn on Safe Mode')
  await expect(page.getByText('Safe Mode is on')).toBeVisible()
  await page.locator('.sidebar').getByRole('link', { name: 'Settings', exact: true }).click()
  await anHourLater()
  await page.getByRole('main').getByRole('link', { name: 'Lock your journal', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lock your journal', level: 1 })).toBeVisible()
  // Between the page's check and the last step an hour went by.
  await page.reload()
  await hydrated(page)
  await pressLock(page, 'Set up your lock')
  await passwordBox(page).fill(password)
  await passwordBox(page).press('Enter')
  await expect(lockHeading(page, 'Choose your phrase')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await lockOnScreen(page)
  expect([page.url(), await page.title()]).toEqual([`${area.address}/`, 'Home'])
  await page.getByRole('link', { name: 'Back to Connections' }).click()
  await expect(items(page)).toContainText([canary])
  await page.reload()
  await openByPhrase(page)
  await expect(items(page)).toContainText([canary])
  await page.getByRole('link', { name: 'New Connection' }).first().click()
  await text(page).fill('And again.')
  await press(page, 'Save Connection')
  await expect(items(page)).toContainText(['And again.', canary])
  expect([page.url(), await page.title()]).toEqual([`${area.address}/`, 'Home'])
})

describe('An old session', () => {
  test('confirms who it is before the first step, and comes back to it', async () => {
    const { page } = await writer([canary])
    await anHourLater()
    await toLockPage(page)
    await pressLock(page, 'Set up your lock')
    await page.waitForURL(/\/auth-test\/prove\?/)
    await passwordBox(page).fill(password)
    await passwordBox(page).press('Enter')
    await expect(lockHeading(page, 'Choose your phrase')).toBeFocused()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await lockOnScreen(page)
    expect((await request(page, area.address, 'GET', '/journal-lock')).locks).toMatchObject([
      { state: 'locked' },
    ])
  })

  test('confirms in a new tab when it became old at the last step, and loses nothing that was entered', async () => {
    const { page } = await writer([canary])
    await toLockPage(page)
    await anHourLater()
    await beginLock(page)
    await says(page, /It’s been a while/)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Confirm in a new tab' }).click()
    const tab = await opened
    await passwordBox(tab).fill(password)
    await passwordBox(tab).press('Enter')
    await expect(tab.getByRole('heading', { name: 'Lock your journal', level: 1 })).toBeVisible()
    await tab.close()
    await pressLock(page, 'Lock my journal')
    await says(page, /^Your journal is locked$/)
    await pressLock(page, 'Close it now')
    await openByPhrase(page)
    await says(page, /It’s open on this page/)
  })
})

describe('An account opens without its journal', () => {
  test('after the idle lock, also with “stay open”, and keeps what was typed', async () => {
    const { email, page: first } = await lockedByPhrase([canary])
    const forms: Record<string, string>[] = [
      { intent: 'safe-mode', safe_mode: 'on' },
      { intent: 'idle-lock', lock_minutes: '5' },
    ]
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    for (const form of forms)
      await first.request.post(`${area.address}/dashboard/settings`, { form, headers })
    const { page } = await area.visit('/auth-test?next=/dashboard/connections/new', {
      before: (page) => page.clock.install(),
    })
    await submitSignIn(page, email)
    await hydrated(page)
    await page.getByRole('checkbox', { name: 'Stay open when I reload this tab' }).check()
    await openByPhrase(page)
    await page.context().route('**/auth-test/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      const { session } = await answer.json()
      await route.fulfill({ response: answer, json: { session: session && { ...session, lock_in: -1 } } })
    })
    const sent = recordRequests(page)
    await text(page).fill(`${canary}, unfinished.`)
    await page.clock.fastForward(5 * 60_000 + 1_000)
    await expect(page.getByRole('heading', { name: 'Locked', level: 1 })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('journalReload'))).toBeNull()
    await page.context().unroute('**/auth-test/session')
    await passwordBox(page).fill(password)
    await press(page, 'Open')
    await expect(phraseBox(page)).toBeVisible()
    await expect(page.getByText(canary)).toHaveCount(0)
    await openByPhrase(page)
    await expect(page.getByText(`${canary}, unfinished.`).first()).toBeVisible()
    sent.expectWithout('Lavender', 'umbrella')
  })

  test('after sign-out in another tab', async () => {
    const { page, tab, email } = await lockedByPhrase([canary])
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(items(page)).toContainText([canary])
    const other = await tab(list)
    await expect(items(other)).toContainText([canary])
    await press(other, 'Logout')
    for (const each of [page, other]) {
      await expect(each).not.toHaveURL(/dashboard$|connections$/)
      await expect(each.getByText(canary)).toHaveCount(0)
    }
    await signInByRequest(page, area.address, email)
    await page.goto(list)
    await expect(closed(page)).toBeVisible()
    await expect(page.getByText(canary)).toHaveCount(0)
  })

  test('with a new password, which is no phrase', async () => {
    const { page } = await lockedByPhrase([canary])
    await page.goto('/dashboard/settings')
    await hydrated(page)
    await page.getByRole('link', { name: /^Edit/ }).click()
    await page.getByText('Change password…', { exact: true }).click()
    await passwordBox(page, 'Current password').fill(password)
    await passwordBox(page, 'New password').fill(otherPassword)
    await press(page, 'Change password')
    await expect(page.getByText(/password is (?:changed|new)|new password/i).first()).toBeVisible()
    await refusesPassword(page)
  })

  test('after a reset of the password by email', async () => {
    const { email } = await lockedByPhrase([canary])
    const { page } = await area.visit('/auth-test/reset')
    peer.received = []
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await press(page, 'Send the link')
    await page.goto(`/auth-test/link?token=${await tokenFor(email)}`)
    await passwordBox(page, 'New password').fill(otherPassword)
    await press(page, 'Set password')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
    await page.goto(`/auth-test?next=${list}`)
    await submitSignIn(page, email, otherPassword)
    await page.waitForURL(`${area.address}${list}`)
    await refusesPassword(page)
  })

  async function refusesPassword(page: Page) {
    await page.goto(list)
    await hydrated(page)
    await expect(closed(page)).toBeVisible()
    for (const typed of [otherPassword, password]) {
      await phraseBox(page).fill(typed)
      await pressLock(page, 'Open')
      await says(page, /doesn’t open your journal/)
    }
    await expect(page.getByText(canary)).toHaveCount(0)
    await openByPhrase(page, lockPhrase)
    await expect(items(page)).toContainText([canary])
  }
})

test('A locked journal is filtered, and has its “On this day”, on the device', async () => {
  const { page, lock } = await (async () => {
    const browser = await writer([])
    const { page } = browser
    const { id } = await request(page, area.address, 'GET', '/terms/love-bombing')
    const today = new Date()
    const date = `2021-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`
    const happened = { date, time: null, about: false, time_zone: null }
    for (const each of [
      { content: `${canary} one.`, linked_term_id: id, happened, tags: ['Kitchen'] },
      { content: `${canary} two.`, tags: ['Kitchen'] },
      { content: `${canary} three.` },
    ])
      await request(page, area.address, 'POST', '/journal-entries', each)
    await page.request.post(`${area.address}/dashboard/settings`, {
      form: { intent: 'journal-tagging', journal_tagging: 'on' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    return { ...browser, lock: await lockJournal(page, area.address) }
  })()
  await page.goto(list)
  await hydrated(page)
  await openJournal(page, lock)
  const sent = recordRequests(page)
  await press(page, 'Filter and sort')
  await page.locator('summary', { hasText: 'Term: any' }).click()
  await page.getByRole('radio', { name: 'Love Bombing (1)' }).check()
  await expect(items(page)).toContainText([`${canary} one.`])
  await press(page, 'Clear filters')
  await page.locator('summary', { hasText: 'Tag: any' }).click()
  await page.getByRole('radio', { name: 'Kitchen (2)' }).check()
  await expect(items(page)).toContainText([`${canary} two.`, `${canary} one.`])
  await press(page, 'Clear filters')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('switch', { name: 'On this day' }).click()
  const region = page.getByRole('region', { name: 'On this day in other years' })
  await expect(region.getByRole('listitem')).toContainText([`${canary} one.`])
  sent.expectWithout('Lavender', 'Kitchen', 'kitchen', 'Love Bombing', 'love-bombing')
  expect(page.url()).not.toMatch(/kitchen|love|lavender/i)
})
