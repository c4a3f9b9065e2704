import type { Page } from 'playwright'
import { test } from 'vitest'
import { password, passwordBox, submitSignIn } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail({ severalTabs: true })
const minute = 60_000
const canary = 'Swifts under the eaves at nine'
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

test('An idle page in Safe Mode goes blank, locks in every tab and on the server, keeps its draft, and unlocks by password', async () => {
  const { email, otherCookie } = await area.createUser()
  await area.post('/dashboard/settings', { intent: 'safe-mode', safe_mode: 'on' }, otherCookie)
  // Longer than this test may take, so that a busy machine does not lock too early.
  await area.post('/dashboard/settings', { intent: 'idle-lock', lock_minutes: '5' }, otherCookie)
  const before = (page: Page) => page.clock.install()
  const { page } = await area.visit('/auth-test?next=/dashboard/connections/new', { before })
  await submitSignIn(page, email)
  await heading(page, 'Create New Connection')
  await hydrated(page)
  const other = await page.context().newPage()
  await other.goto('/dashboard/connections', { waitUntil: 'commit' }).catch(() => {})
  await heading(other, 'Connections')
  await hydrated(other)
  // The server's clock is not shifted, so its response about the session is replaced by an expired one.
  await page.context().route('**/auth-test/session', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const { session } = await answer.json()
    await route.fulfill({ response: answer, json: { session: session && { ...session, lock_in: -1 } } })
  })
  await page.context().route('**/session/lock', (route) => route.abort())
  await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill(canary)
  await page.clock.fastForward(5 * minute + 1_000)
  await expect(page.getByText('Locked. Waiting for the connection…')).toBeVisible()
  for (const part of ['.with-sidebar', 'header', 'footer'])
    await expect(page.locator(`body > ${part}`)).toBeHidden()
  await expect(page.locator('body > quick-hide')).toBeVisible()
  await page.context().unroute('**/session/lock')
  for (const tab of [page, other]) await heading(tab, 'Locked')
  await other.reload()
  await heading(other, 'Locked')
  expect([page.url(), await page.title()]).toEqual([`${area.address}/`, 'Home'])
  expect(await page.evaluate(async () => (await fetch('/api/journal-drafts')).status)).toBe(403)
  await expect(page.locator('body > quick-hide')).toBeVisible()
  await passwordBox(page).fill('not that one at all')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('That password is not right.')).toBeVisible()
  await passwordBox(page).fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  // Two tabs share one stored path (docs/decisions/020), so it may be that of the other tab.
  const title = page.getByRole('heading', { name: /^(Create New )?Connections?$/, level: 1 })
  await expect(title).toBeVisible()
  if ((await title.textContent()) === 'Connections')
    await page.getByRole('link', { name: 'New Connection' }).first().click()
  await heading(page, 'Create New Connection')
  await expect(page.getByText(canary).first()).toBeVisible()
})
